import { expect, it } from 'vitest';
import { addressOf, networkOf } from './client-address.ts';

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
