import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { type BaseUnits, gasCost } from '#domain/amount/base-units';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import { balanceKey } from './balance-key.ts';
import { executePrivateTransaction } from './simulated-notes.ts';
import { decodePrivateTransaction, PRIVATE_TRANSACTION_CONTRACT } from './simulated-pool-calls.ts';
import type { Simulation } from './simulation.ts';

/** A transaction as the chain sees it: what the signature covers, and who signed it. */
export interface ChainTransaction extends UnsignedTransaction {
  readonly hash: TransactionHash;
  readonly from: PublicAddress;
}

export interface ChainReceipt {
  readonly transaction: ChainTransaction;
  readonly isSuccess: boolean;
  readonly feePaid: BaseUnits;
  /** What the token recorded besides the transfer that was called. */
  readonly transfers?: readonly { readonly to: string; readonly units: bigint }[];
}

/** What a transaction does to balances, which it changes; null when its sender cannot pay for it. */
export type Execute = (
  transaction: ChainTransaction,
  baseFee: bigint,
  balances: Map<string, bigint>,
) => ChainReceipt | null;

/** A block knows its ancestors, so its tip is a whole chain. */
export interface SimulatedBlock {
  readonly number: bigint;
  readonly hash: string;
  readonly minedAt: Date;
  readonly parent: SimulatedBlock | null;
  readonly receipts: readonly ChainReceipt[];
  readonly nonces: ReadonlyMap<string, number>;
  /** By owner and asset, and the notes of the pool. */
  readonly balances: ReadonlyMap<string, bigint>;
}

/** Contract of the one token of the simulated chain. */
export const TOKEN_CONTRACT = '0x00000000000000000000000000000000000000aa' as PublicAddress;

/** Contract of the private pool of the simulated chain: each note has an owner of its own. */
export const POOL_CONTRACT = '0x00000000000000000000000000000000000000bb' as PublicAddress;

/** In place of the recipient of a transfer: approves the pool to spend this amount. */
const APPROVAL = '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' as PublicAddress;

const REPLACEMENT_PERCENT = 110n;

/** The true state of the simulated network: its blocks, its memory pool, and what it forgets. */
export class SimulatedChain {
  /** Blocks below the tip by this many are final; a reorganisation is always shorter. */
  readonly finalDepth: bigint;
  baseFee = 50n;
  /** What every transaction of Kax uses. */
  gas = 21_000n;
  /** The most that every node accepts as the fee of one transaction; the server knows it. */
  feeCap = 10n ** 18n;
  /** Added to the base fee while everyone wants to send. */
  surge = 0n;
  /** When each transaction was last sent to a node. */
  readonly sentAt = new Map<TransactionHash, Date>();
  readonly pool = new Map<TransactionHash, ChainTransaction>();
  /** What accounts get with the next block, from outside, by the key of their balance. */
  readonly gifts = new Map<string, bigint>();
  /** Blocks that were given up: the index of a node may still have them. */
  readonly orphans: SimulatedBlock[] = [];
  /** The most recent tips, newest last: a lagging node may still show any of them. */
  readonly tips: SimulatedBlock[];
  readonly #simulation: Simulation;
  readonly #execute: Execute;
  #blocks = 0;

  constructor(
    simulation: Simulation,
    {
      finalDepth,
      balances,
      execute = executeTransfer,
    }: {
      readonly finalDepth: number;
      readonly balances: ReadonlyMap<string, bigint>;
      readonly execute?: Execute;
    },
  ) {
    this.#simulation = simulation;
    this.#execute = execute;
    this.finalDepth = BigInt(finalDepth);
    const genesis = {
      number: 0n,
      hash: blockHash(0),
      minedAt: simulation.now(),
      parent: null,
      receipts: [],
      nonces: new Map(),
    };
    this.tips = [{ ...genesis, balances }];
  }

  get tip(): SimulatedBlock {
    const tip = this.tips.at(-1);
    if (tip === undefined) throw new Error('The chain has no block.');
    return tip;
  }

  /** Takes a transaction into the pool as a node would. */
  accept(transaction: ChainTransaction): 'accepted' | 'already-known' | 'underpriced' {
    if (this.pool.has(transaction.hash)) return 'already-known';
    const rival = [...this.pool.values()].find(
      ({ from, nonce }) => from === transaction.from && nonce === transaction.nonce,
    );
    if (rival !== undefined) {
      const needed = (rival.maxFeePerGas * REPLACEMENT_PERCENT) / 100n;
      if (transaction.maxFeePerGas < needed) return 'underpriced';
      this.pool.delete(rival.hash);
    }
    this.pool.set(transaction.hash, transaction);
    return 'accepted';
  }

  /** Mines what the pool has for the tip, in nonce order, and only what pays the base fee. */
  mine(): void {
    const { number, nonces, balances } = this.tip;
    const baseFee = this.baseFee + this.surge;
    const state = { nonces: new Map(nonces), balances: new Map(balances) };
    const receipts: ChainReceipt[] = [];
    for (const [key, amount] of this.gifts) {
      state.balances.set(key, (state.balances.get(key) ?? 0n) + amount);
    }
    this.gifts.clear();
    const waiting = [...this.pool.values()].sort((a, b) => a.nonce - b.nonce);
    for (const transaction of waiting) {
      const next = state.nonces.get(transaction.from) ?? 0;
      if (transaction.nonce < next) this.pool.delete(transaction.hash);
      if (transaction.nonce !== next || transaction.maxFeePerGas < baseFee) continue;
      const receipt = this.#execute(transaction, baseFee, state.balances);
      // A node keeps nothing that its sender cannot pay.
      this.pool.delete(transaction.hash);
      if (receipt === null) continue;
      receipts.push(receipt);
      state.nonces.set(transaction.from, next + 1);
    }
    this.#blocks += 1;
    const hash = blockHash(this.#blocks);
    const minedAt = this.#simulation.now();
    this.#setTip({ number: number + 1n, hash, minedAt, parent: this.tip, receipts, ...state });
  }

  /**
   * Discards the newest blocks and mines others in their place.
   * Their transactions return to the pool, except those that `isForgotten` declares lost.
   */
  reorganise(depth: number, isForgotten: (transaction: ChainTransaction) => boolean): void {
    let tip = this.tip;
    const orphaned: ChainTransaction[] = [];
    for (let left = depth; left > 0 && tip.parent !== null; left -= 1) {
      orphaned.push(...tip.receipts.map((receipt) => receipt.transaction));
      this.orphans.push(tip);
      tip = tip.parent;
    }
    this.#setTip(tip);
    for (const transaction of orphaned) {
      if (!isForgotten(transaction)) this.accept(transaction);
    }
    for (let left = depth + 1; left > 0; left -= 1) this.mine();
  }

  #setTip(tip: SimulatedBlock): void {
    this.tips.push(tip);
    if (this.tips.length > 4) this.tips.shift();
    // A random walk that returns to its middle, so that fees rise and fall within a run.
    const step = BigInt(this.#simulation.random.integer(-4, 4)) + (50n - this.baseFee) / 10n;
    this.baseFee = this.baseFee + step > 1n ? this.baseFee + step : 1n;
  }
}

/** @returns the receipt of a transaction in the chain that ends at `tip`; null when it is not included. */
export function findReceipt(
  tip: SimulatedBlock,
  hash: TransactionHash,
): { readonly block: SimulatedBlock; readonly receipt: ChainReceipt } | null {
  for (let block: SimulatedBlock | null = tip; block !== null; block = block.parent) {
    const receipt = block.receipts.find(({ transaction }) => transaction.hash === hash);
    if (receipt !== undefined) return { block, receipt };
  }
  return null;
}

/** @returns the newest receipt of a transaction in a block that was given up; null when there is none. */
export function findOrphan(
  { orphans }: Pick<SimulatedChain, 'orphans'>,
  hash: TransactionHash,
): ReturnType<typeof findReceipt> {
  const block = orphans.findLast(({ receipts }) =>
    receipts.some(({ transaction }) => transaction.hash === hash),
  );
  return block === undefined ? null : findReceipt(block, hash);
}

/** @returns the block that many below a tip, or the first one. */
export function blockBelow(tip: SimulatedBlock, depth: bigint): SimulatedBlock {
  let block = tip;
  while (block.parent !== null && block.number + depth > tip.number) block = block.parent;
  return block;
}

function blockHash(number: number): string {
  return `0xb${number.toString(16).padStart(63, '0')}`;
}

/** Selector of `transfer(address,uint256)` (ERC-20). */
const TRANSFER_CALL = '0xa9059cbb';
const WORD_DIGITS = 64;

/** Encodes a token transfer as ERC-20 does. */
export function encodeTransfer(to: PublicAddress, amount: bigint): `0x${string}` {
  const words = [to.slice(2), amount.toString(16)].map((hex) => hex.padStart(WORD_DIGITS, '0'));
  return `${TRANSFER_CALL}${words.join('')}`;
}

/** Reads what `encodeTransfer` wrote; `to` is in the capitals of its writer. */
export function decodeTransfer(data: `0x${string}`): {
  readonly to: PublicAddress;
  readonly amount: bigint;
} {
  const amountAt = TRANSFER_CALL.length + WORD_DIGITS;
  return {
    to: `0x${data.slice(amountAt - 40, amountAt)}` as PublicAddress,
    amount: BigInt(`0x${data.slice(amountAt)}`),
  };
}

/** True for a payment to this address, and for the shield of its note. */
export function isPaidTo({ to, data }: ChainTransaction, recipient: string): boolean {
  if (to === recipient) return true;
  const isTransfer = to === TOKEN_CONTRACT || to === POOL_CONTRACT;
  return isTransfer && data !== '0x' && decodeTransfer(data).to === recipient;
}

/** Encodes an approval for the pool to spend this amount of the token. */
export function encodeApproval(amount: bigint): `0x${string}` {
  return encodeTransfer(APPROVAL, amount);
}

/** Executes what a wallet sends: a payment, an approval, a shield or a private transaction. */
export function executeTransfer(
  transaction: ChainTransaction,
  baseFee: bigint,
  balances: Map<string, bigint>,
): ChainReceipt | null {
  const { from, gas, value, data } = transaction;
  const feePaid = gasCost(gas, baseFee);
  const native = balances.get(balanceKey(from, 'native')) ?? 0n;
  if (native < feePaid + value) return null;
  balances.set(balanceKey(from, 'native'), native - feePaid);
  if (transaction.to === PRIVATE_TRANSACTION_CONTRACT) {
    return {
      transaction,
      isSuccess: executePrivateTransaction(balances, decodePrivateTransaction(data)),
      feePaid,
    };
  }
  const isToken = data !== '0x';
  const { to, amount } = isToken ? decodeTransfer(data) : { to: transaction.to, amount: value };
  const isNative = !isToken || value > 0n;
  const isSuccess =
    to === APPROVAL
      ? setAllowance(balances, from, amount)
      : (isNative || transaction.to !== POOL_CONTRACT || takeAllowance(balances, from, amount)) &&
        transfer(balances, isNative ? 'native' : 'token', { from, to, amount });
  return { transaction, isSuccess, feePaid };
}

function setAllowance(balances: Map<string, bigint>, from: string, amount: bigint): boolean {
  balances.set(balanceKey(from, 'allowance'), amount);
  return true;
}

function takeAllowance(balances: Map<string, bigint>, from: string, amount: bigint): boolean {
  const allowed = balances.get(balanceKey(from, 'allowance')) ?? 0n;
  if (allowed < amount) return false;
  return setAllowance(balances, from, allowed - amount);
}

function transfer(
  balances: Map<string, bigint>,
  asset: 'native' | 'token',
  { from, to, amount }: { from: string; to: string; amount: bigint },
): boolean {
  const balance = balances.get(balanceKey(from, asset)) ?? 0n;
  if (balance < amount) return false;
  balances.set(balanceKey(from, asset), balance - amount);
  balances.set(balanceKey(to, asset), (balances.get(balanceKey(to, asset)) ?? 0n) + amount);
  return true;
}
