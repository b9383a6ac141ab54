import { expect, it } from 'vitest';
import { isPublicAddress } from '../../public-address.ts';
import { createPlaces } from './places.ts';

const places = createPlaces(null, isPublicAddress);

it.each([
  ['8.8.8.8', 'United States'],
  ['81.2.69.142', 'United Kingdom'],
  ['::ffff:81.2.69.142', 'United Kingdom'],
  ['2a00:1450:4001::1', 'Ireland'],
])('finds the country of a public address: %s is in %s', (ip, country) => {
  expect(places.find(ip)).toEqual({ country, city: null });
});

it.each([
  '127.0.0.1',
  '::1',
  '10.1.2.3',
  '192.168.1.1',
  '::ffff:192.168.1.1',
  '172.31.0.1',
  'fe80::1',
  'fd00::1',
])('has no place for an address of a private network: %s', (ip) => {
  expect(places.find(ip)).toEqual({ country: null, city: null });
});

it.each(['', 'nonsense', '8.8.8.8; drop', '999.1.1.1', '8.8.8'])(
  'has no place for what is not an address: %j',
  (ip) => {
    expect(places.find(ip)).toEqual({ country: null, city: null });
  },
);

it('refuses a missing file', () => {
  expect(() => createPlaces('/no/such/file.mmdb', isPublicAddress)).toThrow('ENOENT');
});
