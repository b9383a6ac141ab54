import { expect, it } from 'vitest';
import { isPushEndpoint } from './push-endpoints.ts';

const hosts = {
  names: ['fcm.googleapis.com', '*.notify.windows.com'],
  origins: ['http://127.0.0.1:7606'],
};

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def-_',
  'https://wns2-par02p.notify.windows.com/w/?token=a%2b',
  'https://a.b.notify.windows.com/w',
  'http://127.0.0.1:7606/push/abc',
])('push messages may go to %s', (endpoint) => {
  expect(isPushEndpoint(endpoint, hosts)).toBe(true);
});

it.each([
  'https://notify.windows.com/w',
  'https://evilnotify.windows.com/w',
  'https://notify.windows.com.evil.test/w',
  'https://fcm.googleapis.com./x',
  'https://fcm.googleapis.com:444/x',
  'https://fcm.googleapis.com@evil.test/x',
  'https://fcm.googleapis.com\\@evil.test/x\n',
  'http://fcm.googleapis.com/x',
  'http://127.0.0.1:7607/push/abc',
  'https://127.0.0.1:7606/push/abc',
  'http://user@127.0.0.1:7606/push/abc',
  'javascript:alert(1)',
  '//fcm.googleapis.com/x',
])('push messages never go to %s', (endpoint) => {
  expect(isPushEndpoint(endpoint, hosts)).toBe(false);
});
