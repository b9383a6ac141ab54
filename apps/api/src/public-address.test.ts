import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';

/** The first and the last address of each range that is not public, and what is just outside. */
const ranges: [first: string, last: string, ...outside: string[]][] = [
  ['0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['224.0.0.0', '255.255.255.255', '223.255.255.255'],
];

const privateV6 = [
  '::',
  '::1',
  '::7f00:1',
  'fc00::1',
  'fdff:ffff::1',
  'fe80::1',
  'fe80::1%eth0',
  'febf::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '3fff::1',
  '64:ff9b:1::1',
];

describe('an address', () => {
  it.each(ranges)('is not public from %s to %s, and is outside', (first, last, ...outside) => {
    expect([first, last].map(isPublicAddress)).toEqual([false, false]);
    expect(outside.map(isPublicAddress)).toEqual(outside.map(() => true));
  });

  it.each(privateV6)('is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(['2606:4700:4700::1111', '2a00:1450:4001:82a::200e', '2001:4860:4860::8888'])(
    'is public: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each(['', 'localhost', '127.1', '0x7f000001', '1.2.3', '1.2.3.4.5', '[::1]', '2130706433'])(
    'is not what %j is',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );

  it('of IPv4 is the same within IPv6, however it is written there', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
        const groups = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        const within = [
          `::ffff:${address}`,
          `::ffff:${groups}`,
          `0:0:0:0:0:ffff:${groups}`,
          `64:ff9b::${address}`,
          `2002:${groups}::1`,
        ];
        expect(within.map(isPublicAddress)).toEqual(within.map(() => isPublicAddress(address)));
      }),
    );
  });
});
