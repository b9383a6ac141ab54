import { decodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readHistory } from './history.ts';
import { type Journey, startJourney, type User } from './pool-journey.test-setup.ts';
import type { PrivateTransaction } from './private-transaction-calls.ts';

/** A note of this value results from a shield of one unit more. */
const NOTE = 399n;
const stranger: Hex = '0x00000000000000000000000000000000000000A1';

interface Case {
  readonly notes: number;
  /** Spent, base units. */
  readonly amount: bigint;
  readonly kind: 'transfer' | 'unshield';
  readonly paysBroadcaster?: true;
  /** Inputs × outputs of each proof. */
  readonly circuits: readonly string[];
  /** The others take minutes of both cores: `PROOFS=all` runs them too. */
  readonly isAlwaysRun?: true;
}

const halfOf = (notes: bigint) => notes * NOTE - NOTE / 2n;
const transfer = 'transfer' as const;
const unshield = 'unshield' as const;

const cases: readonly Case[] = [
  { notes: 1, amount: halfOf(1n), kind: transfer, circuits: ['1x2'] },
  { notes: 2, amount: halfOf(2n), kind: transfer, circuits: ['2x2'] },
  { notes: 3, amount: halfOf(3n), kind: transfer, circuits: ['2x2', '1x2'], isAlwaysRun: true },
  { notes: 4, amount: halfOf(4n), kind: transfer, circuits: ['2x2', '2x2'] },
  { notes: 7, amount: halfOf(7n), kind: transfer, circuits: ['2x2', '2x2', '2x2', '1x2'] },
  { notes: 8, amount: halfOf(8n), kind: transfer, circuits: ['8x2'] },
  { notes: 9, amount: halfOf(9n), kind: transfer, circuits: ['8x2', '1x2'] },
  { notes: 10, amount: halfOf(10n), kind: transfer, circuits: ['8x2', '2x2'] },
  { notes: 12, amount: halfOf(12n), kind: transfer, circuits: ['8x2', '2x2', '2x2'] },
  { notes: 1, amount: NOTE, kind: transfer, circuits: ['1x2'] },
  { notes: 2, amount: 2n * NOTE, kind: transfer, circuits: ['2x2'] },
  { notes: 3, amount: 3n * NOTE, kind: transfer, circuits: ['2x2', '1x2'] },
  { notes: 8, amount: 8n * NOTE, kind: transfer, circuits: ['8x2'] },
  { notes: 9, amount: 9n * NOTE, kind: transfer, circuits: ['8x2', '1x2'] },
  { notes: 1, amount: NOTE, kind: unshield, circuits: ['1x2'] },
  { notes: 3, amount: 3n * NOTE, kind: unshield, circuits: ['2x2', '1x2'], isAlwaysRun: true },
  { notes: 1, amount: 200n, kind: transfer, paysBroadcaster: true, circuits: ['1x3'] },
  { notes: 2, amount: 500n, kind: transfer, paysBroadcaster: true, circuits: ['2x3'] },
  {
    notes: 8,
    amount: halfOf(8n),
    kind: transfer,
    paysBroadcaster: true,
    circuits: ['1x2', '2x2', '2x2', '2x2', '1x2'],
  },
];

let journey: Journey;
let recipient: User;
beforeAll(async () => {
  journey = await startJourney();
  recipient = await journey.addUser();
});
afterAll(() => journey?.stop());

it.each(cases.filter(({ isAlwaysRun }) => isAlwaysRun || process.env.PROOFS === 'all'))(
  'pays $amount out of $notes notes with a $kind by $circuits',
  async ({ notes, amount, kind, paysBroadcaster, circuits }) => {
    const { token } = journey.bench;
    const user = await journey.addUser();
    await journey.shield(
      user,
      Array.from({ length: notes }, () => NOTE + 1n),
    );
    const transaction: PrivateTransaction =
      kind === 'unshield'
        ? { kind, token, amount, recipient: stranger }
        : { kind, token, amount, recipient: recipient.privateAddress, showSender: false };
    const fee = paysBroadcaster
      ? { token, feePerUnitGas: 1500n, recipient: recipient.privateAddress }
      : null;
    const proved = await journey.prove(user, transaction, fee);
    expect(circuitsOf(proved.data)).toEqual(circuits);
    await journey.send(proved);
    const paid = amount + (proved.broadcasterFee ?? 0n);
    expect(await journey.balance(user, token)).toBe(BigInt(notes) * NOTE - paid);
    if (kind === 'unshield' || fee !== null) return;
    await journey.balance(recipient, token);
    const [item] = await readHistory(journey.engine, recipient.walletId);
    expect(item?.received.map((movement) => movement.amount)).toEqual([amount]);
  },
);

it.runIf(process.env.PROOFS === 'all')(
  'merges eight notes into one by paying oneself',
  async () => {
    const { token } = journey.bench;
    const user = await journey.addUser();
    await journey.shield(
      user,
      Array.from({ length: 9 }, () => NOTE + 1n),
    );
    const recipient = user.privateAddress;
    const toSelf = { kind: transfer, token, recipient, showSender: false } as const;
    const gathered = await journey.prove(user, { ...toSelf, amount: 8n * NOTE });
    expect(circuitsOf(gathered.data)).toEqual(['8x2']);
    await journey.send(gathered);
    expect(await journey.balance(user, token)).toBe(9n * NOTE);
    const next = await journey.prove(user, { ...toSelf, amount: halfOf(9n) });
    expect(circuitsOf(next.data)).toEqual(['2x2']);
  },
);

/** @returns the sizes of the proofs in a call of the pool. */
function circuitsOf(data: string): readonly string[] {
  const { pool, relayAdapt } = journey.bench.abi;
  const { args } = decodeFunctionData({ abi: [...pool, ...relayAdapt], data: data as Hex });
  const transactions = args?.[0] as readonly { nullifiers: Hex[]; commitments: Hex[] }[];
  return transactions.map(
    ({ nullifiers, commitments }) => `${nullifiers.length}x${commitments.length}`,
  );
}
