import { readPlanSignatures } from '#signing/private/sign-plan';
import type { BodyOf } from '#wire/contract';
import type { internalTransfer } from '#wire/wallet/internal-transfer';
import type { sendTokens } from '#wire/wallet/send-tokens';
import type { shield } from '#wire/wallet/shield';
import type { signOperation } from '#wire/wallet/sign-operation';
import type { unshield } from '#wire/wallet/unshield';
import { type Call, type Handler, type Refusal, refuse } from '../../application/call.ts';
import { ownerSigner } from '../../operations/owner-signer.ts';
import { planTransactions } from '../../operations/plan-transactions.ts';
import type { AssembleTransaction } from '../../ports/assemble-transaction.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import {
  isPrivate,
  type PrivateSigningPlan,
  type PublicSigningPlan,
  type SigningPlan,
  type SigningPlans,
} from '../../ports/signing-plans.ts';
import { isWaiting } from './signing/plan-view.ts';
import type { SignableHandler, SignedNotes, SignedPlan } from './signing/signable-call.ts';

/** The calls whose plans owners sign with the key of their public address, by name. */
export interface PublicSignableCalls {
  readonly 'send-tokens': SignableHandler<typeof sendTokens>;
  readonly shield: SignableHandler<typeof shield>;
}

/** The calls whose plans they sign with the key that spends their notes, by name. */
export interface PrivateSignableCalls {
  readonly 'internal-transfer': SignableHandler<typeof internalTransfer, SignedNotes>;
  readonly unshield: SignableHandler<typeof unshield, SignedNotes>;
}

export interface SignableCalls {
  readonly public: PublicSignableCalls;
  readonly private: PrivateSignableCalls;
}

export interface SignOperationPorts {
  readonly vault: Pick<KeyVault, 'withOwnSeals' | 'withViewingKeys'>;
  readonly signingPlans: Pick<SigningPlans, 'find'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly assemble: AssembleTransaction;
  /** Verifies what owners signed of their notes; the real signatures where it is left out. */
  readonly readPrivateSignatures?: typeof readPlanSignatures;
}

type SignCall = Call<typeof signOperation>;

/**
 * Continues the call that a plan is of with what its owner signed: every signature is verified before anything of it is
 * stored, and it is stored before anything is sent. What was signed before gets the same response again.
 */
export function createSignOperation(
  ports: SignOperationPorts,
  calls: SignableCalls,
): Handler<typeof signOperation> {
  return async (call) => {
    const { session, params, body } = call;
    const opened = await ports.vault.withOwnSeals(session, 'plans', (seals) =>
      ports.signingPlans.find({ userId: session.userId, seals }, params.id),
    );
    if (!opened.ok) return refuse('unauthorized');
    const plan = opened.value;
    if (plan === null) return refuse('unknown-operation');
    const isOver = plan.state !== 'signed' && !isWaiting(plan, ports.clock.now());
    if (isOver || plan.id !== body.planId) return refuse('plan-expired');
    if (!isPrivate(plan)) {
      const signed = publicly(ports, plan, body.signatures);
      return signed === null
        ? refuse('signature-not-valid')
        : go(call, plan, { handlers: calls.public, signed });
    }
    const signed = await privately(ports, call, plan);
    return 'refused' in signed ? signed : go(call, plan, { handlers: calls.private, signed });
  };
}

/** @returns null for anything but the signatures of the plan's transactions */
function publicly(
  ports: SignOperationPorts,
  plan: PublicSigningPlan,
  signatures: readonly string[],
): SignedPlan | null {
  const { details, calls, nonces } = plan;
  const planned = planTransactions({ ...details, ...calls }, nonces);
  const withSigner = ownerSigner(ports, planned, signatures);
  if (withSigner === null) return null;
  const { estimatedFee, id: operationId } = details;
  const presented = { planId: plan.id, operationId, calls: { ...calls, estimatedFee } };
  return { presented, withSigner };
}

async function privately(
  { vault, readPrivateSignatures: read = readPlanSignatures }: SignOperationPorts,
  { session, body: { signatures } }: SignCall,
  plan: PrivateSigningPlan,
): Promise<SignedNotes | Refusal> {
  const opened = await vault.withViewingKeys(session, async ({ publicSpendingKey }) =>
    read(plan.notes.toSign, signatures, publicSpendingKey),
  );
  if (!opened.ok) return refuse('unauthorized');
  return opened.value === null ? refuse('signature-not-valid') : { plan, signatures };
}

/** Calls what the plan is of again. */
async function go<Signed extends SignedPlan | SignedNotes>(
  call: SignCall,
  { request }: SigningPlan,
  { handlers, signed }: { readonly handlers: object; readonly signed: Signed },
) {
  const { call: name, body, idempotencyKey } = request;
  // The body is the one that its call was stored with.
  const handler = (
    handlers as Readonly<Record<string, SignableHandler<typeof sendTokens, Signed>>>
  )[name];
  if (handler === undefined) throw new Error(`Nothing signs the call ${name}.`);
  return handler(
    { ...call, params: undefined, body: body as BodyOf<typeof sendTokens>, idempotencyKey },
    signed,
  );
}
