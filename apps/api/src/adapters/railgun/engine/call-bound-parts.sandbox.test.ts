import { decodeFunctionData, encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Journey, startJourney, type User } from './pool-journey.test-setup.ts';
import type { PrivateTransaction } from './private-transaction-calls.ts';
import type { ProvedTransaction } from './prove-planned.ts';
import { proveSeparately, type SeparateProofs } from './prove-separately.test-setup.ts';

/** Three notes of this value result from shields of one unit more, and need two proofs. */
const NOTE = 399n;
const AMOUNT = 3n * NOTE - 100n;
const stranger: Hex = '0x00000000000000000000000000000000000000A1';

interface Part {
  readonly boundParams: { readonly adaptContract: Hex; readonly adaptParams: Hex };
}

let journey: Journey;
let recipient: User;
beforeAll(async () => {
  journey = await startJourney();
  recipient = await journey.addUser();
});
afterAll(() => journey?.stop());

it.each(['transfer', 'unshield'] as const)(
  'several proofs of one %s are valid only together, whoever sends them',
  async (kind) => {
    const { bench } = journey;
    const proved = await journey.prove(await userWithNotes(), paymentOf(kind));
    expect(proved.to.toLowerCase()).toBe(bench.pool.relayAdapt.toLowerCase());
    const [parts, action] = argumentsOf(proved);
    expect(parts).toHaveLength(2);
    expect(await refusal(bench.pool.pool, transact(parts))).toMatch(/Invalid Adapt Contract/);
    for (const part of parts) {
      expect(await refusal(bench.pool.pool, transact([part]))).toMatch(/Invalid Adapt Contract/);
      expect(await refusal(bench.pool.relayAdapt, relay([part], action))).toMatch(/bound to other/);
    }
    const before = await paidTo(kind);
    const { gasUsed } = await journey.send(proved);
    expect((await paidTo(kind)) - before).toBe(kind === 'transfer' ? AMOUNT : AMOUNT - 1n);
    expect(await refusal(bench.pool.relayAdapt, proved.data as Hex)).toMatch(/already spent/);
    const apart = await separateGas(await userWithNotes(), paymentOf(kind));
    console.info(JSON.stringify({ kind, boundGas: `${gasUsed}`, separateGas: `${apart}` }));
    expect(Number(gasUsed)).toBeLessThan(Number(apart) * 1.1);
  },
);

it('one proof calls the pool itself, as everyone’s does', async () => {
  const user = await journey.addUser();
  await journey.shield(user, [NOTE + 1n]);
  const proved = await journey.prove(user, { ...paymentOf('transfer'), amount: 100n });
  expect(proved.to.toLowerCase()).toBe(journey.bench.pool.pool.toLowerCase());
  await journey.send(proved);
});

async function userWithNotes(): Promise<User> {
  const user = await journey.addUser();
  await journey.shield(
    user,
    Array.from({ length: 3 }, () => NOTE + 1n),
  );
  return user;
}

function paymentOf(kind: 'transfer' | 'unshield'): PrivateTransaction {
  const { token } = journey.bench;
  return kind === 'unshield'
    ? { kind, token, amount: AMOUNT, recipient: stranger }
    : { kind, token, amount: AMOUNT, recipient: recipient.privateAddress, showSender: false };
}

async function paidTo(kind: 'transfer' | 'unshield'): Promise<bigint> {
  const { bench } = journey;
  if (kind === 'transfer') return journey.balance(recipient, bench.token);
  const onToken = { address: bench.token, abi: bench.abi.token };
  const read = { ...onToken, functionName: 'balanceOf', args: [stranger] };
  return bench.client.readContract(read) as Promise<bigint>;
}

/** @returns the gas of the same payment by proofs that are valid alone */
async function separateGas(user: User, payment: PrivateTransaction): Promise<bigint> {
  // The journey scans before it proves.
  await journey.balance(user, journey.bench.token);
  const proofs: SeparateProofs = await proveSeparately(journey.engine.networkName, user, payment);
  const unsized = { ...proofs, value: 0n, broadcasterFee: null, provedInMs: 0 };
  return (await journey.send({ ...unsized, gasLimit: 5_000_000n })).gasUsed;
}

function argumentsOf({ data }: ProvedTransaction): readonly [readonly Part[], unknown] {
  const { abi } = journey.bench;
  const { functionName, args } = decodeFunctionData({ abi: abi.relayAdapt, data: data as Hex });
  expect(functionName).toBe('relay');
  return args as unknown as readonly [readonly Part[], unknown];
}

function transact(parts: readonly Part[]): Hex {
  const { pool: abi } = journey.bench.abi;
  return encodeFunctionData({ abi, functionName: 'transact', args: [parts] });
}

function relay(parts: readonly Part[], action: unknown): Hex {
  const { relayAdapt: abi } = journey.bench.abi;
  return encodeFunctionData({ abi, functionName: 'relay', args: [parts, action] });
}

/** @returns why a call of anyone would fail, or null when it would not */
function refusal(to: Hex, data: Hex): Promise<string | null> {
  const { client } = journey.bench;
  return client.call({ to, data, account: stranger, gas: 10_000_000n }).then(
    () => null,
    (error: Error) => error.message,
  );
}
