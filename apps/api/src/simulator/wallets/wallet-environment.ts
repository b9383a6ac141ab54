import type { PublicAddress } from '#domain/address/address';
import type { Operation } from '#domain/operation/operation';
import type { TokenId } from '#domain/token/token';
import type { ClaimedRequest } from '../../ports/shielded-requests.ts';
import type { ShieldedBalances } from '../../ports/shielded-views.ts';
import type { ShieldedProgress } from '../../ports/shielded-wallets.ts';
import type { WalletOwner } from '../../ports/wallet-removal.ts';
import { balanceKey } from '../balance-key.ts';
import type { PrivateEnvironment } from '../private-environment.ts';
import type { SimulatedBlock } from '../simulated-chain.ts';
import { notesOf } from '../simulated-notes.ts';
import type { Environment } from '../simulated-server.ts';
import { addressOfUser } from '../simulated-server.ts';
import type { Process } from '../simulation.ts';
import type { AlterDeletion } from './flawed-deletions.ts';
import { noteOwner, privateAddressOf, type WalletChainRules } from './wallet-chain.ts';

/** What the process with the pool last stored about itself. */
export interface StoredRun extends ShieldedProgress {
  readonly process: Process;
  readonly seenAt: Date;
}

/** A user's private balances as they were last stored, and by which run. */
export interface StoredBalances extends ShieldedBalances {
  readonly process: Process;
  readonly asOf: Date;
}

/** A wallet that was deleted. */
export interface RemovedWallet {
  readonly owner: WalletOwner;
  /** How many transactions were signed until then, by anyone. */
  readonly signedBefore: number;
  /** What was stored until then, of its user and of whoever pays it, and what of that was in progress. */
  readonly stored: ReadonlySet<string>;
  readonly open: readonly string[];
}

/** The environment of a server whose users pay, shield and unshield, and then delete their wallets. */
export interface WalletEnvironment extends PrivateEnvironment, Environment {
  readonly rules: WalletChainRules;
  /** How likely a process stands still for minutes before it removes a wallet that it has checked. */
  readonly pausedRemovals: number;
  /** Changes how wallets are deleted. */
  readonly alterDeletion: AlterDeletion;
  /** What the database has of the private pool. */
  readonly pool: {
    run: StoredRun | null;
    readonly opened: Map<string, Process>;
    readonly balances: Map<string, StoredBalances>;
    requests: ClaimedRequest[];
  };
  readonly removed: RemovedWallet[];
  /** Whether private payments pay the broadcaster. */
  readonly isPaid: boolean;
}

/** The users of the simulation, and what a deletion may leave: less than a dollar. */
export const WALLET_USERS = ['1', '2', '3'] as const;
export const PRICE = 0.1;
export const DUST = 9n;

/** @returns the wallet of a simulated user */
export function ownerOf(userId: string): WalletOwner {
  return {
    userId,
    publicAddress: addressOfUser(userId) as PublicAddress,
    privateAddress: privateAddressOf(userId) as WalletOwner['privateAddress'],
  };
}

/** @returns tokens of a user that the chain has in a block, outside the pool and in it */
export function tokensOf(
  { token }: Pick<WalletEnvironment, 'token'>,
  { balances }: SimulatedBlock,
  userId: string,
): { readonly outside: bigint; readonly inside: bigint } {
  const { publicAddress, privateAddress } = ownerOf(userId);
  const notes = notesOf(balances, noteOwner(privateAddress, token));
  return {
    outside: balances.get(balanceKey(publicAddress, 'token')) ?? 0n,
    inside: notes.reduce((sum, { amount }) => sum + amount, 0n),
  };
}

/** @returns true when the wallet was deleted */
export function isRemoved({ removed }: Pick<WalletEnvironment, 'removed'>, userId: string) {
  return removed.some(({ owner }) => owner.userId === userId);
}

/** @returns the operations of a user, and those of others that pay either address of their wallet */
export function operationsOf(
  { repository }: Pick<WalletEnvironment, 'repository'>,
  { userId, publicAddress, privateAddress }: WalletOwner,
): readonly Operation[] {
  const addresses: readonly string[] = [publicAddress, privateAddress];
  return [...repository.entries.values()]
    .map(({ operation }) => operation)
    .filter((o) => o.userId === userId || addresses.includes(o.recipient));
}

/** Prices at which small amounts are dust, and a fee for the broadcaster is not zero. */
export function priceOf(tokenId: TokenId, { isFee }: { readonly isFee: boolean }) {
  const native = isFee ? 1e-7 : 1e-12;
  const price = tokenId === 'simulated-nat' ? native : PRICE;
  return { price, change: null, asOf: null, samples: [] };
}
