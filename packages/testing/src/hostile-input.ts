/**
 * What strangers, careless programs and attackers send: none of it may do more than be refused.
 * Source: OWASP's input validation cheat sheet and the big list of naughty strings, reduced to what can matter here.
 */
export const hostileStrings: readonly string[] = [
  '',
  ' ',
  "' OR 1=1--",
  "'; SELECT pg_sleep(5)--",
  '$1',
  '{{7*7}}',
  '\u0024{7*7}',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'a\r\n{"level":60,"msg":"forged"}',
  'a%0d%0aBcc: b@c.test',
  'a\r\nBcc: b@c.test',
  '\u202egnp.exe',
  '😀😀😀',
  `a${'\u0301'.repeat(100)}`,
  '\ud800',
  '\u0000',
  'a\u0000b',
  'x'.repeat(10_240),
  'a@@b.test',
  'a＠b.test',
  'аlice@kax.test',
  '"a b"@kax.test',
  'a@kax.test.',
  'a@exämple.test',
  `${'a'.repeat(250)}@kax.test`,
  '+1234567890123456',
  'call me',
  '+',
  '+999555',
  '0000000000',
  '１２３４５６',
  '١٢٣٤٥٦',
  '12345',
  '1234567',
  '-12345',
  '1e5',
  '123456; drop table users',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%2e%2e%2f',
  '%00',
];

/** In place of a string. */
export const hostileValues: readonly unknown[] = [
  null,
  true,
  0,
  123456,
  [],
  ['a@b.test'],
  {},
  { toString: '1' },
  { $ne: null },
];

/** In place of a JSON object; the text as sent. */
export const hostileBodies: readonly (string | Buffer)[] = [
  '',
  'null',
  '1',
  '"a"',
  '[]',
  '{',
  '{"a":1,}',
  '{/* */}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '\ufeff{}',
  Buffer.from('{}', 'utf16le'),
  Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
];

/** Fields that no client may set. */
export const surplusFields: readonly string[] = [
  'userId',
  'role',
  'verified',
  'balance',
  'nonce',
  'isAdmin',
];

/** In place of an id in a path, percent-encoded. */
export const hostileIds: readonly string[] = [
  '%00',
  'constructor',
  '__proto__',
  '..%2f..%2f',
  '1%20or%201=1',
  '-1',
  '1.5',
  'a'.repeat(150),
  '00000000-0000-4000-8000-000000000000',
  '%ff',
];
