import type { Rung, SignedNonce, Signing } from '#domain/operation/operation';
import type { TransactionSignature } from '#signing/public/eip1559';
import { ladderOf, type PlannedNonce, type PublicPlan, transactionsOf } from '#signing/public/plan';
import type { CheckedPlan } from '#signing/public/plan-check';
import type { AssembleTransaction } from '../ports/assemble-transaction.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyVault, LendingOutcome, PublicSigner, SessionBearer } from '../ports/key-vault.ts';

/**
 * Makes the signatures of a plan, in the order of `transactionsOf`. It may compute; it must not wait for anything
 * outside.
 */
export type SignPlan = (plan: PublicPlan) => Promise<readonly TransactionSignature[]>;

/** Has `work` sign while a signer is available; when there is none, `work` is not called. */
export type WithSigner = <T>(work: (sign: SignPlan) => Promise<T>) => Promise<LendingOutcome<T>>;

/**
 * @param check what is compared with the request before anything is signed; left out where its calls cannot be built
 *   again from it
 * @returns a signer with the key that the vault opens for a session
 */
export function vaultSigner(
  { vault }: { readonly vault: Pick<KeyVault, 'withPublicSigner'> },
  bearer: SessionBearer,
  check?: (plan: PublicPlan) => CheckedPlan | Promise<CheckedPlan>,
): WithSigner {
  return (work) =>
    vault.withPublicSigner(bearer, (signer) =>
      work(async (plan) => {
        const checked = await check?.(plan);
        if (checked?.ok === false) {
          throw new Error(
            `A plan for ${plan.account} is not what was requested: ${checked.check}.`,
          );
        }
        return signPlan(signer, plan);
      }),
    );
}

/** @returns the signatures of every rung, approval and cancellation included; throws when the key is not the account's. */
export async function signPlan(
  signer: Pick<PublicSigner, 'address' | 'sign'>,
  plan: PublicPlan,
): Promise<readonly TransactionSignature[]> {
  const { account } = plan;
  if (signer.address !== account) {
    throw new Error(`The key of ${signer.address} was opened for an operation of ${account}.`);
  }
  const signatures: TransactionSignature[] = [];
  for (const transaction of transactionsOf(plan)) signatures.push(await signer.sign(transaction));
  return signatures;
}

/** An owner signed another plan than the one that would be sent now. */
export class OtherPlan extends Error {}

/** What turns signatures into what is stored. */
export interface AssemblyPorts {
  readonly assemble: AssembleTransaction;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Assembles what is stored and sent, from the plan alone: of the signatures, whoever made them, only that they are of
 * the plan's account and of exactly its transactions counts.
 * @returns the signed transactions; throws when the signatures are not all of the plan's.
 */
export function requirePlanned(
  { assemble, clock }: AssemblyPorts,
  plan: PublicPlan,
  signatures: readonly TransactionSignature[],
): Signing {
  const rungs = transactionsOf(plan).map((transaction, place) => {
    const signature = signatures[place];
    return signature === undefined ? null : assemble(transaction, signature, plan.account);
  });
  const signed = rungs.filter((rung) => rung !== null);
  if (signed.length !== rungs.length || signed.length !== signatures.length) {
    throw new Error(
      `What was signed for nonce ${plan.call.nonce} of ${plan.account} was not planned.`,
    );
  }
  const [call, approval, reset] = signedNonces(ladderOf(plan), signed).toReversed();
  if (call === undefined) throw new Error(`Nothing was planned for ${plan.account}.`);
  return {
    ...call,
    approval: approval === undefined ? null : { ...approval, ...(reset && { reset }) },
    signedAt: clock.now(),
  };
}

function signedNonces(
  planned: readonly PlannedNonce[],
  signed: readonly Rung[],
): readonly SignedNonce[] {
  let next = 0;
  return planned.map(({ nonce, ladder }) => {
    const rungs = signed.slice(next, next + ladder.length);
    const cancellation = signed[next + ladder.length] ?? null;
    next += ladder.length + 1;
    return { nonce, ladder: rungs, cancellation };
  });
}
