import type { Token } from '#domain/token/token';
import { balanceKey } from '../balance-key.ts';
import {
  type ChainTransaction,
  decodeTransfer,
  type Execute,
  executeTransfer,
  POOL_CONTRACT,
} from '../simulated-chain.ts';
import { noteKey } from '../simulated-notes.ts';
import { decodePrivateTransaction, PRIVATE_TRANSACTION_CONTRACT } from '../simulated-pool-calls.ts';

/** What the pool keeps of everything that goes in or out. */
export const POOL_FEE_BPS = 25n;

/** Who gets the pool's fees, and what the token keeps. */
export const TREASURY = `0x${'7'.repeat(40)}`;

const BPS = 10_000n;

type Balances = Map<string, bigint>;

/** What reached someone, and in which coin. */
export interface Arrival {
  readonly to: string;
  readonly asset: 'native' | 'token';
  readonly units: bigint;
}

/** @returns whose notes these are: one owner for each coin of a private address */
export function noteOwner(privateAddress: string, { address }: Pick<Token, 'address'>): string {
  const user = /^0zka*(\d+)$/.exec(privateAddress)?.[1];
  const owner = user === undefined ? privateAddress : `user${user}`;
  return `${owner}.${address === null ? 'n' : 't'}`;
}

/** @returns the private address of a simulated user, whose id is a number */
export function privateAddressOf(userId: string): `0zk${string}` {
  return `0zk${userId.padStart(40, 'a')}`;
}

/** A token that keeps a part of whatever leaves the pool, as some do of each transfer. */
export interface WalletChainRules {
  readonly tokenKeepsBps: bigint;
}

/** @returns a chain that also makes notes for what goes into the pool, and takes the fees of what leaves it */
export function createExecute(rules: WalletChainRules): Execute {
  return (transaction, baseFee, balances) => {
    const receipt = executeTransfer(transaction, baseFee, balances);
    if (!receipt?.isSuccess) return receipt;
    if (transaction.to === POOL_CONTRACT) makeNote(balances, transaction);
    const arrival = arrivalOf(transaction, rules);
    if (arrival === null) return receipt;
    payOut(balances, arrival, paidOut(transaction)?.gross ?? 0n);
    if (arrival.asset === 'native') return receipt;
    return { ...receipt, transfers: [{ to: arrival.to, units: arrival.units }] };
  };
}

/** @returns what reached whom with a private transaction; null when nothing left the pool */
export function arrivalOf(
  transaction: ChainTransaction,
  { tokenKeepsBps }: WalletChainRules,
): Arrival | null {
  const paid = paidOut(transaction);
  if (paid === null) return null;
  const { to, asset, gross } = paid;
  const net = gross - share(gross, POOL_FEE_BPS);
  return { to, asset, units: asset === 'token' ? net - share(net, tokenKeepsBps) : net };
}

/** @returns what left the pool, before all fees */
export function paidOut({ to: contract, data }: ChainTransaction) {
  if (contract !== PRIVATE_TRANSACTION_CONTRACT) return null;
  const [proof] = decodePrivateTransaction(data);
  if (proof === undefined || proof.paid === null) return null;
  const { spent, paid } = proof;
  const asset = spent[0]?.includes('.n#') ? ('native' as const) : ('token' as const);
  return { to: paid.to, asset, gross: BigInt(paid.amount) };
}

export function share(units: bigint, bps: bigint): bigint {
  return (units * bps) / BPS;
}

/** The chain has credited the recipient with all of it, as a token. */
function payOut(balances: Balances, { to, asset, units }: Arrival, gross: bigint): void {
  add(balances, balanceKey(to, 'token'), -gross);
  add(balances, balanceKey(to, asset), units);
  add(balances, balanceKey(TREASURY, asset), gross - units);
}

/** The chain has credited the address that stands for the note's owner. */
function makeNote(balances: Balances, { from, nonce, value, data }: ChainTransaction): void {
  const asset = value > 0n ? 'native' : 'token';
  const { to, amount } = decodeTransfer(data);
  const units = value > 0n ? value : amount;
  add(balances, balanceKey(to, asset), -units);
  const fee = share(units, POOL_FEE_BPS);
  add(balances, balanceKey(TREASURY, asset), fee);
  const token = { address: asset === 'native' ? null : POOL_CONTRACT };
  // Of the same transaction in every chain.
  const name = `${noteOwner(`0zk${to.slice(2)}`, token)}#${from.slice(2, 6)}.${nonce}`;
  add(balances, noteKey(name), units - fee);
}

function add(balances: Balances, key: string, units: bigint): void {
  balances.set(key, (balances.get(key) ?? 0n) + units);
}
