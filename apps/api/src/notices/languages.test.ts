import { expect, test } from 'vitest';
import type { Language } from '#language/languages';
import { inLanguage } from '#language/t';
import { createTranslator } from '#language/translator';
import type { NoticeTopic } from '../ports/outbox.ts';
import { composeMail } from './compose-mail.ts';
import { composeTextMessage } from './compose-text-message.ts';
import type { NoticeContent } from './notice-text.ts';
import { textByTopic } from './notice-texts.ts';

const TRANSLATIONS: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  es: {
    'Your Kax email code': 'Tu código de correo de Kax',
    'Hello {name},': 'Hola, {name}:',
    '{code} is your Kax phone code, requested with {device}.':
      '{code} es tu código de teléfono de Kax, solicitado desde {device}.',
    '{program} on {system}': '{program} en {system}',
    'Someone requested it with {device}, in {place}.':
      'Alguien lo solicitó con {device}, desde {place}.',
    'You received {amounts} in your public balance.': 'Recibiste {amounts} en tu saldo público.',
    'Your account was frozen on {time}. Nothing can leave until you unfreeze it. You can still receive money.':
      'Tu cuenta se congeló el {time}.',
  },
  ar: {
    'Your Kax email code': 'رمز البريد الإلكتروني من Kax',
    '{code} is your Kax phone code.': '{code} هو رمز الهاتف من Kax.',
    'Your account was frozen on {time}. Nothing can leave until you unfreeze it. You can still receive money.':
      'جُمّد حسابك بتاريخ {time}.',
    '{count, plural, other {You have # left.}}':
      '{count, plural, zero {لا رموز.} one {رمز واحد.} two {رمزان.} few {# رموز.} many {# رمزًا.} other {# رمز.}}',
  },
};

function inEach<Result>(language: Exclude<Language, 'en'>, compose: () => Result): Result {
  const catalogue = (message: string) => TRANSLATIONS[language][message];
  return inLanguage(createTranslator(language, catalogue), compose);
}

interface Composed {
  readonly topic: NoticeTopic;
  readonly content?: NoticeContent;
  readonly code?: string;
}

function mailIn(language: Exclude<Language, 'en'>, { topic, content = {}, code }: Composed) {
  const user = { to: 'alice@kax.test', name: 'Alice' };
  return inEach(language, () => composeMail(textByTopic[topic](content), user, code ?? null));
}

const request = { device: 'Samsung Internet for Android on Android', place: 'Germany' };

test('an email in Spanish has its sentences, its country and its code alone on a line', () => {
  const { subject, text, html } = mailIn('es', {
    ...{ topic: 'registration-codes', content: request, code: '123456' },
  });
  expect(subject).toBe('Tu código de correo de Kax');
  expect(text).toMatch(/^Hola, Alice:\n/);
  expect(text).toMatch(/^123456$/m);
  expect(text).toContain(
    'Alguien lo solicitó con Samsung Internet for Android en Android, desde Alemania.',
  );
  expect(html).toContain('<html lang="es"><body');
  expect(html).toContain('letter-spacing:.02em;color');
});

test('an email in Arabic is read from right to left, and its code from left to right', () => {
  const { subject, text, html } = mailIn('ar', { topic: 'registration-codes', code: '123456' });
  expect(subject).toBe('رمز البريد الإلكتروني من Kax');
  expect(html).toContain('<html lang="ar" dir="rtl"><body');
  expect(html).toMatch(/<div dir="rtl" style="[^"]*">/);
  expect(html).toMatch(/<p dir="ltr" style="[^"]*">123456</);
  expect(html).toMatch(/;letter-spacing:0">Kax</);
  expect(text).toMatch(/^123456$/m);
});

test('what has no translation is in English, whatever the language', () => {
  const { subject, text } = mailIn('es', { topic: 'wallet-deleted', content: { at: AT } });
  expect(subject).toBe('Your Kax wallet was deleted');
  expect(text).toContain('Enter codes only on the Kax website.');
});

const AT = '2026-11-21T14:05:00Z';

test.each([
  ['es', 'Tu cuenta se congeló el 21 de noviembre de 2026'],
  ['ar', 'جُمّد حسابك بتاريخ \u2068\u206821 نوفمبر 2026'],
] as const)('a date is as %s writes it, with Western digits', (language, sentence) => {
  const { text } = mailIn(language, { topic: 'account-frozen', content: { at: AT } });
  expect(text).toContain(sentence);
  expect(text).toContain('UTC');
  expect(text).not.toMatch(/[٠-٩۰-۹]/);
});

test('amounts have the marks of the language, and are listed as it does', () => {
  const content = { what: '1,204.5 USDC.e\n20 POL', privateCount: '0' };
  const { text } = mailIn('es', { topic: 'money-received', content });
  expect(text).toContain('Recibiste 1.204,5 USDC.e y 20 POL en tu saldo público.');
  expect(textByTopic['money-received'](content).paragraphs[0]).toBe(
    'You received 1,204.5 USDC.e and 20 POL in your public balance.',
  );
});

test.each([
  ['1', 'رمز واحد.'],
  ['2', 'رمزان.'],
  ['3', '3 رموز.'],
  ['11', '11 رمزًا.'],
  ['100', '100 رمز.'],
])('how many codes are left agrees in Arabic: %s', (left, sentence) => {
  const { text } = mailIn('ar', { topic: 'recovery-code-used', content: { left, at: AT } });
  expect(text).toContain(sentence);
});

test('a text message begins with its code, and ends with the line for phones', () => {
  const spanish = inEach('es', () =>
    composeTextMessage(textByTopic['registration-codes'](request), '654321', 'kax.app'),
  );
  expect(spanish).toMatch(
    /^654321 es tu código de teléfono de Kax, solicitado desde Samsung Internet for Android en Android\./,
  );
  expect(spanish?.split('\n').at(-1)).toBe('@kax.app #654321');
  const arabic = inEach('ar', () =>
    composeTextMessage(textByTopic['registration-codes']({}), '654321', null),
  );
  expect(arabic).toMatch(/^654321 هو رمز الهاتف من Kax\./);
});

test('a text message that lacks its code is none', () => {
  expect(composeTextMessage(textByTopic['reset-codes']({}), null, 'kax.app')).toBeNull();
});
