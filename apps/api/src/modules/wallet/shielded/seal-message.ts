import type { CallSession } from '../../../application/call.ts';
import type { KeyVault, LendingOutcome } from '../../../ports/key-vault.ts';
import { sealMessage } from '../../../ports/private-messages.ts';
import type { PrivateTransactionTerms } from '../../../ports/private-transactions.ts';
import type { SignedPrivatePlan } from '../../../ports/shielded-pool.ts';
import type { ShieldedSeals } from '../../../ports/shielded-seals.ts';
import { sealSignedPlan } from '../../../ports/signed-private-plans.ts';
import type { PlannedTerms } from '../../../ports/signing-plans.ts';
import type { PrivateTransaction } from './parse-pool-request.ts';

export interface SealMessagePorts {
  readonly vault: Pick<KeyVault, 'withViewKey'>;
  readonly seals: Pick<ShieldedSeals, 'sealWith' | 'tagWith'>;
}

/** @returns what a private transaction tells its recipient; null when that is nothing */
export function messageOf(privateTransaction: PrivateTransaction): string | null {
  return privateTransaction.kind === 'internal-transfer' ? privateTransaction.message : null;
}

/** A private payment with what only the process that proves may read. */
interface PartsToSeal {
  readonly terms: PlannedTerms;
  /** To the recipient; null for none. */
  readonly message: string | null;
  /** What the owner of the wallet signed; null where the process that proves signs. */
  readonly signed: SignedPrivatePlan | null;
}

/**
 * Seals message and plan so that only the process that proves can open them, while the user's wallet is open there.
 * @returns the complete terms, or `locked` when the session ended meanwhile
 */
export async function withSealedParts(
  { vault, seals }: SealMessagePorts,
  session: CallSession,
  { terms, message, signed }: PartsToSeal,
): Promise<LendingOutcome<PrivateTransactionTerms>> {
  if (message === null && signed === null) {
    return { ok: true, value: { ...terms, sealedMessage: null, sealedPlan: null } };
  }
  return vault.withViewKey(session, async (viewKey) => {
    const place = { owner: { userId: session.userId, viewKey }, payment: terms };
    return {
      ...terms,
      sealedMessage: message === null ? null : sealMessage(seals, place, message),
      sealedPlan: signed && sealSignedPlan(seals, place, signed),
    };
  });
}

/**
 * Tells a message under an idempotency key from any other in a text that is stored and says nothing about it.
 * @returns an empty text for no message, or `locked` when the session ended meanwhile
 */
export async function messageFingerprint(
  { vault, seals }: SealMessagePorts,
  session: CallSession,
  { idempotencyKey, message }: { readonly idempotencyKey: string; readonly message: string | null },
): Promise<LendingOutcome<string>> {
  if (message === null) return { ok: true, value: '' };
  const context = ['message of request', session.userId, idempotencyKey];
  return vault.withViewKey(session, async (viewKey) => {
    return ` message ${seals.tagWith(viewKey, message, context).toString('hex')}`;
  });
}
