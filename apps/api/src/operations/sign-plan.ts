import type { Rung, SignedNonce, Signing } from '#domain/operation/operation';
import type { Clock } from '../ports/clock.ts';
import type { KeyVault, LendingOutcome, PublicSigner, SessionBearer } from '../ports/key-vault.ts';
import type { UnsignedTransaction } from '../ports/public-chain.ts';
import type { PlannedNonce, TransactionPlan } from './plan-transactions.ts';

/** Makes the signatures of a plan. It may compute; it must not wait for anything outside. */
export type SignPlan = (plan: TransactionPlan) => Promise<Signing>;

/** Has `work` sign while a signer is available; `locked` when there is none, and `work` is not called. */
export type WithSigner = <T>(work: (sign: SignPlan) => Promise<T>) => Promise<LendingOutcome<T>>;

/** @returns a signer with the key that the vault opens for a session */
export function vaultSigner(
  {
    vault,
    clock,
  }: {
    readonly vault: Pick<KeyVault, 'withPublicSigner'>;
    readonly clock: Pick<Clock, 'now'>;
  },
  bearer: SessionBearer,
): WithSigner {
  return (work) =>
    vault.withPublicSigner(bearer, (signer) => work((plan) => signPlan(signer, plan, clock)));
}

/** @returns the signatures of every rung, approval and cancellation included; throws when the key is not the account's. */
export async function signPlan(
  signer: Pick<PublicSigner, 'address' | 'sign'>,
  plan: TransactionPlan,
  clock: Pick<Clock, 'now'>,
): Promise<Signing> {
  const { account, approval } = plan;
  if (signer.address !== account) {
    throw new Error(`The key of ${signer.address} was opened for an operation of ${account}.`);
  }
  const signedApproval = approval && {
    ...(await signNonce(signer, approval)),
    ...(approval.reset && { reset: await signNonce(signer, approval.reset) }),
  };
  return {
    ...(await signNonce(signer, plan)),
    approval: signedApproval,
    signedAt: clock.now(),
  };
}

async function signNonce(
  signer: Pick<PublicSigner, 'sign'>,
  { nonce, ladder, cancellation }: PlannedNonce,
): Promise<SignedNonce> {
  return {
    nonce,
    ladder: await signEach(signer, ladder),
    cancellation: await signer.sign(cancellation),
  };
}

async function signEach(
  signer: Pick<PublicSigner, 'sign'>,
  transactions: readonly UnsignedTransaction[],
): Promise<readonly Rung[]> {
  const ladder: Rung[] = [];
  for (const transaction of transactions) ladder.push(await signer.sign(transaction));
  return ladder;
}

/**
 * Compares signatures with what was planned, before they are stored: the nonces, and one signature for each rung and
 * for each cancellation.
 * That is enough for the vault, which signs the plan itself. Signatures from a user's device have to prove more:
 * each raw transaction parses as EIP-1559 without an access list; its chain id, nonce, recipient, value, data, gas
 * and fees are those of its rung; the signer recovered from it is the plan's account; its hash is its own keccak-256.
 * @returns the signatures; throws when they are not the plan's.
 */
export function requirePlanned(plan: TransactionPlan, signing: Signing): Signing {
  const isPlanned =
    isNonceOf(plan, signing) &&
    (plan.approval === null
      ? signing.approval === null
      : signing.approval !== null && isApprovalOf(plan.approval, signing.approval));
  if (!isPlanned) {
    throw new Error(`What was signed for nonce ${plan.nonce} of ${plan.account} was not planned.`);
  }
  return signing;
}

function isApprovalOf(
  planned: NonNullable<TransactionPlan['approval']>,
  signed: NonNullable<Signing['approval']>,
): boolean {
  const isReset =
    planned.reset === undefined
      ? signed.reset === undefined
      : signed.reset !== undefined && isNonceOf(planned.reset, signed.reset);
  return isReset && isNonceOf(planned, signed);
}

function isNonceOf(planned: PlannedNonce, { nonce, ladder, cancellation }: SignedNonce): boolean {
  const isComplete = ladder.length === planned.ladder.length && cancellation !== null;
  return planned.nonce === nonce && isComplete;
}
