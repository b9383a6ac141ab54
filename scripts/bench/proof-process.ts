import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { getProver } from '@railgun-community/wallet';
import { groth16 } from 'snarkjs';
import { createWalletClient, http, keccak256, maxUint256 } from 'viem';
import {
  english,
  generateMnemonic,
  generatePrivateKey,
  type PrivateKeyAccount,
  privateKeyToAccount,
} from 'viem/accounts';
import type { PoolCall, PoolTransaction } from '../../apps/api/src/ports/shielded-pool.ts';
import type { PublicAddress } from '../../packages/domain/src/address/address.ts';
import { toBaseUnits } from '../../packages/domain/src/amount/base-units.ts';
import { startPoolCopy } from './pool-copy.ts';

// A separate process: the pool's software keeps its initial state, and only one proof can be its first.

/** What `proof.ts` reads from its output. Milliseconds. */
export interface ProofTimes {
  /** Time for preparation, which the product does while no one waits. */
  readonly ready: number;
  readonly first: number;
  readonly ours: readonly number[];
  /** Times of snarkjs on the inputs of the previous proof. */
  readonly snarkjs: readonly number[];
  readonly last: ProvedInputs;
  /** From Confirm to the proved call, estimate included, of one payment, and the processor time that it takes. */
  readonly alone: readonly number[];
  readonly processor: readonly number[];
  /** Until the last of several users’ payments is proved that were confirmed at the same time. */
  readonly together: readonly number[];
  readonly users: number;
}

/** The inputs of a proof. */
export interface ProvedInputs {
  /** By the name of the signal; numbers as digits. */
  readonly signals: Readonly<Record<string, unknown>>;
  /** Such as `01x02`. */
  readonly circuit: string;
}

const ROUNDS = 2;
/** More, because three compete for the processors in another order each time. */
const TOGETHER_ROUNDS = 6;
const USERS_AT_ONCE = 3;
/** What a payment leaves to be done is done before the next is measured. */
const PAUSE_MS = 300;
const STOCK = '0x3635c9adc5dea00000';
const AMOUNT = 10n ** 18n;
const WITHIN_MS = 60_000;

type ProveArguments = Parameters<typeof groth16.fullProve>;

const copy = await startPoolCopy();
const { bench, pool, token } = copy;
try {
  const toDigits = (_key: string, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value;
  console.log(JSON.stringify(await measure(), toDigits));
} finally {
  await copy.stop();
}

async function measure(): Promise<ProofTimes> {
  const transactions: PoolTransaction[] = [];
  while (transactions.length < USERS_AT_ONCE) transactions.push(await fillWallet());
  const [transaction] = transactions as [PoolTransaction];
  const proved = remember();
  const readyFrom = performance.now();
  while (await pool.getReadyToProve());
  const ready = performance.now() - readyFrom;
  const first = await prove(transaction);
  const ours: number[] = [];
  const snarkjs: number[] = [];
  let inputs: ProveArguments[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    proved.length = 0;
    ours.push(await prove(transaction));
    inputs = proved.splice(0);
    const began = performance.now();
    for (const each of inputs) await groth16.fullProve(...each);
    snarkjs.push(performance.now() - began);
  }
  const last = describe(inputs);
  return { ready, first, ours, snarkjs, last, ...(await measureTogether(transactions)) };
}

/** Alternately one user’s payment and one of each. */
async function measureTogether(transactions: readonly PoolTransaction[]) {
  const [first] = transactions as readonly [PoolTransaction];
  const times = { alone: [] as number[], processor: [] as number[], together: [] as number[] };
  for (let round = 0; round < TOGETHER_ROUNDS; round += 1) {
    const one = await timeOf([first]);
    times.alone.push(one.ms);
    times.processor.push(one.processorMs);
    times.together.push((await timeOf(transactions)).ms);
  }
  return { ...times, users: transactions.length };
}

async function timeOf(transactions: readonly PoolTransaction[]) {
  await sleep(PAUSE_MS);
  const [begin, busy] = [performance.now(), busyMs()];
  await Promise.all(transactions.map(prove));
  return { ms: performance.now() - begin, processorMs: busyMs() - busy };
}

/** @returns how long the processors of this machine have worked, whoever for */
function busyMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys, 0);
}

function describe([first]: readonly ProveArguments[]): ProvedInputs {
  if (first === undefined) throw new Error('Nothing was proved.');
  const signals = first[0] as unknown as Record<string, readonly unknown[]>;
  const sizes = [signals.nullifiers, signals.commitmentsOut];
  const circuit = sizes.map((each) => String(each?.length).padStart(2, '0')).join('x');
  return { signals, circuit };
}

async function prove(transaction: PoolTransaction): Promise<number> {
  const proved = await pool.prove(transaction, { urgency: 'interactive' });
  if (proved === 'interrupted' || !proved.ok) throw new Error(JSON.stringify(proved));
  return proved.response.provedInMs;
}

/** @returns what is proved from now on, as snarkjs is given it */
function remember(): ProveArguments[] {
  const requested: ProveArguments[] = [];
  const { groth16: ours } = getProver();
  if (ours === undefined) throw new Error('Nothing proves.');
  const { fullProveRailgun } = ours;
  ours.fullProveRailgun = (...given: Parameters<typeof fullProveRailgun>) => {
    const [inputs, wasm, zkey, logger] = given as unknown as ProveArguments;
    requested.push([inputs, wasm, zkey, logger]);
    return fullProveRailgun(...given);
  };
  return requested;
}

/** @returns a transfer from a wallet that has just received a note. */
async function fillWallet(): Promise<PoolTransaction> {
  const payer = privateKeyToAccount(generatePrivateKey());
  const onToken = { address: bench.token, abi: bench.abi.token };
  await bench.chain.call('anvil_setBalance', [payer.address, STOCK]);
  await bench.write({ ...onToken, functionName: 'mint', args: [payer.address, AMOUNT * 100n] });
  const wallet = createWalletClient({ transport: http(bench.chain.rpcUrl, { retryCount: 0 }) });
  const approve = { functionName: 'approve', args: [pool.spender, maxUint256] } as const;
  const approved = { ...onToken, ...approve, account: payer, chain: null, gas: 100_000n };
  await wallet.writeContract(approved);
  await bench.chain.mine();
  const encryptionKey = generatePrivateKey().slice(2);
  const createdAtBlock = null;
  const mine = await pool.open({
    mnemonic: generateMnemonic(english),
    encryptionKey,
    createdAtBlock,
  });
  const other = await pool.open({
    mnemonic: generateMnemonic(english),
    encryptionKey,
    createdAtBlock,
  });
  const shield = await pool.prepareShield({
    token,
    amount: toBaseUnits(AMOUNT * 100n),
    recipient: mine.privateAddress,
    payer: payer.address as PublicAddress,
    shieldKey: keccak256('0x01'),
  });
  await send(payer, shield);
  await pool.look({ walletId: mine.walletId, withinMs: WITHIN_MS });
  return {
    kind: 'internal-transfer',
    spender: { walletId: mine.walletId, encryptionKey },
    token,
    amount: toBaseUnits(AMOUNT),
    recipient: other.privateAddress,
    gasPrice: 40_000_000_000n,
    fee: null,
    memo: null,
    showSender: false,
  };
}

async function send(payer: PrivateKeyAccount, { to, data, value }: PoolCall): Promise<void> {
  const wallet = createWalletClient({ transport: http(bench.chain.rpcUrl, { retryCount: 0 }) });
  const request = { account: payer, chain: null, to, data, value, gas: 3_000_000n };
  const hash = await wallet.sendTransaction(request);
  await bench.chain.mine();
  const { status } = await bench.client.waitForTransactionReceipt({ hash });
  if (status !== 'success') throw new Error(`Shield ${hash} failed.`);
}
