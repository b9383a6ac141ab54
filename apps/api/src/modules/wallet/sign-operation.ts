import type { BodyOf } from '#wire/contract';
import type { sendTokens } from '#wire/wallet/send-tokens';
import type { shield } from '#wire/wallet/shield';
import type { signOperation } from '#wire/wallet/sign-operation';
import { type Handler, refuse } from '../../application/call.ts';
import { ownerSigner } from '../../operations/owner-signer.ts';
import { planTransactions } from '../../operations/plan-transactions.ts';
import type { AssembleTransaction } from '../../ports/assemble-transaction.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { SigningPlans } from '../../ports/signing-plans.ts';
import { isWaiting } from './signing/plan-view.ts';
import type { SignableHandler } from './signing/signable-call.ts';

/** The calls whose plans owners sign, by name. */
export interface SignableCalls {
  readonly 'send-tokens': SignableHandler<typeof sendTokens>;
  readonly shield: SignableHandler<typeof shield>;
}

type Signable = typeof sendTokens | typeof shield;

export interface SignOperationPorts {
  readonly vault: Pick<KeyVault, 'withOwnSeals'>;
  readonly signingPlans: Pick<SigningPlans, 'find'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly assemble: AssembleTransaction;
}

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
    const planned = planTransactions({ ...plan.details, ...plan.calls }, plan.nonces);
    const withSigner = ownerSigner(ports, planned, body.signatures);
    if (withSigner === null) return refuse('signature-not-valid');
    const { call: name, body: requested, idempotencyKey } = plan.request;
    // The body is the one that its call was stored with.
    const handler = calls[name as keyof SignableCalls] as SignableHandler<Signable> | undefined;
    if (handler === undefined) throw new Error(`Nothing signs the call ${name}.`);
    const { approval, call: payment, fees, rungs } = plan.calls;
    const { estimatedFee, id: operationId } = plan.details;
    return handler(
      { ...call, params: undefined, body: requested as BodyOf<Signable>, idempotencyKey },
      {
        presented: {
          ...{ planId: plan.id, operationId },
          calls: { approval, call: payment, fees, rungs, estimatedFee },
        },
        withSigner,
      },
    );
  };
}
