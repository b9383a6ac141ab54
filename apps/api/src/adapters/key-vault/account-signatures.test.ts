import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import type { AccountSigner, SignedContent } from '../../ports/account-signatures.ts';
import { createAccountKey, readAccountSigner, readAccountVerifier } from './account-signatures.ts';

let folder: string;
let publicFile: string;
let privateFile: string;
let signer: AccountSigner;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kax-accounts-'));
  publicFile = join(folder, 'keys', 'accounts-public.pem');
  privateFile = join(folder, 'recovery', 'accounts.pem');
  signer = await createSigner();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function createSigner(): Promise<AccountSigner> {
  await createAccountKey(join(folder, 'recovery'));
  await mkdir(join(folder, 'keys'), { recursive: true });
  return readSigner();
}

function readSigner(): Promise<AccountSigner> {
  return readAccountSigner(join(folder, 'recovery'), publicFile);
}

type Fields = readonly [string, string, string, string, string, string];

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }));
const fields: fc.Arbitrary<Fields> = fc.tuple(text, text, text, text, text, text);
const accountFields: Fields = [
  randomUUID(),
  'amélie@kax.test',
  '+14155550100',
  randomUUID(),
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0zk1qy',
];
const account = accountOf(accountFields);

function accountOf([userId, email, phone, id, publicAddress, privateAddress]: Fields) {
  return {
    userId,
    email,
    phone,
    wallet: { id, publicAddress, privateAddress, custody: 'assisted' },
  } as SignedContent;
}

/** These fields with one of them changed. */
function withField(given: Fields, index: number, value: string): SignedContent {
  return accountOf(given.with(index, value) as unknown as Fields);
}

describe('the signature of an account', () => {
  it('has 64 bytes, and is accepted by every process with the public key', async () => {
    const verifier = await readAccountVerifier(publicFile);
    fc.assert(
      fc.property(fields, (given) => {
        const signature = signer.sign(accountOf(given));
        expect(signature).toHaveLength(64);
        expect(verifier.isSigned(accountOf(given), signature)).toBe(true);
        expect(signer.isSigned(accountOf(given), signature)).toBe(true);
        expect(verifier.isSigned(accountOf(given), signature)).toBe(true);
      }),
    );
  });

  it('is of one account: with any other content it is refused, whatever was accepted before', () => {
    fc.assert(
      fc.property(fields, fields, (given, other) => {
        fc.pre(given.some((value, index) => value !== other[index]));
        const signatures = [signer.sign(accountOf(given)), signer.sign(accountOf(other))] as const;
        expect(signer.isSigned(accountOf(given), signatures[0])).toBe(true);
        expect(signer.isSigned(accountOf(other), signatures[1])).toBe(true);
        expect(signer.isSigned(accountOf(given), signatures[1])).toBe(false);
        expect(signer.isSigned(accountOf(other), signatures[0])).toBe(false);
      }),
    );
  });

  it('is refused when one character moved to the next field', () => {
    fc.assert(
      fc.property(fields, fc.nat({ max: 4 }), (given, index) => {
        const [from = '', to = ''] = given.slice(index);
        const last = [...from].at(-1) ?? '';
        fc.pre(last !== '');
        const shortened = given.with(index, from.slice(0, from.length - last.length));
        const moved = shortened.with(index + 1, last + to) as unknown as Fields;
        const signature = signer.sign(accountOf(given));
        expect(signer.isSigned(accountOf(given), signature)).toBe(true);
        expect(signer.isSigned(accountOf(moved), signature)).toBe(false);
      }),
    );
  });

  it('is refused when two fields were exchanged', () => {
    const signature = signer.sign(account);
    for (let one = 0; one < 6; one += 1) {
      for (let other = one + 1; other < 6; other += 1) {
        const exchanged = accountFields
          .with(one, accountFields[other] ?? '')
          .with(other, accountFields[one] ?? '') as unknown as Fields;
        expect(signer.isSigned(accountOf(exchanged), signature)).toBe(false);
      }
    }
  });

  test.each([
    ['a letter of another alphabet', 1, 'аmélie@kax.test'],
    ['an accent of its own', 1, 'ame\u0301lie@kax.test'],
    ['a capital letter', 1, 'Amélie@kax.test'],
    ['a character that no one sees', 1, 'amélie@kax.test\u200b'],
    ['a zero at the end', 1, 'amélie@kax.test\u0000'],
    ['a blank', 2, '+1 4155550100'],
    ['digits of another alphabet', 2, '+１4155550100'],
    ['another checksum', 4, '0x52908400098527886e0f7030069857d2e4169ee7'],
    ['nothing', 5, ''],
  ])('is refused with %s', (_, index, value) => {
    const signature = signer.sign(account);
    expect(signer.isSigned(account, signature)).toBe(true);
    expect(signer.isSigned(withField(accountFields, index, value), signature)).toBe(false);
  });

  it('is refused when any bit of it changed, also after the right one was accepted', () => {
    const signature = signer.sign(account);
    expect(signer.isSigned(account, signature)).toBe(true);
    for (let bit = 0; bit < 512; bit += 1) {
      const changed = Uint8Array.from(signature);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(signer.isSigned(account, changed)).toBe(false);
    }
  });

  it('is refused without an error when its length is wrong', () => {
    const signature = Buffer.from(signer.sign(account));
    expect(signer.isSigned(account, signature)).toBe(true);
    for (let length = 0; length < 64; length += 1) {
      expect(signer.isSigned(account, signature.subarray(0, length))).toBe(false);
    }
    for (const more of [Buffer.of(0), signature, Buffer.alloc(10_000)]) {
      expect(signer.isSigned(account, Buffer.concat([signature, more]))).toBe(false);
    }
    for (const fill of [0, 255]) {
      expect(signer.isSigned(account, Buffer.alloc(64, fill))).toBe(false);
    }
  });

  it('is refused when another key made it', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const own = Buffer.from(signer.sign(account));
    expect(signer.isSigned(account, sign(null, randomBytes(32), privateKey))).toBe(false);
    const half = Buffer.concat([own.subarray(0, 32), sign(null, own, privateKey).subarray(32)]);
    expect(signer.isSigned(account, half)).toBe(false);
  });

  it('of another key is refused for the same account', async () => {
    await createAccountKey(join(folder, 'other'));
    const other = await readAccountSigner(join(folder, 'other'), join(folder, 'other.pem'));
    const signature = other.sign(account);
    expect(other.isSigned(account, signature)).toBe(true);
    expect(signer.isSigned(account, signature)).toBe(false);
    expect(other.isSigned(account, signer.sign(account))).toBe(false);
  });

  it('is remembered for a limited number of accounts', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage: () => void = runInNewContext('gc');
    const more = 'x'.repeat(10_000);
    collectGarbage();
    const held = process.memoryUsage().heapUsed;
    // The first ten thousand are forgotten before the last.
    for (let index = 0; index < 11_000; index += 1) {
      const each = withField(accountFields, 1, `${index}${more}`);
      if (!signer.isSigned(each, signer.sign(each))) throw new Error(`${index} was refused.`);
    }
    collectGarbage();
    expect(process.memoryUsage().heapUsed - held).toBeLessThan(5_000 * more.length);
    expect(signer.isSigned(account, signer.sign(account))).toBe(true);
  });
});

describe('the signature of contacts that were changed', () => {
  const first = new Date(1_800_000_000_000);
  const later = new Date(1_800_086_400_000);
  const changed = withField(accountFields, 1, 'new@kax.test');

  it('has its time, of which no bit may change', () => {
    const signature = signer.sign(account, first);
    expect(signature).toHaveLength(72);
    expect(signer.isSigned(account, signature)).toBe(true);
    for (let bit = 0; bit < 576; bit += 1) {
      const other = Uint8Array.from(signature);
      other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(signer.isSigned(account, other)).toBe(false);
    }
    for (let length = 0; length < 72; length += 1) {
      expect(signer.isSigned(account, signature.subarray(0, length))).toBe(false);
    }
  });

  it('makes the contacts of before no longer believed by a process that saw it', async () => {
    const verifier = await readAccountVerifier(publicFile);
    const before = signer.sign(account);
    const [one, two] = [signer.sign(changed, first), signer.sign(account, later)];
    for (const each of [before, two]) expect(signer.isSigned(account, each)).toBe(true);
    expect(signer.isSigned(account, before)).toBe(false);
    expect(signer.isSigned(changed, one)).toBe(false);
    expect(signer.isSigned(account, two)).toBe(true);
    expect(verifier.isSigned(changed, one)).toBe(true);
    expect(verifier.isSigned(account, before)).toBe(false);
    const other = withField(accountFields, 0, randomUUID());
    expect(verifier.isSigned(other, signer.sign(other))).toBe(true);
  });

  it('is newer than the one before, although the clock was set back', () => {
    expect(signer.isSigned(account, signer.sign(account, later))).toBe(true);
    const signature = signer.sign(changed, first);
    expect(signer.isSigned(changed, signature)).toBe(true);
    expect(signer.isSigned(changed, signature)).toBe(true);
  });

  it('of one that is never stored takes nothing from the present one', () => {
    const signature = signer.sign(account);
    signer.sign(changed, first);
    expect(signer.isSigned(account, signature)).toBe(true);
  });
});

describe('the signature of a change', () => {
  const change = {
    ...{ userId: randomUUID(), channel: 'email' as const, value: 'new@kax.test' },
    at: new Date(1_800_000_000_000),
  } as const;
  const accountSignature = randomBytes(64);

  it('is of this user, channel, value, time and account', async () => {
    const verifier = await readAccountVerifier(publicFile);
    const signature = signer.signChange({ change, accountSignature });
    for (const each of [signer, verifier]) {
      expect(each.isConfirmed({ change, accountSignature }, signature)).toBe(true);
      for (const other of [
        { userId: randomUUID() },
        { channel: 'phone' as const },
        { value: 'other@kax.test' },
        { at: new Date(change.at.getTime() - 1) },
      ]) {
        const content = { change: { ...change, ...other }, accountSignature };
        expect(each.isConfirmed(content, signature)).toBe(false);
      }
      const content = { change, accountSignature: randomBytes(64) };
      expect(each.isConfirmed(content, signature)).toBe(false);
      expect(each.isConfirmed({ change, accountSignature }, signature.subarray(1))).toBe(false);
    }
  });

  it('is never one of an account, whatever the fields have, nor the other way round', () => {
    fc.assert(
      fc.property(fields, (given) => {
        const [userId, value] = given;
        const content = { change: { ...change, userId, value }, accountSignature };
        const signatures = [
          signer.sign(accountOf(given)),
          signer.sign(accountOf(given), change.at),
        ];
        for (const each of signatures) expect(signer.isConfirmed(content, each)).toBe(false);
        expect(signer.isSigned(accountOf(given), signer.signChange(content))).toBe(false);
      }),
    );
  });
});

describe('the key of accounts', () => {
  const pem = (kind: 'ed25519' | 'x25519', part: 'public' | 'private') => {
    const pair =
      kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
    return part === 'public'
      ? pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
      : pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  };
  const rsa = generateKeyPairSync('rsa', { modulusLength: 1_024 });

  it('is created once, for no one else to read; its public part is for every process', async () => {
    expect(statSync(privateFile).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'recovery')).mode & 0o777).toBe(0o700);
    expect(statSync(publicFile).mode & 0o777).toBe(0o644);
    expect(readFileSync(publicFile, 'utf8')).not.toContain('PRIVATE');
    const signature = signer.sign(account);
    for (const read of [createSigner, readSigner]) {
      expect((await read()).isSigned(account, signature)).toBe(true);
    }
    expect(readdirSync(join(folder, 'recovery'))).toEqual(['accounts.pem']);
    expect(readdirSync(join(folder, 'keys'))).toEqual(['accounts-public.pem']);
  });

  it('is the same for several processes that start together', async () => {
    rmSync(privateFile);
    rmSync(publicFile);
    const signers = await Promise.all(Array.from({ length: 8 }, createSigner));
    const signature = signers[0]?.sign(account) ?? Buffer.alloc(0);
    expect(signers.every((each) => each.isSigned(account, signature))).toBe(true);
  });

  it('is not replaced when it is missing', async () => {
    rmSync(privateFile);
    await expect(readSigner()).rejects.toThrow(/ENOENT.*accounts\.pem/);
    expect(readdirSync(join(folder, 'recovery'))).toEqual([]);
  });

  it('gets its public file again when that is missing', async () => {
    const before = readFileSync(publicFile, 'utf8');
    rmSync(publicFile);
    await readSigner();
    expect(readFileSync(publicFile, 'utf8')).toBe(before);
  });

  test.each([createSigner, readSigner])(
    'is refused beside the public file of another key (%s)',
    async (read) => {
      const stale = pem('ed25519', 'public');
      writeFileSync(publicFile, stale);
      await expect(read()).rejects.toThrow(
        `${publicFile} is not the public key of ${privateFile}.`,
      );
      expect(readFileSync(publicFile, 'utf8')).toBe(stale);
    },
  );

  test.each([
    ['nothing', '', /has no key that can be read/],
    ['no key', 'hello', /has no key that can be read/],
    ['its public part', pem('ed25519', 'public'), /has no key that can be read/],
    ['a key for encryption', pem('x25519', 'private'), /must have an Ed25519 key, not x25519/],
  ])('is refused when its file contains %s', async (_, content, sentence) => {
    writeFileSync(privateFile, content);
    await expect(readSigner()).rejects.toThrow(sentence);
  });

  const begins = /must begin with -----BEGIN PUBLIC KEY-----/;
  test.each([
    ['nothing', '', begins],
    ['no key', 'hello', begins],
    ['half a key', pem('ed25519', 'public').slice(0, 60), /has no key that can be read/],
    ['a private key', pem('ed25519', 'private'), begins],
    [
      'a private key behind a public one of another kind',
      pem('x25519', 'public') + pem('ed25519', 'private'),
      /must have an Ed25519 key, not x25519/,
    ],
    ['a key for encryption', pem('x25519', 'public'), /must have an Ed25519 key, not x25519/],
    [
      'an RSA key',
      rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      /must have an Ed25519 key, not rsa/,
    ],
  ])(
    'is refused by every process when the public file contains %s',
    async (_, content, sentence) => {
      writeFileSync(publicFile, content);
      const refusal = await readAccountVerifier(publicFile).catch((cause: unknown) => cause);
      expect(refusal).toMatchObject({ message: expect.stringMatching(sentence) });
      expect(String(refusal)).toContain(publicFile);
    },
  );

  it('is refused by every process when there is no public file', async () => {
    rmSync(publicFile);
    await expect(readAccountVerifier(publicFile)).rejects.toThrow(/ENOENT.*accounts-public\.pem/);
  });
});
