import { decodeFunctionData, encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { word } from '#sandbox/railgun/pool.test-setup';
import { GAS_PRICE, type Journey, startJourney, type User } from './pool-journey.test-setup.ts';
import type { ProvedTransaction } from './prove-planned.ts';

const FIELD = 21888242871839275222246405745257275088548364400416034343698204186575808495617n;
const BASE_FIELD = 21888242871839275222246405745257275088696311157297823662689037894645226208583n;
const stranger: Hex = '0x00000000000000000000000000000000000000A1';

interface Point {
  readonly x: bigint;
  readonly y: bigint;
}
interface Proof {
  readonly a: Point;
  readonly c: Point;
}
interface Note {
  readonly npk: Hex;
  readonly value: bigint;
}
interface Bound {
  readonly treeNumber: number;
  readonly minGasPrice: bigint;
  readonly unshield: number;
  readonly chainID: bigint;
  readonly adaptContract: Hex;
  readonly commitmentCiphertext: readonly { readonly memo: Hex }[];
}
/** A proved transaction, as far as it is tampered with here. */
interface Transaction {
  readonly proof: Proof;
  readonly merkleRoot: Hex;
  readonly nullifiers: readonly Hex[];
  readonly commitments: readonly Hex[];
  readonly boundParams: Bound;
  readonly unshieldPreimage: Note;
}

const seven = word(7n);

let journey: Journey;
let alice: User;
let bob: User;
let unshielding: ProvedTransaction;
let earlierRoot: Hex;
beforeAll(async () => {
  journey = await startJourney();
  alice = await journey.addUser();
  bob = await journey.addUser();
  const { bench } = journey;
  await journey.shield(alice, [1_000_000n]);
  earlierRoot = (await bench.client.readContract({
    address: bench.pool.pool,
    abi: bench.abi.pool,
    functionName: 'merkleRoot',
  })) as Hex;
  await journey.shield(alice, [2_000_000n]);
  await journey.shield(alice, [1_000_000n], true);
  const { token } = bench;
  unshielding = await journey.prove(alice, {
    kind: 'unshield',
    token,
    amount: 500_000n,
    recipient: stranger,
  });
});
afterAll(() => journey?.stop());

describe('the pool refuses a proved transaction', () => {
  const wrongProof = 'RailgunSmartWallet: Invalid Snark Proof';
  it.each<[string, (transaction: Transaction) => Partial<Transaction>, string]>([
    ['with the parts of its proof exchanged', ({ proof }) => withPoint(proof.c, proof), wrongProof],
    ['with a point beside the curve', ({ proof }) => movePoint(proof, 1n, 0n), wrongProof],
    ['with a point beyond the field', ({ proof }) => movePoint(proof, BASE_FIELD, 0n), wrongProof],
    ['with a height beyond the field', ({ proof }) => movePoint(proof, 0n, BASE_FIELD), wrongProof],
    ['with an earlier root', () => ({ merkleRoot: earlierRoot }), wrongProof],
    ['with a root that never was', () => ({ merkleRoot: seven }), 'Invalid Merkle Root'],
    // The same element of the field: a careless pool would let the note be spent twice.
    ['with a nullifier that only looks different', plusFieldOrder, wrongProof],
    ['with another nullifier', () => ({ nullifiers: [seven] }), wrongProof],
    ['with a note for another recipient', otherCommitment, wrongProof],
    ['with another memo', otherMemo, wrongProof],
    ['at another gas price', (each) => bound(each, { minGasPrice: 1n }), wrongProof],
    [
      'at a gas price that no one pays',
      (each) => bound(each, { minGasPrice: 10n ** 15n }),
      'Gas price is below',
    ],
    ['for another chain', (each) => bound(each, { chainID: 137n }), 'for another chain'],
    ['for another tree', (each) => bound(each, { treeNumber: 1 }), 'Invalid Merkle Root'],
    [
      'in the name of another',
      (each) => bound(each, { adaptContract: stranger }),
      'Invalid Adapt Contract',
    ],
    ['that pays more', (each) => pays(each, { value: 500_001n }), 'Invalid Withdraw Note'],
    ['that pays another recipient', (each) => pays(each, { npk: seven }), 'Invalid Withdraw Note'],
    ['that hides what it pays', (each) => bound(each, { unshield: 0 }), 'Invalid Note Ciphertext'],
    ['of a size without a key', () => ({ nullifiers: [seven, seven, seven] }), 'Key not set'],
  ])('%s', async (_name, tamper, reason) => {
    const [proved] = transactionsOf(unshielding);
    const transaction = { ...proved, ...tamper(proved) };
    expect(await refusal([transaction])).toContain(reason);
  });

  it('whose note was spent, and takes it once', async () => {
    expect(await refusal(transactionsOf(unshielding))).toBeNull();
    await journey.send(unshielding);
    expect(await refusal(transactionsOf(unshielding))).toContain(
      'RailgunLogic: Note already spent',
    );
    await expect(journey.send(unshielding)).rejects.toThrow('failed');
  });
});

it('holds a paid broadcaster to the gas price of the fee', async () => {
  const { token } = journey.bench;
  const proved = await journey.prove(
    alice,
    { kind: 'transfer', token, amount: 5n, recipient: bob.privateAddress, showSender: false },
    { token, feePerUnitGas: 1500n, recipient: bob.privateAddress },
  );
  const [transaction] = transactionsOf(proved);
  expect(transaction.boundParams.minGasPrice).toBe(GAS_PRICE);
  expect(await refusal([transaction], GAS_PRICE - 1n)).toContain('Gas price is below');
  expect(await refusal([transaction])).toBeNull();
});

it('lets a proof for the companion contract be used through it only, with its calls', async () => {
  const { bench } = journey;
  const proved = await journey.prove(alice, {
    kind: 'unshield-native',
    token: bench.wrappedNative,
    amount: 1000n,
    recipient: stranger,
  });
  expect(proved.to.toLowerCase()).toBe(bench.pool.relayAdapt.toLowerCase());
  const abi = bench.abi.relayAdapt;
  const { args } = decodeFunctionData({ abi, data: proved.data as Hex });
  const [transactions, action] = args as unknown as [Transaction[], { calls: { to: Hex }[] }];
  expect(await refusal(transactions)).toContain('Invalid Adapt Contract as Sender');
  const without = { ...action, calls: action.calls.slice(0, 1) };
  const attempt = bench.client.simulateContract({
    address: bench.pool.relayAdapt,
    abi,
    functionName: 'relay',
    args: [transactions, without],
    account: journey.broadcaster.address,
  });
  await expect(attempt).rejects.toThrow('The proof is bound to other calls');
  await journey.send(proved);
});

function withPoint(a: Point, proof: Proof): Partial<Transaction> {
  return { proof: { ...proof, a } };
}

function movePoint(proof: Proof, x: bigint, y: bigint): Partial<Transaction> {
  return withPoint({ x: proof.a.x + x, y: proof.a.y + y }, proof);
}

function plusFieldOrder({ nullifiers }: Transaction): Partial<Transaction> {
  return { nullifiers: nullifiers.map((each) => word(BigInt(each) + FIELD)) };
}

function otherCommitment({ commitments }: Transaction): Partial<Transaction> {
  return { commitments: [seven, ...commitments.slice(1)] };
}

function otherMemo(transaction: Transaction): Partial<Transaction> {
  const { commitmentCiphertext } = transaction.boundParams;
  return bound(transaction, {
    commitmentCiphertext: commitmentCiphertext.map((each) => ({ ...each, memo: '0x01' })),
  });
}

function bound({ boundParams }: Transaction, change: Partial<Bound>): Partial<Transaction> {
  return { boundParams: { ...boundParams, ...change } };
}

function pays({ unshieldPreimage }: Transaction, change: Partial<Note>): Partial<Transaction> {
  return { unshieldPreimage: { ...unshieldPreimage, ...change } };
}

function transactionsOf(proved: ProvedTransaction): [Transaction, ...Transaction[]] {
  const { args } = decodeFunctionData({ abi: journey.bench.abi.pool, data: proved.data as Hex });
  return args?.[0] as [Transaction, ...Transaction[]];
}

/** @returns why the pool would refuse the call, or null when it would not. */
function refusal(
  transactions: readonly Transaction[],
  gasPrice = GAS_PRICE,
): Promise<string | null> {
  const { client, abi, pool } = journey.bench;
  const data = encodeFunctionData({
    abi: abi.pool,
    functionName: 'transact',
    args: [transactions],
  });
  const account = journey.broadcaster.address;
  return client.call({ to: pool.pool, data, account, gasPrice, gas: 10_000_000n }).then(
    () => null,
    (error: Error) => error.message,
  );
}
