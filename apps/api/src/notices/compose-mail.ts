import { DIRECTION_BY_LANGUAGE, type Language } from '#language/languages';
import { pageLanguage, t } from '#language/t';
import type { Mail } from '../ports/mailer.ts';
import type { NoticeText } from './notice-text.ts';

const STYLE = {
  body: 'margin:0;padding:32px 16px;background:#f4f6f8;font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif;color:#10202b',
  card: 'max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #dfe5ea;border-radius:16px',
  name: 'margin:0 0 24px;font-size:15px;font-weight:700;letter-spacing:.02em;color:#0b6b57',
  title: 'margin:0 0 16px;font-size:20px;line-height:1.3',
  text: 'margin:0 0 16px;font-size:15px;line-height:1.55',
  /** Letters of Arabic are joined. */
  joined: ';letter-spacing:0',
  code: 'margin:0 0 20px;padding:16px;border-radius:12px;background:#eef4f2;font:700 30px/1.2 ui-monospace,Menlo,monospace;letter-spacing:.22em;text-align:center',
  link: 'color:#0b6b57;font-weight:600',
  foot: 'margin:24px 0 0;font-size:13px;line-height:1.5;color:#5a6b76',
} as const;

/**
 * Composes a notice as an email, in the language that is set. Its code is read from left to right.
 * @param code is alone on its line, so that people and programs find it
 */
export function composeMail(
  { subject, paragraphs, link, linkText = t('View in Kax') }: NoticeText,
  user: {
    readonly to: string;
    readonly name: string | null;
    /** To a page that freezes their account. */
    readonly freezeLink?: string | null;
  },
  code: string | null,
): Mail {
  const direction = directionOf(pageLanguage());
  const [first = '', ...others] = paragraphs;
  const greeting = user.name === null ? t('Hello,') : t('Hello {name},', { name: user.name });
  const foot = t(
    'Enter codes only on the Kax website. No one from Kax will ever ask for your password, your codes or your 12 words.',
  );
  const freezeText = t('If this wasn’t you, freeze your account');
  const shown = [...(code === null ? [] : [code]), ...(link === undefined ? [] : [link])];
  const { freezeLink = null } = user;
  const freeze = freezeLink === null ? [] : [`${freezeText}: ${freezeLink}`];
  const lines = [greeting, first, ...shown, ...others, ...freeze, foot];
  return {
    to: user.to,
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: [
      `<!doctype html><html lang="${pageLanguage()}"${direction}><body style="${STYLE.body}"><div${direction} style="${STYLE.card}">`,
      `<p style="${STYLE.name}${direction && STYLE.joined}">Kax</p><h1 style="${STYLE.title}">${escapeHtml(subject)}</h1>`,
      paragraph(greeting),
      paragraph(first),
      code === null
        ? ''
        : `<p${direction && ' dir="ltr"'} style="${STYLE.code}">${escapeHtml(code)}</p>`,
      link === undefined ? '' : linkTo(link, linkText),
      ...others.map(paragraph),
      freezeLink === null ? '' : linkTo(freezeLink, freezeText),
      `<p style="${STYLE.foot}">${escapeHtml(foot)}</p></div></body></html>`,
    ].join(''),
  };
}

/** Mail programs leave out the page around what is shown, so that has it too. @returns nothing where it is the usual one */
function directionOf(language: Language): string {
  return DIRECTION_BY_LANGUAGE[language] === 'rtl' ? ' dir="rtl"' : '';
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
