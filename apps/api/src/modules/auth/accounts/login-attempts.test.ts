import { expect, it } from 'vitest';
import { addressOf, attemptKeys, networkOf } from './login-attempts.ts';

it.each([
  ['203.0.113.9', '203.0.113.9', '203.0.113'],
  ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0:0'],
  ['::1', '0:0:0:0', '0:0:0:0'],
])('reads %s as %s of network %s', (ip, address, network) => {
  expect(addressOf(ip)).toBe(address);
  expect(networkOf(ip)).toBe(network);
});

it('counts an address as one in either notation, and a /64 as one', () => {
  const name = { email: 'alice@kax.test' };
  expect(attemptKeys(name, '::ffff:203.0.113.9')).toEqual(attemptKeys(name, '203.0.113.9'));
  expect(attemptKeys(name, '2001:db8:1:2::7')).toEqual(attemptKeys(name, '2001:db8:1:2:ffff::1'));
});

it('counts invalid names as one', () => {
  expect(attemptKeys(null, '203.0.113.9').account).toBe('login account unknown');
});
