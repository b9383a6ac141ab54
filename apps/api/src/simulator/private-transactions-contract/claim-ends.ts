import { expect, test } from 'vitest';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { transition } from '#domain/operation/transition';
import { NONCE_TAKEN, PAID_BY_COPY, START, uuidOf } from '#testing/operation';
import type { ClaimSpender } from '../../ports/private-transactions.ts';
import { CLAIMED_AT_MS, mine, msAfter, proofOf, userOf } from '../private-transaction-steps.ts';
import { type Opened, signPublic } from './opened.ts';

const CLAIM = uuidOf(0xc1a1);
const WALLET = '0zk1claim' as PrivateAddress;
const PUBLIC_WALLET = `0x${'c1'.repeat(20)}` as PublicAddress;

/** What becomes of a signed end, and whether another one may follow. */
const COURSES = [
  ['is signed', null, 'claim-over'],
  ['is in a block', mine, 'claim-over'],
  ['is replaced', (o) => transition(o, NONCE_TAKEN), 'stored'],
  [
    'is replaced, and then paid by a copy',
    (o) => transition(transition(o, NONCE_TAKEN), PAID_BY_COPY),
    'claim-over',
  ],
] satisfies readonly (readonly [string, typeof mine | null, 'stored' | 'claim-over'])[];

/** What every repository promises of private operations that claim or return the money of one payment by link. */
export function describePrivateClaimEnds(open: () => Opened): void {
  const spender = (sealed = 'first run', address = WALLET): ClaimSpender => ({
    address,
    sealed: Buffer.from(sealed),
  });
  const end = (n: number, endsClaim = CLAIM) => open().store(n, { endsClaim, spender: spender() });
  const cancel = (n: number) => open().privateTransactions.cancel(userOf(n), uuidOf(n), START);

  test('one is stored, by its recipient or its sender at the same moment, 20 times', async () => {
    for (let round = 0; round < 20; round += 1) {
      const claim = uuidOf(0xc000 + round);
      await open().addClaim(claim);
      const both = [1 + 2 * round, 2 + 2 * round];
      const outcomes = await Promise.all(both.map((n) => end(n, claim)));
      const kinds = outcomes.map(({ kind }) => kind).toSorted();
      expect(kinds, `round ${round}`).toEqual(['claim-over', 'stored']);
      const winner = both[outcomes.findIndex(({ kind }) => kind === 'stored')] ?? -1;
      expect(await open().endOf(claim)).toBe(uuidOf(winner));
      await cancel(winner);
    }
  });

  test('one is stored or signed, of a private and a public one at the same moment', async () => {
    await open().addClaim(CLAIM);
    const more = { userId: userOf(2), account: PUBLIC_WALLET, endsClaim: CLAIM };
    const [stored, signed] = await Promise.all([end(1), signPublic(open().operations, 8, more)]);
    const made = [stored.kind === 'stored', signed.kind === 'signed'];
    expect(made.filter(Boolean)).toHaveLength(1);
    expect([stored.kind, signed.kind]).toContain('claim-over');
  });

  test('another one is refused while one waits for its proof, and stored once that has failed', async () => {
    await open().addClaim(CLAIM);
    await end(1);
    expect(await end(2)).toEqual({ kind: 'claim-over' });
    expect(await open().find(2)).toBeNull();
    expect(await open().endOf(CLAIM)).toBe(uuidOf(1));
    await cancel(1);
    expect(await end(2)).toMatchObject({ kind: 'stored' });
  });

  test.each(COURSES)('one that %s decides whether another is stored', async (_n, change, kind) => {
    await open().addClaim(CLAIM);
    await open().proveAndSign(1, { endsClaim: CLAIM, spender: spender() });
    if (change !== null) await open().record(change);
    expect((await end(2)).kind).toBe(kind);
  });

  test('one that is repeated under its key is that operation', async () => {
    await open().addClaim(CLAIM);
    await end(1);
    expect(await end(1)).toMatchObject({ kind: 'exists', operation: { id: uuidOf(1) } });
  });

  test('none is stored of a claim that does not exist, and the consolidation of its user goes on', async () => {
    await open().consolidate(1);
    const more = { userId: userOf(1), endsClaim: CLAIM, spender: spender() };
    expect(await open().store(2, more)).toEqual({ kind: 'claim-over' });
    expect(await open().claim()).toMatchObject({ terms: { kind: 'consolidation' } });
  });

  test('one is proved from the wallet that it names, with what was sealed for it', async () => {
    await open().addClaim(CLAIM);
    await end(1);
    expect((await open().claimed()).terms.spender).toEqual(spender());
  });

  test('one needs no wallet of its user’s: it neither keeps that open nor is put back when it opens', async () => {
    await open().addClaim(CLAIM);
    await end(1);
    const { privateTransactions, claimed, claim } = open();
    expect(await privateTransactions.usersWaiting()).toEqual([]);
    expect(await privateTransactions.lock(await claimed())).toBe(true);
    expect(await privateTransactions.usersWaiting()).toEqual([]);
    await privateTransactions.unlock(userOf(1));
    expect(await claim(CLAIMED_AT_MS + 1)).toBeNull();
    expect(await open().find(1)).toMatchObject({ operation: { status: 'needs_unlock' } });
  });

  test('one that waits for its wallet is proved again once that is sealed again', async () => {
    await open().addClaim(CLAIM);
    await end(1);
    const { privateTransactions, claimed } = open();
    const job = await claimed();
    await privateTransactions.lock(job);
    const sealed = spender('second run');
    expect(await privateTransactions.sealAgain(userOf(1), uuidOf(1), sealed)).toBe(true);
    const again = await claimed();
    expect(again.terms.spender).toEqual(sealed);
    expect(again.epoch).toBeGreaterThan(job.epoch);
  });

  test('one that is being proved keeps its process when it is sealed again', async () => {
    await open().addClaim(CLAIM);
    await end(1);
    const { privateTransactions, claimed } = open();
    const job = await claimed();
    expect(await privateTransactions.sealAgain(userOf(1), uuidOf(1), spender('again'))).toBe(true);
    expect(await privateTransactions.saveProved(job, proofOf(1), START)).toBe('stored');
  });

  test('nothing is sealed for someone else’s, for another wallet, or for what was proved or ended', async () => {
    await open().addClaim(CLAIM);
    await end(1);
    await open().store(3);
    const { privateTransactions, claimed } = open();
    const again = (n: number, by = n, address = WALLET) =>
      privateTransactions.sealAgain(userOf(by), uuidOf(n), spender('other', address));
    expect(await again(1, 2)).toBe(false);
    expect(await again(1, 1, '0zk1other' as PrivateAddress)).toBe(false);
    expect(await again(3)).toBe(false);
    expect(await privateTransactions.sealAgain(userOf(1), 'none', spender())).toBe(false);
    expect((await claimed()).terms.spender).toEqual(spender());
    await cancel(1);
    expect(await again(1)).toBe(false);
  });

  test('one that waits for its wallet ends after an hour like any other', async () => {
    await open().addClaim(CLAIM);
    await end(1);
    await open().privateTransactions.lock(await open().claimed());
    expect(await open().privateTransactions.expire(msAfter(3_600_000), msAfter(3_600_000))).toBe(1);
    expect(await end(2)).toMatchObject({ kind: 'stored' });
  });
}
