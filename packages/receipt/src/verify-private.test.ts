import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/curves/utils.js';
import { describe, expect, it } from 'vitest';
import { privateAddressKeys } from '#pool/addresses';
import { FIELD_ORDER } from '#pool/poseidon-constants';
import {
  encodePrivateAddress,
  newWallet,
  type OpenedNote,
  POOL,
  recordOf,
  signedPrivately,
  TOKEN,
  transact,
  transferLog,
  unsigned,
  VISIBLE,
} from './payments.test-setup.ts';
import { receiptText } from './receipt-text.ts';
import { verifyReceipt } from './verify-receipt.ts';

const [alice, bob, carol, mallory] = [newWallet(), newWallet(), newWallet(), newWallet()];
const proven = {
  ...{ transaction: 'proven', time: 'proven', token: 'proven', amount: 'proven' },
  ...{ recipient: 'proven', sender: 'proven', signature: 'proven' },
};
const hidden = transact([{ to: bob, value: 40_000_000n, recordedSender: alice }]);
const shown = transact([
  { to: bob, value: 40_000_000n, recordedSender: alice, isSenderVisible: true },
]);

function claim(
  notes: readonly OpenedNote[],
  over: Partial<ReturnType<typeof unsigned>> = {},
): ReturnType<typeof unsigned> {
  const proof = { kind: 'private-transfer' as const, notes: [...notes] };
  return unsigned({ from: alice.privateAddress, to: bob.privateAddress, proof, ...over });
}

/** What a recipient knows whose sender is hidden. */
const withoutSender = (notes: readonly OpenedNote[]) =>
  notes.map((note) => ({ ...note, senderRandom: null }));

describe('a private payment', () => {
  const record = recordOf({ logs: [hidden.log] });

  it('is proven whole by its sender', () => {
    expect(verifyReceipt(signedPrivately(claim(hidden.notes), alice), record)).toEqual({
      ...{ isGenuine: true, results: proven, pool: POOL },
    });
  });

  it('is proven by its recipient, who doesn’t learn who paid', () => {
    const receipt = claim(withoutSender(hidden.notes), { from: null, issuer: 'recipient' });
    expect(verifyReceipt(signedPrivately(receipt, bob), record)).toEqual({
      ...{ isGenuine: true, results: { ...proven, sender: 'absent' }, pool: POOL },
    });
  });

  it('of several notes counts them together, wherever they are', () => {
    const plan = { to: bob, recordedSender: alice };
    const change = { to: alice, value: 5n, recordedSender: alice };
    const one = transact([change, { ...plan, value: 15_000_000n }], { tree: 3, start: 65_534 });
    const two = transact([{ ...plan, value: 25_000_000n }, change], { tree: 4, start: 0 });
    const paid = [one.notes[1], two.notes[0]].flatMap((note) => note ?? []);
    const both = recordOf({ logs: [one.log, transferLog(POOL, TOKEN, 1n), two.log] });
    const verdict = verifyReceipt(signedPrivately(claim(paid), alice), both);
    expect(verdict).toEqual({ isGenuine: true, results: proven, pool: POOL });
  });

  it('calls the wrapped coin by the coin’s own name, and no other token', () => {
    const named = { ...claim(hidden.notes).token, symbol: 'POL' };
    const receipt = signedPrivately(claim(hidden.notes, { token: named }), alice);
    const wrapped = { ...record, token: { decimals: 6, symbol: 'WPOL' } };
    expect(verifyReceipt(receipt, wrapped).isGenuine).toBe(true);
    expect(verifyReceipt(receipt, record).results.token).toBe('wrong');
  });

  it('on Polygon, calls only Polygon’s own wrapped coin POL, whatever a contract calls itself', () => {
    const named = (address: string) => ({ symbol: 'POL', decimals: 18, address });
    const verdictOf = (address: string, symbol: string) => {
      const plan = { to: bob, value: 40_000_000n, recordedSender: alice, token: address };
      const { log, notes } = transact([plan]);
      const there = { chainId: 137, chain: 'Polygon', token: named(address) };
      const receipt = signedPrivately(claim(notes, there), alice);
      const token = { decimals: 18, symbol };
      return verifyReceipt(receipt, recordOf({ logs: [log], chainId: 137, token }));
    };
    const own = '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270';
    expect(verdictOf(own, 'WPOL').isGenuine).toBe(true);
    expect(verdictOf(own, 'WMATIC').isGenuine).toBe(true);
    expect(verdictOf(TOKEN, 'WPOL').results).toMatchObject({ token: 'wrong', amount: 'proven' });
  });

  it.each<[string, Partial<ReturnType<typeof unsigned>>, object]>([
    ['another amount', { amount: '40000001' }, { amount: 'wrong', recipient: 'proven' }],
    ['another recipient', { to: carol.privateAddress }, { recipient: 'wrong' }],
    [
      'another token',
      { token: { symbol: 'USDC', decimals: 6, address: POOL } },
      { token: 'wrong' },
    ],
    [
      'other decimals',
      { token: { symbol: 'USDC', decimals: 2, address: TOKEN } },
      { token: 'wrong', amount: 'proven' },
    ],
    ['no contract', { token: { symbol: 'POL', decimals: 18, address: null } }, { token: 'wrong' }],
    ['another block', { blockNumber: 78 }, { transaction: 'wrong' }],
    ['a public recipient', { to: bob.account.address }, { recipient: 'wrong' }],
    ['another kind of proof', { proof: { kind: 'unshield' } }, { amount: 'wrong' }],
  ])('is not genuine with %s, although its sender signed it', (_name, over, results) => {
    const receipt = signedPrivately(claim(hidden.notes, over), alice);
    const verdict = verifyReceipt(receipt, record);
    expect(verdict.isGenuine).toBe(false);
    expect(verdict.results).toMatchObject({ ...results, signature: 'proven' });
  });

  it('is not genuine when anything of an opened note is changed', () => {
    const [note] = hidden.notes;
    if (note === undefined) throw new Error('There is no note.');
    const flip = (hex: string) => `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`;
    const changes: readonly Partial<OpenedNote>[] = [
      { tree: 1 },
      { position: 11 },
      { value: '40000001' },
      { random: flip(note.random) },
      { senderRandom: flip(note.senderRandom ?? '') },
      { senderRandom: VISIBLE },
      { senderRandom: null },
    ];
    for (const change of changes) {
      const receipt = signedPrivately(claim([{ ...note, ...change }]), alice);
      expect(verifyReceipt(receipt, record).isGenuine, JSON.stringify(change)).toBe(false);
    }
  });
});

it('a sender who opens no keys of a note, or names no sender, proves nothing', () => {
  const record = recordOf({ logs: [hidden.log] });
  const closed = verifyReceipt(signedPrivately(claim(withoutSender(hidden.notes)), alice), record);
  expect(closed.results).toMatchObject({ recipient: 'wrong', sender: 'wrong' });
  const nameless = signedPrivately(claim(hidden.notes, { from: null }), alice);
  expect(verifyReceipt(nameless, record)).toMatchObject({
    ...{ isGenuine: false, pool: null },
    results: { amount: 'wrong', sender: 'wrong', signature: 'wrong' },
  });
});

describe('a forger', () => {
  it('can’t prove that someone else paid them, by paying themselves in their name', () => {
    // Whoever makes a payment chooses which key is recorded as the sender's: here Mallory, who pays Mallory.
    const forged = transact([
      { to: mallory, value: 40_000_000n, recordedSender: carol, isSenderVisible: true },
    ]);
    const record = recordOf({ logs: [forged.log] });
    const sides = { from: carol.privateAddress, to: mallory.privateAddress };
    const asRecipient = claim(forged.notes, { ...sides, issuer: 'recipient' });
    expect(verifyReceipt(signedPrivately(asRecipient, mallory), record).results.sender).toBe(
      'stated',
    );
    const asSender = claim(forged.notes, { ...sides, issuer: 'sender' });
    const verdict = verifyReceipt(signedPrivately(asSender, mallory), record);
    expect(verdict.isGenuine).toBe(false);
    expect(verdict.results).toMatchObject({ signature: 'wrong', sender: 'stated' });
  });

  it('can’t claim a payment that another made, with everything that its receipt opens', () => {
    const record = recordOf({ logs: [hidden.log] });
    const asOwn = claim(hidden.notes, { from: mallory.privateAddress });
    const verdict = verifyReceipt(signedPrivately(asOwn, mallory), record);
    expect(verdict).toMatchObject({ isGenuine: false, results: { sender: 'wrong' } });
  });

  it('can’t name another sender than the recipient was shown', () => {
    const record = recordOf({ logs: [shown.log] });
    const honest = claim(shown.notes, { issuer: 'recipient' });
    expect(verifyReceipt(signedPrivately(honest, bob), record)).toMatchObject({
      ...{ isGenuine: true, results: { ...proven, sender: 'stated' } },
    });
    const lie = claim(shown.notes, { issuer: 'recipient', from: carol.privateAddress });
    expect(verifyReceipt(signedPrivately(lie, bob), record)).toMatchObject({
      ...{ isGenuine: false, results: { sender: 'wrong' } },
    });
    const guess = claim(withoutSender(hidden.notes), { issuer: 'recipient' });
    const verdict = verifyReceipt(signedPrivately(guess, bob), recordOf({ logs: [hidden.log] }));
    expect(verdict.results.sender).toBe('wrong');
  });

  it('can’t claim to have received what someone else received', () => {
    const record = recordOf({ logs: [hidden.log] });
    const theirs = { from: null, to: mallory.privateAddress, issuer: 'recipient' as const };
    const receipt = signedPrivately(claim(withoutSender(hidden.notes), theirs), mallory);
    expect(verifyReceipt(receipt, record)).toMatchObject({
      ...{ isGenuine: false, results: { recipient: 'wrong' } },
    });
  });

  it('who knows a note can only pair its owner’s first key with their own, in an address that is not the owner’s', () => {
    const record = recordOf({ logs: [hidden.log] });
    const half = encodePrivateAddress({ ...bob, viewingPublicKey: mallory.viewingPublicKey });
    expect(half).not.toBe(bob.privateAddress);
    const asSender = signedPrivately(claim(hidden.notes, { to: half }), alice);
    expect(verifyReceipt(asSender, record).results.recipient).toBe('wrong');
  });

  it('can’t count one note twice', () => {
    const record = recordOf({ logs: [hidden.log] });
    const twice = claim([...hidden.notes, ...hidden.notes], { amount: '80000000' });
    expect(verifyReceipt(signedPrivately(twice, alice), record)).toMatchObject({
      ...{ isGenuine: false, results: { amount: 'wrong' } },
    });
  });

  it('can’t use a value that the pool’s field takes for the same', () => {
    const record = recordOf({ logs: [hidden.log] });
    const [note] = hidden.notes;
    if (note === undefined) throw new Error('There is no note.');
    const value = (40_000_000n + FIELD_ORDER).toString();
    const large = claim([{ ...note, value }], { amount: value });
    expect(verifyReceipt(signedPrivately(large, alice), record).isGenuine).toBe(false);
  });

  it('can’t use an address whose keys the pool takes for someone else’s', () => {
    const alias = encodePrivateAddress({
      ...{ masterPublicKey: bob.masterPublicKey + FIELD_ORDER },
      viewingPublicKey: bob.viewingPublicKey,
    });
    expect(privateAddressKeys(bob.privateAddress, 137)).not.toBeNull();
    expect(privateAddressKeys(alias, 137)).toBeNull();
    const record = recordOf({ logs: [hidden.log] });
    const receipt = signedPrivately(claim(hidden.notes, { to: alias }), alice);
    expect(verifyReceipt(receipt, record).isGenuine).toBe(false);
  });

  it('can’t sign with a key of small order, or with a key and such a part', () => {
    const small = [
      '0100000000000000000000000000000000000000000000000000000000000000',
      'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      '0000000000000000000000000000000000000000000000000000000000000000',
      '0000000000000000000000000000000000000000000000000000000000000080',
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
      '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
      // Encodings that are not the shortest.
      'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
      '0100000000000000000000000000000000000000000000000000000000000080',
    ].map(hexToBytes);
    const torsion = ed25519.Point.fromBytes(small[4] as Uint8Array);
    const mixed = ed25519.Point.fromBytes(mallory.viewingPublicKey).add(torsion).toBytes();
    for (const viewingPublicKey of [...small, mixed]) {
      const from = encodePrivateAddress({ ...mallory, viewingPublicKey });
      expect(privateAddressKeys(from, 31337), bytesToHex(viewingPublicKey)).toBeNull();
      const receipt = claim(hidden.notes, { from });
      // With the neutral element for R and 0 for S, such a key "signs" anything.
      const nothing = `0x${bytesToHex(small[0] as Uint8Array)}${'0'.repeat(64)}`;
      const verdict = verifyReceipt(
        { ...receipt, signature: nothing },
        recordOf({ logs: [hidden.log] }),
      );
      expect(verdict.results).toMatchObject({ signature: 'wrong', sender: 'wrong' });
    }
  });

  it('can’t make another signature out of one', () => {
    const record = recordOf({ logs: [hidden.log] });
    const { signature, ...rest } = signedPrivately(claim(hidden.notes), alice);
    const order = ed25519.Point.Fn.ORDER;
    const scalar = BigInt(`0x${bytesToHex(hexToBytes(signature.slice(66)).reverse())}`) + order;
    const raised = hexToBytes(scalar.toString(16).padStart(64, '0')).reverse();
    const others = [
      `${signature.slice(0, 66)}${bytesToHex(raised)}`,
      `${signature}00`,
      signature.slice(0, -2),
      `0x${'0'.repeat(128)}`,
      `0x${bytesToHex(ed25519.sign(Buffer.from(receiptText(rest).slice(14)), alice.viewingKey))}`,
    ];
    for (const other of others) {
      const verdict = verifyReceipt({ ...rest, signature: other }, record);
      expect(verdict.results.signature, other).toBe('wrong');
    }
  });

  it('can’t hide that another contract recorded it: the verdict names the one that counted', () => {
    const own = '0x9999999999999999999999999999999999999999';
    const theirs = transact([{ to: bob, value: 40_000_000n, recordedSender: alice }], {
      pool: own,
    });
    const receipt = signedPrivately(claim(theirs.notes), alice);
    expect(verifyReceipt(receipt, recordOf({ logs: [theirs.log] })).pool).toBe(own);
    const both = recordOf({ logs: [hidden.log, theirs.log] });
    expect(verifyReceipt(receipt, both).pool).toBe(own);
    expect(verifyReceipt(signedPrivately(claim(hidden.notes), alice), both).pool).toBe(POOL);
  });

  it('can’t spread the notes of one payment over two contracts', () => {
    const own = '0x9999999999999999999999999999999999999999';
    const plan = { to: bob, value: 20_000_000n, recordedSender: alice };
    const [one, two] = [transact([plan]), transact([plan], { pool: own, start: 11 })];
    const receipt = signedPrivately(claim([...one.notes, ...two.notes]), alice);
    expect(verifyReceipt(receipt, recordOf({ logs: [one.log, two.log] })).isGenuine).toBe(false);
  });
});

describe('what a receipt reveals', () => {
  it('is one payment: it opens no other note of either side, not even of the same transaction', () => {
    const change = { to: alice, value: 7n, recordedSender: alice };
    const { log, notes } = transact([
      { to: bob, value: 40_000_000n, recordedSender: alice },
      change,
    ]);
    const [paid, kept] = notes;
    if (paid === undefined || kept === undefined) throw new Error('There are two notes.');
    const receipt = signedPrivately(claim([paid]), alice);
    const text = JSON.stringify(receipt);
    const secrets = [kept.random, kept.senderRandom ?? '', bytesToHex(alice.viewingKey)];
    for (const secret of secrets) expect(text).not.toContain(secret.replace('0x', ''));
    const record = recordOf({ logs: [log] });
    expect(verifyReceipt(receipt, record).isGenuine).toBe(true);
    // The randoms of the payment don't open the change, which is in the next place and the sender's own.
    const guess = claim([{ ...paid, position: kept.position, value: kept.value }], {
      ...{ to: alice.privateAddress, amount: '7' },
    });
    expect(verifyReceipt(signedPrivately(guess, alice), record).isGenuine).toBe(false);
  });

  it('of a recipient whose sender is hidden is no sender: the recorded key fits none without the sender’s random', () => {
    const record = recordOf({ logs: [hidden.log] });
    const guesses = [VISIBLE, `0x${'11'.repeat(15)}`];
    for (const senderRandom of guesses) {
      const notes = hidden.notes.map((note) => ({ ...note, senderRandom }));
      const receipt = claim(notes, { issuer: 'recipient' });
      expect(verifyReceipt(signedPrivately(receipt, bob), record).results.sender).toBe('wrong');
    }
  });
});
