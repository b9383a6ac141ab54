import type { Account } from '../../ports/accounts.ts';
import type { PrivateTransactions } from '../../ports/private-transactions.ts';
import { emailOf, entropyOf } from '../claims/claim-environment.ts';
import type { ClaimRow } from '../claims/claim-ports.ts';
import { ownerOfUser, type PrivateEnvironment } from '../private-environment.ts';
import { addressOfUser } from '../simulated-server.ts';
import { claimWalletOf } from '../simulated-wallets.ts';
import type { AlterPrivateClaimPorts } from './private-claim-ports.ts';

/** The environment of a server whose users make private payments by link. */
export interface PrivateClaimEnvironment extends PrivateEnvironment {
  /** By id. */
  readonly claims: Map<string, ClaimRow>;
  /** The funding keys of claims that a failover lost. */
  readonly lostClaims: Set<string>;
  /** Whether the broadcaster is paid in notes. */
  readonly isPaid: boolean;
  /** Changes what the calls of payments by link work with. */
  readonly alterPorts: AlterPrivateClaimPorts;
  /** Changes how the server stores what is to be proved. */
  readonly alterStore: AlterStore;
}

/** Changes how one process stores private payments. */
export type AlterStore = (
  privateTransactions: PrivateTransactions,
  environment: PrivateClaimEnvironment,
) => PrivateTransactions;

/** Who makes private payments by link, and who claims them. */
export const SENDERS = ['1', '2'] as const;
export const RECIPIENTS = ['3', '4'] as const;
export const EVERYONE = [...SENDERS, ...RECIPIENTS] as const;

const PREFIXES = SENDERS.map((userId) => {
  const first: string = claimWalletOf(entropyOf(userId, 0)).privateAddress;
  return { userId, prefix: first.slice(0, first.indexOf('.') + 1) };
});

/** @returns the sender of a wallet that money waits in; null for an address that is none */
export function senderOfPrivateWallet(address: string): string | null {
  return PREFIXES.find(({ prefix }) => address.startsWith(prefix))?.userId ?? null;
}

/** @returns the account of a simulated user */
export function privateAccountOf(userId: string): Account {
  const [publicAddress, privateAddress] = [addressOfUser(userId), ownerOfUser(userId)];
  const wallet = {
    id: userId,
    name: userId,
    publicAddress,
    privateAddress,
    custody: 'assisted' as const,
  };
  return { userId, name: `User ${userId}`, email: emailOf(userId), phone: userId, wallet };
}
