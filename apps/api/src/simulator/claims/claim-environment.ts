import type { PublicAddress } from '#domain/address/address';
import type { Account } from '../../ports/accounts.ts';
import type { Environment } from '../simulated-server.ts';
import { addressOfUser } from '../simulated-server.ts';
import type { AlterClaimPorts, ClaimRow } from './claim-ports.ts';

/** The environment of a server whose users pay by link. */
export interface ClaimEnvironment extends Environment {
  /** By id. */
  readonly claims: Map<string, ClaimRow>;
  /** The funding keys of claims that a failover lost. */
  readonly lostClaims: Set<string>;
  /** Changes what the calls of payments by link work with. */
  readonly alterPorts: AlterClaimPorts;
}

/** Who makes payments by link, and who claims them: those have no coin for fees, and no other payments. */
export const SENDERS = ['1', '2'] as const;
export const RECIPIENTS = ['3', '4'] as const;

const ENTROPY_BYTES = 16;

/** @returns 16 bytes from which anyone can read whose wallet it is, and which */
export function entropyOf(userId: string, number: number): Uint8Array {
  const entropy = Buffer.alloc(ENTROPY_BYTES);
  entropy.writeUInt32BE(Number.parseInt(userId, 10));
  entropy.writeUInt32BE(number, 4);
  return entropy;
}

/** @returns the wallet that belongs to entropy */
export function walletOfEntropy(entropy: Uint8Array): PublicAddress {
  return `0x${'c1'.repeat(12)}${Buffer.from(entropy).toString('hex', 0, 8)}` as PublicAddress;
}

/** @returns the sender of a wallet that money waits in; null for an address that is none */
export function senderOfWallet(address: string): string | null {
  return SENDERS.find((userId) => address.startsWith(walletPrefixOf(userId))) ?? null;
}

function walletPrefixOf(userId: string): string {
  return walletOfEntropy(entropyOf(userId, 0)).slice(0, -8);
}

/** @returns what a simulated user has verified */
export function emailOf(userId: string): string {
  return `user-${userId}@post.test`;
}

/** @returns the account of a simulated user */
export function accountOf(userId: string): Account {
  const publicAddress = addressOfUser(userId);
  const privateAddress = `0zk${userId}` as Account['wallet']['privateAddress'];
  const wallet = {
    id: userId,
    name: userId,
    publicAddress,
    privateAddress,
    custody: 'assisted' as const,
  };
  return { userId, name: `User ${userId}`, email: emailOf(userId), phone: userId, wallet };
}
