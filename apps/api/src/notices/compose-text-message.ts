import type { NoticeText } from './notice-text.ts';

/**
 * Composes a notice as a text message.
 * @param host of the web app; with it, phones offer to fill in the code there (WebOTP), and only there
 * @returns null for a notice without a text message
 */
export function composeTextMessage(
  { sms, link }: NoticeText,
  code: string | null,
  host: string | null,
): string | null {
  if (sms === null) return null;
  if (code === null) return link === undefined ? sms : `${sms}\n${link}`;
  const lines = [`${code} is ${sms.charAt(0).toLowerCase()}${sms.slice(1)}`];
  return host === null ? lines.join('') : [...lines, '', `@${host} #${code}`].join('\n');
}
