import { wordlist } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Owner, OwnerWrap } from '#signing/messages/owner-wrap';
import { readWrap } from '#signing/messages/owner-wrap';
import { associatedData } from './associated-data.ts';
import { phraseSecret } from './box-key.ts';
import { drawPhrase, normalizePhrase } from './draw-phrase.ts';
import { openBox, sealWrap } from './owner-wraps.ts';

const bytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((drawn) => new Uint8Array(drawn));
const owners: fc.Arbitrary<Owner> = fc.record({
  userId: fc.uuid(),
  address: bytes(20).map((drawn) => `0x${Buffer.from(drawn).toString('hex')}`),
  privateAddress: fc.stringMatching(/^[0-9a-z]{124}$/).map((text) => `0zk${text}`),
});
const secrets = fc.record({ keys: bytes(96), entropy: bytes(16) });
const sealed = fc
  .record({
    owner: owners,
    content: secrets,
    secret: bytes(32),
    credentialId: fc.stringMatching(/^[\w-]{20}$/),
  })
  .map((drawn) => ({ ...drawn, seal: () => sealPasskey(drawn) }));

interface Sealing {
  readonly owner: Owner;
  readonly content: { keys: Uint8Array<ArrayBuffer>; entropy: Uint8Array<ArrayBuffer> };
  readonly secret: Uint8Array<ArrayBuffer>;
  readonly credentialId: string;
}

function sealPasskey({ owner, content, secret, credentialId }: Sealing): Promise<OwnerWrap> {
  const details = { kind: 'passkey', credentialId, publicKey: 'AA', salt: '' } as const;
  return sealWrap(content, secret, { owner, ...details });
}

describe('a wrap', () => {
  it('opens to the keys and to the entropy with the secret that sealed it, as the server returns it', async () => {
    await fc.assert(
      fc.asyncProperty(sealed, async ({ owner, content, secret, seal }) => {
        const wrap = readWrap(JSON.parse(JSON.stringify(await seal())));
        const keys = await openBox(wrap, secret, { use: 'spend', owner });
        const entropy = await openBox(wrap, secret, { use: 'seed', owner });
        expect(keys).toEqual({ isOpen: true, content: content.keys });
        expect(entropy).toEqual({ isOpen: true, content: content.entropy });
      }),
      { numRuns: 30 },
    );
  });

  it('opens 0 times for another user, wallet, wrap, kind, passkey, use or secret', async () => {
    await fc.assert(
      fc.asyncProperty(sealed, owners, bytes(32), async (sealing, stranger, other) => {
        const { owner, secret, seal } = sealing;
        const wrap = await seal();
        const swapped = { ...wrap, keysBox: wrap.entropyBox, entropyBox: wrap.keysBox };
        const attempts: readonly (readonly [OwnerWrap, Uint8Array<ArrayBuffer>, Owner])[] = [
          [wrap, secret, { ...owner, userId: stranger.userId }],
          [wrap, secret, { ...owner, address: stranger.address }],
          [wrap, secret, { ...owner, privateAddress: stranger.privateAddress }],
          [{ ...wrap, id: crypto.randomUUID() }, secret, owner],
          [{ ...wrap, kind: 'phrase' }, secret, owner],
          [{ ...wrap, credentialId: `${wrap.credentialId}A` }, secret, owner],
          [swapped, secret, owner],
          [wrap, other, owner],
        ];
        for (const [box, key, holder] of attempts) {
          for (const use of ['spend', 'seed'] as const) {
            expect(await openBox(box, key, { use, owner: holder })).toEqual({ isOpen: false });
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('does not open with one bit changed', async () => {
    await fc.assert(
      fc.asyncProperty(sealed, fc.nat(), async ({ owner, secret, seal }, seed) => {
        const wrap = await seal();
        const content = Buffer.from(wrap.keysBox.bytes, 'hex');
        const at = seed % content.length;
        content.writeUInt8(content.readUInt8(at) ^ (1 << (seed % 8)), at);
        const changed = { ...wrap, keysBox: { ...wrap.keysBox, bytes: content.toString('hex') } };
        expect(await openBox(changed, secret, { use: 'spend', owner })).toEqual({ isOpen: false });
      }),
      { numRuns: 30 },
    );
  });

  it('of another version is not read', async () => {
    const [{ seal } = { seal: () => Promise.reject(new Error('nothing drawn')) }] = fc.sample(
      sealed,
      1,
    );
    const wrap = await seal();
    expect(() => readWrap({ ...wrap, version: 2 })).toThrow('version');
    expect(() => readWrap({ ...wrap, note: 'more' })).toThrow('list of fields');
  });
});

it('binds a box to parts that no other parts run together to', () => {
  const owner = { userId: 'ab', address: 'c', privateAddress: 'd' };
  const binding = { use: 'spend', owner, wrapId: 'e', kind: 'passkey', credentialId: '' } as const;
  const moved = { ...binding, owner: { ...owner, userId: 'a', address: 'bc' } };
  expect(associatedData(binding)).not.toEqual(associatedData(moved));
});

describe('a phrase', () => {
  it('has six words of the list', () => {
    const words = drawPhrase(wordlist).split(' ');
    expect(words).toHaveLength(6);
    expect(words.every((word) => wordlist.includes(word))).toBe(true);
    expect(drawPhrase(wordlist)).not.toBe(words.join(' '));
  });

  it('opens its wrap however it is typed, and no other phrase does', async () => {
    const [owner = { userId: '', address: '', privateAddress: '' }] = fc.sample(owners, 1);
    const salt = new Uint8Array(16).fill(7);
    const content = { keys: new Uint8Array(96).fill(1), entropy: new Uint8Array(16).fill(2) };
    const details = { kind: 'phrase', credentialId: '', publicKey: '' } as const;
    const phrase = 'ladder orbit velvet cactus museum pepper';
    const secret = await phraseSecret(phrase, salt);
    const saltText = Buffer.from(salt).toString('hex');
    const wrap = await sealWrap(content, secret, { owner, ...details, salt: saltText });
    const typed = await phraseSecret(
      normalizePhrase('  Ladder orbit\nvelvet CACTUS museum  pepper '),
      salt,
    );
    const swapped = await phraseSecret('orbit ladder velvet cactus museum pepper', salt);
    expect(await openBox(wrap, typed, { use: 'seed', owner })).toMatchObject({ isOpen: true });
    expect(await openBox(wrap, swapped, { use: 'seed', owner })).toEqual({ isOpen: false });
  });
});
