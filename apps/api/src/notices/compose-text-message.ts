import { isolated } from '#language/translator';
import type { NoticeText } from './notice-text.ts';

/**
 * Composes a notice as a text message.
 * @param host of the web app; with it, phones offer to fill in the code there (WebOTP), and only there
 * @returns null for a notice without a text message, and for one that lacks its code
 */
export function composeTextMessage(
  { sms, link }: NoticeText,
  code: string | null,
  host: string | null,
): string | null {
  if (sms === null) return null;
  if (typeof sms === 'string') return link === undefined ? sms : `${sms}\n${link}`;
  if (code === null) return null;
  // Phones that look for a code find it bare; digits need no direction.
  const text = sms(code).replace(isolated(code), code);
  return host === null ? text : [text, '', `@${host} #${code}`].join('\n');
}
