import { expect, test } from 'vitest';
import { NOTICE_TOPICS } from '../ports/outbox.ts';
import { composeMail } from './compose-mail.ts';
import { composeTextMessage } from './compose-text-message.ts';
import { textByTopic } from './notice-texts.ts';

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
