import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemsOfUrls } from './outgoing-urls.ts';

const urls = (url: string) => [{ name: 'PRICE_BASE_URL', url }];
const problems = (url: string, ...privateHosts: string[]) =>
  problemsOfUrls(urls(url), privateHosts);

/** How the same four bytes may be written in a URL. All but the first are refused for the spelling alone. */
function spellingsOf([a, b, c, d]: readonly [number, number, number, number]): readonly string[] {
  const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const hex = (value: number) => `0x${value.toString(16)}`;
  const octal = (value: number) => `0${value.toString(8).padStart(3, '0')}`;
  return [
    [a, b, c, d].join('.'),
    [hex(a), hex(b), hex(c), hex(d)].join('.'),
    [octal(a), octal(b), octal(c), octal(d)].join('.'),
    `${a}.${b}.${(c << 8) | d}`,
    `${a}.${(b << 16) | (c << 8) | d}`,
    String(number),
    hex(number),
    octal(number),
    `${a}.${b}.${c}.${d}.`,
    `[::ffff:${a}.${b}.${c}.${d}]`,
    `[0:0:0:0:0:ffff:${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}]`,
    [...`${a}.${b}.${c}.${d}`].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
    [...`${a}.${b}.${c}.${d}`].map(toFullWidth).join(''),
  ];
}

function toFullWidth(sign: string): string {
  return sign === '.' ? '\u3002' : String.fromCharCode(sign.charCodeAt(0) + 0xfee0);
}

const byte = fc.integer({ min: 0, max: 255 });
const privateV4 = fc.oneof(
  fc.tuple(fc.constant(10), byte, byte, byte),
  fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte, byte),
  fc.tuple(fc.constant(127), byte, byte, byte),
  fc.tuple(fc.constant(169), fc.constant(254), byte, byte),
  fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte, byte),
  fc.tuple(fc.constant(192), fc.constant(168), byte, byte),
  fc.tuple(fc.integer({ min: 224, max: 255 }), byte, byte, byte),
  fc.constant([0, 0, 0, 0] as [number, number, number, number]),
);
/** What can be around the host of a URL. */
const wraps = fc.constantFrom(
  (host: string) => `https://${host}`,
  (host: string) => `https://${host}:8545/v1?key=secret#x`,
  (host: string) => `HTTPS://user:secret@${host}/`,
  (host: string) => `https://api.example%40public@${host}/`,
  (host: string) => `https:\\\\${host}\\x`,
  (host: string) => `smtps://kax:secret@${host}:465`,
  (host: string) => `smtp://${host}`,
);

describe('an outgoing URL in production', () => {
  it('never leads to a private IPv4 address, however it is written', () => {
    fc.assert(
      fc.property(privateV4, wraps, (bytes, wrap) => {
        for (const spelling of spellingsOf(bytes)) {
          expect(problems(wrap(spelling)), wrap(spelling)).toHaveLength(1);
        }
      }),
    );
  });

  it('has no unusual spelling of a public address either, nor of one that is allowed', () => {
    const [usual, ...unusual] = spellingsOf([93, 184, 215, 14]);
    expect(problems(`https://${usual}`)).toEqual([]);
    for (const host of unusual) {
      expect(problems(`https://${host}`), host).toEqual([expect.stringContaining('usual form')]);
    }
    expect(problems('http://0x0a000005', '10.0.0.5')).toHaveLength(1);
  });

  it.each([
    'localhost',
    'LOCALHOST.',
    'node.localhost',
    'printer.local',
    'metadata.google.internal',
    'metadata.google.internal.',
    'node',
    'node.',
    'postgres',
    '[::1]',
    '[::]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[ff02::1]',
    '[64:ff9b::a9fe:a9fe]',
    '[2002:7f00:1::]',
    'loc%61lhost',
    'ｌｏｃａｌｈｏｓｔ',
  ])('does not lead to %s', (host) => {
    for (const url of [`https://${host}`, `https://u:p@${host}:8545/x`, `smtps://${host}:465`]) {
      expect(problems(url), url).toHaveLength(1);
    }
  });

  it.each([
    'https://api.coingecko.com/api/v3',
    'https://localhost.example/x',
    'https://internal.example',
    'https://bücher.example',
    'https://93.184.215.14:8545/key',
    'https://[2606:4700:4700::1111]/',
    'https://user@polygon.example/?u=http://127.0.0.1',
    'smtps://kax:secret@mail.example:465',
    'smtp://mail.example:587',
    'smtp://Mail.Example?requireTLS=true&name=kax.example&tls.servername=smtp.example',
  ])('may be %s', (url) => {
    expect(problems(url)).toEqual([]);
  });

  it.each(['http://api.coingecko.com/api/v3', 'HTTP://93.184.215.14'])('needs TLS: %s', (url) => {
    expect(problems(url)).toEqual([expect.stringContaining('needs https')]);
  });

  it.each([
    'requireTLS=false',
    'requireTLS=true&requireTLS=false',
    'ignoreTLS=true',
    'opportunisticTLS=true',
    'secure=false',
    'tls.rejectUnauthorized=false',
    'tls.checkServerIdentity=0',
    'host=10.0.0.1',
    'proxy=http://10.0.0.1',
    'service=gmail',
    'socket=x',
  ])('of a mail server does not take the encryption away: ?%s', (query) => {
    for (const scheme of ['smtp', 'smtps']) {
      const url = `${scheme}://mail.example?${query}`;
      expect(problems(url)).toEqual([expect.stringContaining('ALLOW_PRIVATE_URLS')]);
    }
    expect(problems(`smtp://10.0.0.5?${query}`, '10.0.0.5')).toEqual([]);
  });

  it('may be private and without TLS where its host is listed, and only there', () => {
    const hosts = ['10.0.0.5', 'node.internal', 'fd00::5', 'bor'];
    for (const host of ['10.0.0.5', 'node.internal', 'Node.Internal.', '[fd00::5]', 'bor']) {
      expect(problems(`http://${host}:8545/key`, ...hosts), host).toEqual([]);
    }
    for (const host of ['10.0.0.6', 'x.node.internal', 'node.internal.example', '[fd00::6]']) {
      expect(problems(`http://${host}:8545/key`, ...hosts), host).toHaveLength(1);
    }
  });

  it('is named by its variable and host, and by nothing that may be a key', () => {
    const [problem, ...others] = problemsOfUrls(
      [
        { name: 'POLYGON_RPC_URLS', url: 'https://user:hidden@10.0.0.1:8545/hidden?key=hidden' },
        { name: 'RANGO_BASE_URL', url: 'https://api.rango.exchange' },
      ],
      [],
    );
    expect(problem).toMatch(/^POLYGON_RPC_URLS: 10\.0\.0\.1 is /);
    expect(problem).not.toContain('hidden');
    expect(others).toEqual([]);
  });
});
