import { expect, it } from 'vitest';
import { deviceKeys, sessionKeys, strangerKeys } from './login-attempts.ts';

const name = { email: 'alice@kax.test' };

it('counts an address as one in either notation, and a /64 as one', () => {
  expect(strangerKeys(name, '::ffff:203.0.113.9')).toEqual(strangerKeys(name, '203.0.113.9'));
  expect(strangerKeys(name, '2001:db8:1:2::7')).toEqual(strangerKeys(name, '2001:db8:1:2:ffff::1'));
});

it('counts the /56 and the /48 of an IPv6 address too, with 4 and 16 times the allowance', () => {
  const { own, shared } = strangerKeys(name, '2001:db8:1:2a7::7');
  expect(own.map(([, { free }]) => free)).toEqual([5, 20, 80]);
  expect(shared.map(([key, { free }]) => [key, free])).toEqual([
    ['login ip 2001:db8:1:2a7', 10],
    ['login ip 2001:db8:1:200/56', 40],
    ['login ip 2001:db8:1/48', 160],
  ]);
});

it('counts invalid names as one', () => {
  expect(strangerKeys(null, '203.0.113.9').pressure).toBe('login pressure unknown');
});

it('counts a device and a session apart from strangers, and asks them for no work', () => {
  const ofDevice = deviceKeys('alice', 'thumbprint');
  const ofSession = sessionKeys('alice', 'session');
  for (const { shared, pressure } of [ofDevice, ofSession]) {
    expect([shared, pressure]).toEqual([[], null]);
  }
  const counters = [...strangerKeys(name, '203.0.113.9').own, ...ofDevice.own, ...ofSession.own];
  expect(new Set(counters.map(([key]) => key)).size).toBe(3);
});
