import { describe, expect, it } from 'vitest';
import type { ChainRecord } from './chain-record.ts';
import {
  CHAIN_ID,
  newWallet,
  POOL,
  recordOf,
  signedPrivately,
  signedPublicly,
  TOKEN,
  transferLog,
  unshieldLog,
  unsigned,
} from './payments.test-setup.ts';
import { verifyReceipt } from './verify-receipt.ts';

const [alice, bob, mallory] = [newWallet(), newWallet(), newWallet()];
const [from, to] = [alice.account.address, bob.account.address];
const PAID = 40_000_000n;
const plain = unsigned({ from, to });
const proven = {
  ...{ transaction: 'proven', time: 'proven', token: 'proven', amount: 'proven' },
  ...{ recipient: 'proven', sender: 'proven', signature: 'proven' },
};
const paid = recordOf({ logs: [transferLog(from, to, PAID)] });

async function verdictOf(over: Partial<typeof plain>, record: ChainRecord, by = alice) {
  return verifyReceipt(await signedPublicly({ ...plain, ...over }, by), record);
}

describe('a public payment of a token', () => {
  it('is proven by either side', async () => {
    const genuine = { isGenuine: true, results: proven, pool: null };
    expect(await verdictOf({}, paid)).toEqual(genuine);
    expect(await verdictOf({ issuer: 'recipient' }, paid, bob)).toEqual(genuine);
  });

  it('may be several transfers, less what went back in the same transaction', async () => {
    const logs = [transferLog(from, to, PAID - 1n), transferLog(from, to, 1n)];
    expect((await verdictOf({}, recordOf({ logs }))).isGenuine).toBe(true);
    const refunded = recordOf({ logs: [...paid.logs, transferLog(to, from, PAID)] });
    expect((await verdictOf({}, refunded)).results).toMatchObject({ amount: 'wrong' });
  });

  it('to oneself counts once', async () => {
    const own = recordOf({ logs: [transferLog(from, from, PAID)] });
    expect((await verdictOf({ to: from }, own)).isGenuine).toBe(true);
  });

  it.each<[string, Partial<typeof plain>, object]>([
    ['another amount', { amount: '40000001' }, { amount: 'wrong' }],
    ['another recipient', { to: mallory.account.address }, { recipient: 'wrong', amount: 'wrong' }],
    ['another block', { blockNumber: 78 }, { transaction: 'wrong' }],
    ['another transaction', { transactionHash: `0x${'0'.repeat(64)}` }, { transaction: 'wrong' }],
    ['another chain', { chainId: 31338 }, { transaction: 'wrong' }],
    ['another time', { at: '2026-11-22T12:31:01.000Z' }, { time: 'wrong' }],
    ['fewer decimals', { token: { ...plain.token, decimals: 2 } }, { token: 'wrong' }],
    ['another symbol', { token: { ...plain.token, symbol: 'USDT' } }, { token: 'wrong' }],
    ['another contract', { token: { ...plain.token, address: POOL } }, { token: 'wrong' }],
    ['no contract', { token: { ...plain.token, decimals: 18, address: null } }, { token: 'wrong' }],
  ])('is not genuine with %s, although its sender signed it', async (_name, over, results) => {
    const verdict = await verdictOf(over, paid);
    expect(verdict.isGenuine).toBe(false);
    expect(verdict.results).toMatchObject({ ...results, signature: 'proven' });
  });

  it('is not proven by what looks like a transfer of it', async () => {
    const [log] = paid.logs;
    if (log === undefined) throw new Error('There is no event.');
    const [topic = '', ...sides] = log.topics;
    const others = [
      { ...log, address: POOL },
      { ...log, topics: [topic, ...sides, `0x${'0'.repeat(64)}`] },
      { ...log, topics: [`0x${'0'.repeat(64)}`, ...sides] },
      {
        ...log,
        topics: [topic, `0x${'1'.repeat(24)}${from.slice(2).toLowerCase()}`, sides[1] ?? ''],
      },
      { ...log, data: `${log.data}${'0'.repeat(64)}` },
      { ...log, data: '0x' },
      { ...log, data: '0xzz' },
    ];
    for (const other of others) {
      expect((await verdictOf({}, recordOf({ logs: [other] }))).isGenuine).toBe(false);
    }
  });

  it('counts only when the transaction succeeded and its contract says what its token is', async () => {
    expect((await verdictOf({}, { ...paid, isSuccess: false })).isGenuine).toBe(false);
    expect((await verdictOf({}, { ...paid, token: null })).results.token).toBe('wrong');
    const wrapped = { ...paid, token: { decimals: 6, symbol: 'WUSDC' } };
    expect((await verdictOf({}, wrapped)).results.token).toBe('wrong');
  });

  it('names the network by its known name', async () => {
    const polygon = { ...paid, chainId: 137 };
    expect((await verdictOf({ chainId: 137, chain: 'Polygon' }, polygon)).isGenuine).toBe(true);
    const renamed = await verdictOf({ chainId: 137, chain: 'Ethereum' }, polygon);
    expect(renamed.results.transaction).toBe('wrong');
  });
});

describe('a public payment of the network’s own coin', () => {
  const token = { symbol: 'POL', decimals: 18, address: null };
  const carried = recordOf({
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    value: PAID,
    token: null,
  });

  it('is what the transaction carries', async () => {
    expect(await verdictOf({ token }, carried)).toEqual({
      ...{ isGenuine: true, results: proven, pool: null },
    });
  });

  it('is not what a contract passed on, and has 18 decimals and its own name', async () => {
    const inside = { ...carried, value: 0n };
    expect((await verdictOf({ token }, inside)).results).toMatchObject({ amount: 'wrong' });
    const created = { ...carried, to: null };
    expect((await verdictOf({ token }, created)).results).toMatchObject({ recipient: 'wrong' });
    const few = { ...token, decimals: 6 };
    expect((await verdictOf({ token: few }, carried)).results.token).toBe('wrong');
    const polygon = { ...carried, chainId: 137 };
    const named = { ...{ chainId: 137, chain: 'Polygon' }, token: { ...token, symbol: 'ETH' } };
    expect((await verdictOf(named, polygon)).results.token).toBe('wrong');
  });
});

describe('the signature of a public payment', () => {
  it('is of the side that the receipt names', async () => {
    for (const by of [bob, mallory]) {
      const verdict = await verdictOf({}, paid, by);
      expect(verdict).toMatchObject({ isGenuine: false, results: { signature: 'wrong' } });
    }
    const privately = verifyReceipt(signedPrivately(plain, alice), paid);
    expect(privately.results.signature).toBe('wrong');
  });

  it('has only the form that wallets make', async () => {
    const { signature, ...rest } = await signedPublicly(plain, alice);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = order - BigInt(`0x${signature.slice(66, 130)}`);
    const v = signature.endsWith('1b') ? '1c' : '1b';
    const highS = `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`;
    const raw = `${signature.slice(0, 130)}${signature.endsWith('1b') ? '00' : '01'}`;
    const empty = `0x${'0'.repeat(128)}1b`;
    const others = [highS, raw, empty, signature.slice(0, 130), `0x${'f'.repeat(130)}`];
    for (const other of others) {
      const verdict = verifyReceipt({ ...rest, signature: other }, paid);
      expect(verdict.results.signature, other).toBe('wrong');
    }
    expect(verifyReceipt({ ...rest, signature }, paid).isGenuine).toBe(true);
  });

  it('covers everything that the receipt says', async () => {
    const receipt = await signedPublicly(plain, alice);
    const changes = [
      { stated: { ...receipt.stated, fromName: 'Mallory' } },
      { stated: { ...receipt.stated, message: 'For the car' } },
      { issuedAt: '2026-11-24T08:00:00.000Z' },
      { chain: 'Other' },
      { issuer: 'recipient' as const },
      { from: from.toLowerCase() },
    ];
    for (const change of changes) {
      const { isGenuine, results } = verifyReceipt({ ...receipt, ...change }, paid);
      expect({ isGenuine, signature: results.signature }).toEqual({
        ...{ isGenuine: false, signature: 'wrong' },
      });
    }
  });
});

describe('a payment out of the pool', () => {
  const out = { from: alice.privateAddress, to, proof: { kind: 'unshield' as const } };
  const logs = [unshieldLog(to, PAID), transferLog(POOL, to, PAID)];

  it('is proven but for who paid', () => {
    expect(verifyReceipt(signedPrivately({ ...plain, ...out }, alice), recordOf({ logs }))).toEqual(
      {
        ...{ isGenuine: true, results: { ...proven, sender: 'stated' }, pool: POOL },
      },
    );
  });

  it('needs the token’s own record of it', () => {
    const receipt = signedPrivately({ ...plain, ...out }, alice);
    const [event, transfer] = logs;
    if (event === undefined || transfer === undefined) throw new Error('There are no events.');
    for (const some of [[event], [transfer], [event, transferLog(POOL, to, PAID - 1n)]]) {
      expect(verifyReceipt(receipt, recordOf({ logs: some })).results.amount).toBe('wrong');
    }
    const more = signedPrivately({ ...plain, ...out, amount: '40000001' }, alice);
    expect(verifyReceipt(more, recordOf({ logs })).results.amount).toBe('wrong');
    const elsewhere = [unshieldLog(to, PAID, { token: POOL }), transfer];
    expect(verifyReceipt(receipt, recordOf({ logs: elsewhere })).results.token).toBe('wrong');
  });

  it('names the contract that says it is the pool', () => {
    const receipt = signedPrivately({ ...plain, ...out }, alice);
    const own = '0x9999999999999999999999999999999999999999';
    const theirs = [unshieldLog(to, PAID, { pool: own }), transferLog(own, to, PAID)];
    expect(verifyReceipt(receipt, recordOf({ logs: theirs })).pool).toBe(own);
  });

  it('is signed by a private sender: no one else can claim it in this form', async () => {
    const record = recordOf({ logs });
    const byRecipient = await signedPublicly({ ...plain, ...out, issuer: 'recipient' }, bob);
    expect(verifyReceipt(byRecipient, record).results.signature).toBe('wrong');
    const publicly = await signedPublicly({ ...plain, ...out, from }, alice);
    expect(verifyReceipt(publicly, record).isGenuine).toBe(false);
    const byOther = signedPrivately({ ...plain, ...out }, mallory);
    expect(verifyReceipt(byOther, record).results.signature).toBe('wrong');
  });
});

it('a receipt proves nothing with a record of nothing', async () => {
  const record = recordOf({ chainId: CHAIN_ID + 1, hash: '0x', token: null });
  const { isGenuine, results } = await verdictOf(
    { token: { ...plain.token, address: TOKEN } },
    record,
  );
  expect(isGenuine).toBe(false);
  expect(results).toMatchObject({ amount: 'wrong', recipient: 'wrong', sender: 'wrong' });
});
