import { expect, it } from 'vitest';
import { attemptKeys } from './login-attempts.ts';

it('counts an address as one in either notation, and a /64 as one', () => {
  const name = { email: 'alice@kax.test' };
  expect(attemptKeys(name, '::ffff:203.0.113.9')).toEqual(attemptKeys(name, '203.0.113.9'));
  expect(attemptKeys(name, '2001:db8:1:2::7')).toEqual(attemptKeys(name, '2001:db8:1:2:ffff::1'));
});

it('counts invalid names as one', () => {
  expect(attemptKeys(null, '203.0.113.9').account).toBe('login account unknown');
});
