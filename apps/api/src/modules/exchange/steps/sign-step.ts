import type { SignedOperation } from '#domain/operation/operation';
import { transactionHash } from '#domain/operation/outcome';
import { advanceSwap, currentStep, needsSignature, stepKey } from '#domain/swap/swap';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import { refuseSubmission } from '../../../application/refuse-submission.ts';
import { vaultSigner } from '../../../operations/sign-plan.ts';
import type { SubmitPorts } from '../../../operations/submission.ts';
import { createSubmitOperation } from '../../../operations/submit-operation.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import type { ClaimedSwap, StoredSwap, Swaps } from '../../../ports/swaps.ts';
import { findListedToken, type TokenListing } from '../listing/token-list.ts';
import { type PrepareStepPorts, prepareStep } from './prepare-step.ts';
import type { StepOfSwap } from './step-plan.ts';

export interface SignStepPorts extends PrepareStepPorts, SubmitPorts {
  readonly chains: ReadonlyMap<number, PublicChain>;
  readonly operations: PrepareStepPorts['operations'] & SubmitPorts['operations'];
  readonly swaps: Pick<Swaps, 'find' | 'record'>;
  readonly vault: Pick<KeyVault, 'withPublicSigner'>;
  readonly report: SubmitPorts['report'];
}

/** A step of a swap whose user is signed in. */
export interface StepToSign {
  readonly listing: TokenListing;
  readonly claim: ClaimedSwap;
  /** Counted from 1. */
  readonly number: number;
  readonly session: CallSession;
}

/** @returns the swap with the step sent, or the refusal. Rejects with `ExchangeUnavailable` and `ChainUnavailable`. */
export type SignStep = (step: StepToSign) => Promise<StoredSwap | Refusal>;

/**
 * Signs a step and stores it as an operation, approval included; the worker sends both. A step is permanently one
 * operation, under its own key, so that a repeated request never signs again.
 */
export function createSignStep(ports: SignStepPorts): SignStep {
  const submit = createSubmitOperation<Refusal>(ports);
  return async ({ listing, claim, number, session }) => {
    const { swap } = claim;
    const hop = swap.route.swaps[number - 1];
    const chainId = hop && findListedToken(listing, hop.from)?.network.chainId;
    if (chainId === undefined) return refuse('exchange-refused');
    const outcome = await submit(
      {
        userId: session.userId,
        idempotencyKey: stepKey(swap.requestId, number),
        fingerprint: `swap ${swap.requestId} ${number}`,
        withSigner: vaultSigner(ports, session),
        publishedBy: 'worker',
        account: { chainId, account: swap.account, userId: session.userId },
        swapStep: { requestId: swap.requestId, number },
      },
      ({ isClaimed }) => prepareStep(ports, listing, { swap, number, isClaimed }),
    );
    return 'operation' in outcome
      ? recordSent(ports, { swap, number }, outcome.operation)
      : refuseSubmission(outcome);
  };
}

/** Signing was a change of the swap, so it is read again; another process may have written the same meanwhile. */
async function recordSent(
  ports: SignStepPorts,
  { swap: { userId, requestId }, number }: StepOfSwap,
  operation: SignedOperation,
): Promise<StoredSwap> {
  const claim = await ports.swaps.find(userId, requestId);
  if (claim === null) throw new Error(`Swap ${requestId} was signed but not found.`);
  const isWaiting = needsSignature(claim.swap) && currentStep(claim.swap) === number;
  if (!isWaiting) return claim.swap;
  const at = ports.clock.now();
  const hash = transactionHash(operation);
  const next = advanceSwap(claim.swap, { type: 'sent', operationId: operation.id, hash, at });
  // What is signed stays signed, whoever writes it first.
  await ports.swaps.record(claim, next, at);
  return next;
}
