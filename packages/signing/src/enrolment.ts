import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { publicAddressOf } from '#pool/account-key';
import { encodePrivateAddress } from '#pool/addresses';
import { viewingKeysOf, type WalletKeys } from '#pool/keys';
import { isSignedBy, signText, signTextPrivately } from '#pool/signed-text';

/** Whose wallet both keys prove that they are of, and for which request of the server. */
export interface Enrolment {
  /** Of the server, for one use: 32 bytes as lower-case hex. */
  readonly challenge: string;
  readonly userId: string;
  /** `0x…` */
  readonly address: string;
  /** `0zk…` */
  readonly privateAddress: string;
}

/** The signatures of both keys of a wallet. */
export interface EnrolmentProof {
  /** Of the public address: 65 bytes as 0x and hex (EIP-191). */
  readonly address: string;
  /** Of the private address: 64 bytes as 0x and hex (Ed25519). */
  readonly privateAddress: string;
}

const CHALLENGE = /^[0-9a-f]{64}$/;
const USER_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Signs an enrolment with both keys of a wallet. It is no transaction and no receipt, and moves nothing.
 * @returns the two addresses of the keys with their signatures. Throws for a challenge or a user that is none.
 */
export function signEnrolment(
  keys: WalletKeys,
  { challenge, userId }: Pick<Enrolment, 'challenge' | 'userId'>,
): {
  readonly address: PublicAddress;
  readonly privateAddress: PrivateAddress;
  readonly proof: EnrolmentProof;
} {
  const address = publicAddressOf(keys.account);
  const privateAddress = encodePrivateAddress(viewingKeysOf(keys));
  const text = enrolmentText({ challenge, userId, address, privateAddress });
  if (text === null) throw new Error('This challenge is none of Kax.');
  const proof = {
    address: signText(keys.account, text),
    privateAddress: signTextPrivately(keys.viewing, text),
  };
  return { address, privateAddress, proof };
}

/** True when the keys of both addresses signed for this user and this challenge. The caller ends the challenge. */
export function isEnrolmentProven(
  proof: EnrolmentProof,
  enrolment: Enrolment,
  chainId: number,
): boolean {
  const { address, privateAddress } = enrolment;
  const text = enrolmentText(enrolment);
  if (text === null || !address.startsWith('0x') || !privateAddress.startsWith('0zk')) return false;
  return (
    isSignedBy({ text, chainId, address, signature: proof.address }) &&
    isSignedBy({ text, chainId, address: privateAddress, signature: proof.privateAddress })
  );
}

/** @returns null for a challenge or a user that could be read as something else */
function enrolmentText({ challenge, userId, address, privateAddress }: Enrolment): string | null {
  if (!CHALLENGE.test(challenge) || !USER_ID.test(userId)) return null;
  return [
    'Kax: only me. These keys are of one wallet, and its owner keeps them.',
    `User: ${userId}`,
    `Public address: ${address.toLowerCase()}`,
    `Private address: ${privateAddress}`,
    `Challenge: ${challenge}`,
  ].join('\n');
}
