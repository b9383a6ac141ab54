import type { Mail } from '../ports/mailer.ts';
import type { NoticeText } from './notice-text.ts';

const STYLE = {
  body: 'margin:0;padding:32px 16px;background:#f4f6f8;font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;color:#10202b',
  card: 'max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dfe5ea;border-radius:16px',
  name: 'margin:0 0 24px;font-size:15px;font-weight:700;letter-spacing:.02em;color:#0b6b57',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  text: 'margin:0 0 16px;font-size:15px;line-height:1.55',
  code: 'margin:0 0 20px;padding:16px;border-radius:12px;background:#eef4f2;font:700 30px/1.2 ui-monospace,Menlo,monospace;letter-spacing:.22em;text-align:center',
  link: 'color:#0b6b57;font-weight:600',
  foot: 'margin:24px 0 0;font-size:13px;line-height:1.5;color:#5a6b76',
} as const;

const FOOT =
  'Enter codes only on the Kax website. No one from Kax will ever ask for your password, your codes or your 12 words.';

const FREEZE = 'If this wasn’t you, freeze your account';

/** Composes a notice as an email. @param code is alone on its line, so that people and programs find it */
export function composeMail(
  { subject, paragraphs, link, linkText = 'View in Kax' }: NoticeText,
  user: {
    readonly to: string;
    readonly name: string | null;
    /** To a page that freezes their account. */
    readonly freezeLink?: string | null;
  },
  code: string | null,
): Mail {
  const [first = '', ...others] = paragraphs;
  const greeting = user.name === null ? 'Hello,' : `Hello ${user.name},`;
  const shown = [...(code === null ? [] : [code]), ...(link === undefined ? [] : [link])];
  const { freezeLink = null } = user;
  const freeze = freezeLink === null ? [] : [`${FREEZE}: ${freezeLink}`];
  const lines = [greeting, first, ...shown, ...others, ...freeze, FOOT];
  return {
    to: user.to,
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="en"><body style="${STYLE.body}"><div style="${STYLE.card}">`,
      `<p style="${STYLE.name}">Kax</p><h1 style="${STYLE.title}">${escapeHtml(subject)}</h1>`,
      paragraph(greeting),
      paragraph(first),
      code === null ? '' : `<p style="${STYLE.code}">${escapeHtml(code)}</p>`,
      link === undefined ? '' : linkTo(link, linkText),
      ...others.map(paragraph),
      freezeLink === null ? '' : linkTo(freezeLink, FREEZE),
      `<p style="${STYLE.foot}">${escapeHtml(FOOT)}</p></div></body></html>`,
    ].join(''),
  };
}

function paragraph(text: string): string {
  return `<p style="${STYLE.text}">${escapeHtml(text)}</p>`;
}

function linkTo(url: string, text: string): string {
  return `<p style="${STYLE.text}"><a style="${STYLE.link}" href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
