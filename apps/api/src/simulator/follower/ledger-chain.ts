import type { PublicAddress, TransactionHash } from '#domain/address/address';
import { TRANSFER } from '../../adapters/evm/token-transfer.ts';
import type { SeededRandom } from '../seeded-random.ts';

/** A block of a chain whose every movement is known. */
export interface LedgerBlock {
  readonly number: bigint;
  readonly hash: TransactionHash;
  readonly at: number;
  readonly parent: LedgerBlock | null;
  readonly transactions: readonly LedgerTransaction[];
  /** After the block, by account and `native` or `token`. */
  readonly balances: ReadonlyMap<string, bigint>;
}

/** What one transaction did: a payment, a payment of a contract, or a token's. */
export interface LedgerTransaction {
  readonly hash: TransactionHash;
  readonly from: PublicAddress;
  readonly to: PublicAddress;
  readonly value: bigint;
  readonly input: `0x${string}`;
  readonly fee: bigint;
  readonly isSuccess: boolean;
  /** Native coin that the called contract passes on. */
  readonly passedOn: { readonly to: PublicAddress; readonly amount: bigint } | null;
  readonly log: { readonly to: PublicAddress; readonly amount: bigint } | null;
}

export const TOKEN = `0x${'a'.repeat(39)}1` as PublicAddress;
const CONTRACT = `0x${'c'.repeat(39)}1` as PublicAddress;
const OPENING = 1_000_000n;
const BLOCK_S = 2;

/** The accounts of the chain: the first four are ours. */
export const ACCOUNTS = Array.from(
  { length: 6 },
  (_, number) => `0x${String(number + 1).padStart(40, '1')}` as PublicAddress,
);
export const WATCHED = ACCOUNTS.slice(0, 4);

/** @returns key of a balance */
export function ledgerKey(account: string, asset: 'native' | 'token'): string {
  return `${account} ${asset}`;
}

/** A chain of random payments that can give up its newest blocks. */
export class LedgerChain {
  /** The last tips, newest last; a late machine may still be on any of them. */
  readonly tips: LedgerBlock[];
  readonly #random: SeededRandom;
  #made = 0;

  constructor(random: SeededRandom) {
    this.#random = random;
    const balances = new Map<string, bigint>();
    for (const account of ACCOUNTS) {
      balances.set(ledgerKey(account, 'native'), OPENING);
      balances.set(ledgerKey(account, 'token'), OPENING);
    }
    const genesis = { number: 0n, hash: this.#hash(), at: 0, parent: null, transactions: [] };
    this.tips = [{ ...genesis, balances }];
  }

  get tip(): LedgerBlock {
    const tip = this.tips.at(-1);
    if (tip === undefined) throw new Error('The chain has no block.');
    return tip;
  }

  mine(): void {
    this.#setTip(this.#next(this.tip));
  }

  /** Gives up this many blocks and mines one more in their place, with other payments. */
  reorganise(depth: number): void {
    let tip = this.tip;
    for (let left = depth; left > 0 && tip.parent !== null; left -= 1) tip = tip.parent;
    for (let left = depth; left >= 0; left -= 1) tip = this.#next(tip);
    this.#setTip(tip);
  }

  #setTip(tip: LedgerBlock): void {
    this.tips.push(tip);
    if (this.tips.length > 4) this.tips.shift();
  }

  #next(parent: LedgerBlock): LedgerBlock {
    const balances = new Map(parent.balances);
    const count = this.#random.integer(0, 3);
    const transactions = Array.from({ length: count }, () => this.#pay(balances));
    const number = parent.number + 1n;
    const at = Number(number) * BLOCK_S;
    return { number, hash: this.#hash(), at, parent, transactions, balances };
  }

  #pay(balances: Map<string, bigint>): LedgerTransaction {
    const random = this.#random;
    const [from, to] = [random.pick(ACCOUNTS), random.pick(ACCOUNTS)];
    const amount = BigInt(random.integer(1, 500));
    const fee = BigInt(random.integer(1, 9));
    const kind = random.pick(['value', 'token', 'internal', 'failed'] as const);
    const move = (asset: 'native' | 'token', units: bigint, receiver: string) => {
      for (const [account, change] of [
        [from, -units],
        [receiver, units],
      ] as const) {
        const key = ledgerKey(account, asset);
        balances.set(key, (balances.get(key) ?? 0n) + change);
      }
    };
    balances.set(ledgerKey(from, 'native'), (balances.get(ledgerKey(from, 'native')) ?? 0n) - fee);
    const common = { hash: this.#hash(), from, fee, isSuccess: kind !== 'failed' };
    if (kind === 'token') {
      move('token', amount, to);
      const log = { to, amount };
      return { ...common, to: TOKEN, value: 0n, input: callOf(to), passedOn: null, log };
    }
    if (kind === 'internal') {
      move('native', amount, to);
      const passedOn = { to, amount };
      return { ...common, to: CONTRACT, value: amount, input: callOf(to), passedOn, log: null };
    }
    if (kind === 'value') move('native', amount, to);
    return { ...common, to, value: amount, input: '0x', passedOn: null, log: null };
  }

  #hash(): TransactionHash {
    this.#made += 1;
    return `0xd${this.#made.toString(16).padStart(63, '0')}` as TransactionHash;
  }
}

/** A call that names an account, as most do. */
function callOf(account: string): `0x${string}` {
  return `0x12345678${account.slice(2).padStart(64, '0')}`;
}

/** @returns the block that many below a tip, or the first one */
export function ledgerBelow(tip: LedgerBlock, depth: number): LedgerBlock {
  let block = tip;
  for (let left = depth; left > 0 && block.parent !== null; left -= 1) block = block.parent;
  return block;
}

/** @returns the token's event of a transaction, as a node shows it; none where there is none */
export function logsOf(
  { number, hash }: LedgerBlock,
  transaction: LedgerTransaction,
  index: number,
) {
  const { log, from } = transaction;
  if (log === null) return [];
  const word = (account: string) => `0x${account.slice(2).padStart(64, '0')}`;
  return [
    {
      address: TOKEN,
      blockHash: hash,
      blockNumber: `0x${number.toString(16)}`,
      transactionHash: transaction.hash,
      transactionIndex: `0x${index.toString(16)}`,
      logIndex: `0x${index.toString(16)}`,
      topics: [TRANSFER, word(from), word(log.to)],
      data: `0x${log.amount.toString(16).padStart(64, '0')}`,
    },
  ];
}
