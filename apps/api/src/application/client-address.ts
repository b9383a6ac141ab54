/** A part of the network and how many times the allowance of one caller it gets. */
export interface CountedNetwork {
  readonly network: string;
  readonly times: number;
}

const GROUPS = 8;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** What providers give: /64 to a device, /56 to a home, /48 to a site. Whoever has one has every address in it. */
const widerParts = [
  { bits: 56, times: 4 },
  { bits: 48, times: 16 },
] as const;

/** @returns what belongs to one caller: an IPv4 address, or the /64 of an IPv6 address */
export function addressOf(ip: string): string {
  const groups = groupsOf(ip);
  return embeddedIpv4(groups) ?? prefixOf(groups, 64);
}

/** @returns the /24 of an IPv4 address, the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const groups = groupsOf(ip);
  const ipv4 = embeddedIpv4(groups);
  return ipv4 === null ? prefixOf(groups, 64) : ipv4.split('.').slice(0, 3).join('.');
}

/** @returns the address of a caller, and for IPv6 the wider parts that one caller may have, which get more */
export function countedAddresses(ip: string): readonly CountedNetwork[] {
  return [{ network: addressOf(ip), times: 1 }, ...widerNetworks(ip)];
}

/** @returns the network of a caller, and for IPv6 the wider parts that one caller may have, which get more */
export function countedNetworks(ip: string): readonly CountedNetwork[] {
  return [{ network: networkOf(ip), times: 1 }, ...widerNetworks(ip)];
}

function widerNetworks(ip: string): readonly CountedNetwork[] {
  const groups = groupsOf(ip);
  if (embeddedIpv4(groups) !== null) return [];
  return widerParts.map(({ bits, times }) => ({
    network: `${prefixOf(groups, bits)}/${bits}`,
    times,
  }));
}

/** @returns the eight groups of an address in any notation; an IPv4 address as it is embedded in IPv6 */
function groupsOf(ip: string): readonly number[] {
  const plain = ip.replace(/%.*$/, '');
  const text = IPV4.test(plain) ? `::ffff:${plain}` : plain;
  const [head = '', tail = ''] = text.replace(/\d+(?:\.\d+){3}$/, toGroups).split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, GROUPS - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}

/** 203.0.113.9 is cb00:7109. */
function toGroups(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map((byte) => Number.parseInt(byte, 10));
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

/** @returns the IPv4 address of ::ffff:0:0/96, which is one written as IPv6; null for any other */
function embeddedIpv4(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6);
  const isEmbedded = groups.slice(0, 6).join(':') === '0:0:0:0:0:65535';
  return isEmbedded ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : null;
}

function prefixOf(groups: readonly number[], bits: number): string {
  const whole = groups.slice(0, Math.floor(bits / 16));
  const part =
    bits % 16 === 0 ? [] : [(groups[whole.length] ?? 0) & (0xffff << (16 - (bits % 16)))];
  return [...whole, ...part].map((group) => group.toString(16)).join(':');
}
