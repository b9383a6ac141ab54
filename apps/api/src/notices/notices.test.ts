import { expect, test } from 'vitest';
import { NOTICE_TOPICS } from '../ports/outbox.ts';
import { composeMail } from './compose-mail.ts';
import { composeTextMessage } from './compose-text-message.ts';
import { textByTopic } from './notice-texts.ts';
import { withoutForeignLinks } from './without-foreign-links.ts';

const content = {
  device: 'Chrome on Linux',
  place: 'Portugal',
  ip: '198.51.100.7',
  at: '2026-11-21T14:05:00Z',
  what: 'the private key',
};
const user = { to: 'alice@kax.test', name: 'Alice' };

test.each(NOTICE_TOPICS)('%s has a subject, a text, and no empty placeholder', (topic) => {
  const text = textByTopic[topic](content);
  const mail = composeMail(text, user, null);
  expect(mail.subject).toMatch(/^[^\r\n]{5,80}$/);
  expect(mail.text).toContain('Hello Alice,');
  expect(mail.text).not.toMatch(/undefined|null|\{|Invalid/);
  expect(mail.text).toContain('No one from Kax will ever ask for your password');
});

test('a payment that arrived only in part is never called unsent', () => {
  const { subject, paragraphs } = textByTopic['operation-replaced']({ isPaidInPart: 'true' });
  expect(subject).toBe('Only part of your payment arrived');
  expect(paragraphs.join(' ')).not.toMatch(/sent\.|cancelled/);
});

test.each([
  ['email', 'email', 'a…@kax.test'],
  ['phone', 'phone number', '…0199'],
])(
  'a change of the %s says what changes, to what, when, and how to stop it',
  (changed, name, value) => {
    const { subject, paragraphs, sms } = textByTopic['contact-change-confirmed']({
      ...content,
      changed,
      value,
    });
    expect(subject).toBe(`Your Kax ${name} is about to change`);
    for (const text of [paragraphs.join(' '), sms]) {
      expect(text).toContain(`changes to ${value} on 21 November 2026, 14:05 UTC`);
      expect(text).toMatch(/cancel .*reset your password/);
    }
  },
);

test('the code is alone on a line of the email, and a text message begins with it', () => {
  const text = textByTopic['registration-codes']({});
  expect(composeMail(text, user, '123456').text).toMatch(/^123456$/m);
  const sms = composeTextMessage(text, '654321', 'wallet.example');
  expect(sms).toMatch(/^654321 is your Kax phone code\./);
  expect(sms?.split('\n').at(-1)).toBe('@wallet.example #654321');
  expect(composeTextMessage(text, '654321', null)).not.toContain('@');
});

test('describes the time and place in words', () => {
  const text = textByTopic['new-device'](content);
  expect(text.paragraphs[0]).toContain('Chrome on Linux, Portugal, IP address 198.51.100.7');
  expect(text.paragraphs[0]).toContain('21 November 2026, 14:05 UTC');
  expect(composeTextMessage(text, null, null)).toBeNull();
});

test('greets without a name where none is known', () => {
  const text = textByTopic['registration-codes']({});
  expect(composeMail(text, { ...user, name: null }, null).text).toMatch(/^Hello,\n/);
});

test('a name cannot become part of the page', () => {
  const name = '<img src=x onerror=alert(1)>"';
  const { html } = composeMail(textByTopic['account-exists']({}), { to: 'a@b.test', name }, null);
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img');
});

const claim = {
  claimId: '0198c0de-0000-7000-8000-000000000001',
  from: 'Alice Moreau',
  what: '50 USDC',
  until: '2026-12-12T10:00:00.000Z',
  sent: '2026-11-12T10:00:00.000Z',
};

test.each([
  ['claim-sent', 'Alice Moreau sent you 50 USDC'],
  ['claim-reminder', 'Waiting for you: 50 USDC from Alice Moreau'],
  ['claim-reminder-link', 'Alice Moreau reminds you of 50 USDC'],
] as const)(
  '%s says who, how much, until when, what Kax is and when to ignore it',
  (topic, title) => {
    const text = textByTopic[topic](claim);
    expect(text.subject).toBe(title);
    const mail = composeMail(text, { ...user, name: null }, null).text;
    expect(mail).toContain('Alice Moreau sent you 50 USDC');
    expect(mail).toContain('Claim it by 12 December 2026, or it goes back to Alice.');
    expect(mail).toContain('Kax is a wallet');
    expect(mail).toContain('If you don’t know Alice, ignore this email.');
    for (const part of ['Alice Moreau', '50 USDC', 'Claim it by 12 December 2026.']) {
      expect(text.sms).toContain(part);
    }
    expect(text.sms).toContain("If you don't know Alice, ignore this.");
  },
);

test('a reminder without a link says in which message the link is', () => {
  const { paragraphs, sms } = textByTopic['claim-reminder'](claim);
  expect(paragraphs.join(' ')).toContain('the link in our email from 12 November 2026');
  expect(sms).toContain('the link in our text from 12 November 2026');
});

test('a text message about a payment is one or two parts long, with its link', () => {
  const text = {
    ...textByTopic['claim-sent'](claim),
    link: 'https://kax.app/claim/7Q2M-K9XD-4TPA-82WJ',
  };
  const sms = composeTextMessage(text, null, 'kax.app') ?? '';
  expect(sms.split('\n').at(-1)).toBe(text.link);
  // One curly apostrophe would halve how much a part has.
  expect(sms).toMatch(/^[\x20-\x7e\n]+$/);
  expect(sms.length).toBeLessThanOrEqual(2 * 153);
});

test('a sender whose name looks like a link is not named, and nothing else of the text is lost', () => {
  const shown = withoutForeignLinks({ ...claim, from: 'Prize at evil.example' }, 'kax.app');
  const text = textByTopic['claim-sent'](shown);
  expect(text.subject).toBe('Someone sent you 50 USDC');
  expect(text.paragraphs.join(' ')).toContain('If you don’t know them, ignore this email.');
  expect(JSON.stringify(text)).not.toContain('evil');
});

test('a name and an amount cannot fill the subject, nor become part of the page', () => {
  const from = `<b onclick=alert(1)>${'W'.repeat(200)}`;
  const text = textByTopic['claim-sent']({ ...claim, from, what: `${'9'.repeat(60)} USDC` });
  const { subject, html } = composeMail(text, user, null);
  expect(subject.length).toBeLessThanOrEqual(80);
  expect(html).not.toContain('<b ');
});

test.each([
  ['made', 'Your payment of 50 USDC by link'],
  ['claimed', 'Your claim of 50 USDC'],
  ['returned', 'The return of 50 USDC'],
])('an operation of a payment by link names no wallet in between: %s', (step, what) => {
  const content = { ...claim, claim: step, to: '0x3C8d…b06a' };
  for (const topic of [
    'operation-confirmed',
    'operation-reverted',
    'operation-replaced',
  ] as const) {
    const { paragraphs } = textByTopic[topic](content);
    expect(paragraphs[0]).not.toContain('0x3C8d');
    expect(paragraphs[0]).toContain('50 USDC');
  }
  expect(textByTopic['operation-reverted'](content).paragraphs[0]).toContain(what);
});

test.each([
  ['made', 'Your payment by link is final.'],
  ['claimed', 'The money that you claimed is in your wallet.'],
  ['returned', 'No one claimed a payment that you sent by link. It’s back in your wallet.'],
])('of a private payment by link, it says what happened and nothing more: %s', (step, sentence) => {
  const texts = (['operation-confirmed', 'operation-reverted', 'operation-replaced'] as const).map(
    (topic) => textByTopic[topic]({ name: 'Alice', claim: step }).paragraphs.join(' '),
  );
  expect(texts[0]).toContain(sentence);
  expect(texts.join(' ')).not.toMatch(/undefined|private|public|A payment you made/);
});

test('what a sender reads about the end of a payment by link names no one and no amount', () => {
  for (const topic of ['claim-claimed', 'claim-expired'] as const) {
    const { paragraphs } = textByTopic[topic](claim);
    expect(paragraphs.join(' ')).not.toMatch(/50 USDC|Alice/);
    expect(paragraphs.join(' ')).toContain('Transaction Notifications');
  }
});
