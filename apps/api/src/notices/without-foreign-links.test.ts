import { expect, it } from 'vitest';
import { withoutForeignLinks } from './without-foreign-links.ts';

const HOST = 'wallet.example';

it.each([
  'https://evil.example/dashboard',
  'https://wallet.example.evil.example/',
  'https://wallet.example@evil.example/',
  'javascript://wallet.example/%0aalert(1)',
  'wallet.example',
  '',
])('leaves out the link %j', (link) => {
  expect(withoutForeignLinks({ link, ip: '192.0.2.1' }, HOST)).toEqual({ ip: '192.0.2.1' });
});

it.each([
  'Go to https://evil.example',
  'evil.example',
  'Ann (see evil.example/x)',
  'пример.рф',
  'evil。example',
  'evil．example/x',
  '192.0.2.7/login',
  'xn--e1afmkfd.xn--p1ai',
])('leaves out the words %j', (name) => {
  expect(withoutForeignLinks({ name, device: 'Chrome on Linux' }, HOST)).toEqual({
    device: 'Chrome on Linux',
  });
});

it('shows nothing as an IP address that is none', () => {
  expect(withoutForeignLinks({ ip: '192.0.2.7/login', at: '1' }, HOST)).toEqual({ at: '1' });
});

it('leaves everything else as it is', () => {
  const content = {
    name: 'J.R. Müller-O’Neill Jr.',
    what: '1,204.5 USDC.e',
    to: '0x3C8d…b06a',
    device: 'Samsung Internet for Android on Android',
    place: 'Washington, D.C., United States',
    ip: '2001:db8::1',
    at: '2026-03-01T10:00:00.000Z',
    link: 'https://wallet.example/dashboard/operations/1',
  };
  expect(withoutForeignLinks(content, HOST)).toEqual(content);
  expect(withoutForeignLinks(content, null)).not.toHaveProperty('link');
});
