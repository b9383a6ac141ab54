/** @returns what belongs to one caller: an IPv4 address, or the /64 of an IPv6 address */
export function addressOf(ip: string): string {
  const plain = plainAddress(ip);
  return plain.includes('.') ? plain : networkOf(plain);
}

/** @returns the /24 of an IPv4 address, the /64 of an IPv6 address. */
export function networkOf(ip: string): string {
  const plain = plainAddress(ip);
  if (plain.includes('.')) return plain.split('.').slice(0, 3).join('.');
  const [head = '', tail = ''] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros = plain.includes('::') ? Array(8 - left.length - right.length).fill('0') : [];
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

/** An IPv4 address may be written as IPv6. */
function plainAddress(ip: string): string {
  return ip.replace(/^::ffff:(?=\d+\.)/i, '');
}
