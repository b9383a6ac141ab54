import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** What of IPv4 is not public (https://www.iana.org/assignments/iana-ipv4-special-registry). */
const SPECIAL_V4 = rangesOf('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);
/** All of IPv6 that is public, apart from the exceptions below (https://www.iana.org/assignments/ipv6-address-space). */
const GLOBAL_V6 = rangesOf('ipv6', ['2000::/3']);
/** Teredo, benchmarking, ORCHID and the like, and documentation. */
const SPECIAL_V6 = rangesOf('ipv6', ['2001::/23', '2001:db8::/32', '3fff::/20']);

/** First group of an address that has an IPv4 address in the next two (6to4, RFC 3056). */
const SIX_TO_FOUR = 0x2002;
/** First six groups of one that has an IPv4 address in its last two: mapped (RFC 4291) and NAT64 (RFC 6052). */
const BEFORE_V4 = new Set(['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']);

/**
 * @returns whether an address is one of the public Internet: not loopback, private, shared, link-local, unspecified,
 * multicast, reserved or for documentation. An IPv6 address that stands for an IPv4 address is what that one is. False
 * for what is no address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !SPECIAL_V4.check(address, 'ipv4');
  const [withoutZone = ''] = address.split('%');
  if (!isIPv6(withoutZone)) return false;
  const contained = containedV4(groupsOf(withoutZone));
  if (contained !== null) return isPublicAddress(contained);
  return GLOBAL_V6.check(withoutZone, 'ipv6') && !SPECIAL_V6.check(withoutZone, 'ipv6');
}

/** @returns the IPv4 address that an IPv6 address stands for; null for most */
function containedV4(groups: readonly number[]): string | null {
  const before = groups.slice(0, 6).map((group) => group.toString(16));
  if (BEFORE_V4.has(before.join(':'))) return toV4(groups.slice(6));
  return groups[0] === SIX_TO_FOUR ? toV4(groups.slice(1, 3)) : null;
}

function toV4(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}

/** @returns the eight groups of an IPv6 address, however it is written */
function groupsOf(address: string): readonly number[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros: string[] = Array(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

function rangesOf(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits = ''] = range.split('/');
    list.addSubnet(network, Number.parseInt(bits, 10), family);
  }
  return list;
}
