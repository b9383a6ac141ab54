import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressOf, countedAddresses, countedNetworks, networkOf } from './client-address.ts';

it.each([
  ['203.0.113.9', '203.0.113.9', '203.0.113'],
  ['::ffff:203.0.113.9', '203.0.113.9', '203.0.113'],
  ['::FFFF:CB00:7109', '203.0.113.9', '203.0.113'],
  ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9', '203.0.113'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:3:4:5:6', '2001:db8:1:2', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2', '2001:db8:1:2'],
  ['fe80::1%eth0', 'fe80:0:0:0', 'fe80:0:0:0'],
  ['64:ff9b::203.0.113.9', '64:ff9b:0:0', '64:ff9b:0:0'],
  ['::1', '0:0:0:0', '0:0:0:0'],
  ['::', '0:0:0:0', '0:0:0:0'],
])('reads %s as %s of network %s', (ip, address, network) => {
  expect(addressOf(ip)).toBe(address);
  expect(networkOf(ip)).toBe(network);
});

const byte = fc.nat(255);
const group = fc.oneof(fc.nat(0xffff), fc.constant(0));
const groups = fc.array(group, { minLength: 8, maxLength: 8 });
const notIpv4 = groups.filter((all) => all.slice(0, 6).join() !== '0,0,0,0,0,65535');

/** Writes an address in one of the notations that mean the same. */
const notation = fc.record({
  isPadded: fc.boolean(),
  isUpper: fc.boolean(),
  isDotted: fc.boolean(),
  zone: fc.constantFrom('', '%eth0', '%25'),
  /** Where `::` stands, if there are zeros. */
  shortened: fc.nat(7),
});

function write(
  all: readonly number[],
  how: typeof notation extends fc.Arbitrary<infer H> ? H : never,
) {
  const hex = all.map((each) => {
    const text = each.toString(16).padStart(how.isPadded ? 4 : 1, '0');
    return how.isUpper ? text.toUpperCase() : text;
  });
  const [high = 0, low = 0] = all.slice(6);
  const dotted = [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const parts = how.isDotted ? [...hex.slice(0, 6), dotted] : hex;
  let last = how.shortened;
  while (last < 6 && all[last] === 0) last += 1;
  const head = parts.slice(0, how.shortened).join(':');
  const tail = parts.slice(last).join(':');
  return `${last > how.shortened ? `${head}::${tail}` : parts.join(':')}${how.zone}`;
}

describe('an IPv6 address', () => {
  it('is one caller in whatever way it is written', () => {
    fc.assert(
      fc.property(notIpv4, notation, (all, how) => {
        const text = write(all, how);
        const plain = all.map((each) => each.toString(16)).join(':');
        expect(countedAddresses(text)).toEqual(countedAddresses(plain));
        expect(countedNetworks(text)).toEqual(countedNetworks(plain));
      }),
      { numRuns: 1_000 },
    );
  });

  it('counts for its /64, its /56 and its /48, and for no other', () => {
    fc.assert(
      fc.property(notIpv4, notIpv4, fc.nat(8), (one, other, shared) => {
        const mixed = [...one.slice(0, shared), ...other.slice(shared)];
        const [first, second] = [one, mixed].map((all) =>
          countedAddresses(all.map((each) => each.toString(16)).join(':')),
        );
        const isSame = [
          one.slice(0, 4).join() === mixed.slice(0, 4).join(),
          `${one.slice(0, 3).join()},${(one[3] ?? 0) >> 8}` ===
            `${mixed.slice(0, 3).join()},${(mixed[3] ?? 0) >> 8}`,
          one.slice(0, 3).join() === mixed.slice(0, 3).join(),
        ];
        if (mixed.slice(0, 6).join() === '0,0,0,0,0,65535') return;
        expect(first?.map(({ network }, at) => network === second?.[at]?.network)).toEqual(isSame);
      }),
      { numRuns: 1_000 },
    );
  });

  it('shares one of three counters with all 65,536 networks of its site', () => {
    const counters = new Set<string>();
    for (let subnet = 0; subnet < 65_536; subnet += 1) {
      const [, , site] = countedAddresses(`2001:db8:1:${subnet.toString(16)}::1`);
      counters.add(site?.network ?? '');
    }
    expect([...counters]).toEqual(['2001:db8:1/48']);
  });
});

it('an IPv4 address is one caller of its own, in whatever way it is written', () => {
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), notation, ([a, b, c, d], how) => {
      const ip = `${a}.${b}.${c}.${d}`;
      const mapped = write([0, 0, 0, 0, 0, 0xffff, a * 256 + b, c * 256 + d], how);
      for (const text of [ip, mapped]) {
        expect(countedAddresses(text)).toEqual([{ network: ip, times: 1 }]);
        expect(countedNetworks(text)).toEqual([{ network: `${a}.${b}.${c}`, times: 1 }]);
      }
    }),
    { numRuns: 1_000 },
  );
});
