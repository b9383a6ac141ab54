import type { EnrolmentProof } from '#signing/enrolment';
import type { WalletAddresses } from './key-vault.ts';

/** What an account needs besides its rows: what reopens it with codes, and the proof that codes were entered for it. */
export interface EnrolledAccount {
  readonly recoveryWrap: Uint8Array;
  /** Over the account's contacts and addresses. */
  readonly signature: Uint8Array;
}

/** A wallet that only its owner has the keys of, for the place of a user's assisted one, and what proves all of it. */
export interface KeyEnrolment extends WalletAddresses {
  readonly userId: string;
  /** 96 bytes: what sees the wallet and can't move its money. */
  readonly sight: Uint8Array;
  /** 32 bytes as lower-case hex, of the server, which both signatures and the succession are for. */
  readonly challenge: string;
  readonly proof: EnrolmentProof;
  /** The signature of `successionText` with the key of the assisted wallet (EIP-191). */
  readonly succession: `0x${string}`;
}

/** An account before and after its wallet is replaced. */
export interface Succession {
  readonly before: EnrolledAccount;
  readonly after: EnrolledAccount;
}

export type EnrolmentOutcome =
  | ({ readonly kind: 'right' } & Succession)
  /** Not this user's assisted wallet, other keys than the addresses say, or a signature of something else. */
  | { readonly kind: 'not-matching' };

/** @returns what the key of an assisted wallet signs to be replaced; no transaction and no receipt */
export function successionText(
  { userId, walletId, from }: Readonly<Record<'userId' | 'walletId' | 'from', string>>,
  { publicAddress, privateAddress, challenge }: WalletAddresses & { readonly challenge: string },
): string {
  return [
    'Kax: another wallet takes the place of this one, and only its owner has its keys.',
    `User: ${userId}`,
    `Wallet: ${walletId}`,
    `This public address: ${from.toLowerCase()}`,
    `Its public address: ${publicAddress.toLowerCase()}`,
    `Its private address: ${privateAddress}`,
    `Challenge: ${challenge}`,
  ].join('\n');
}
