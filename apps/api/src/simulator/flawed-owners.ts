import { keccak256 } from 'viem';
import type { TransactionHash } from '#domain/address/address';
import type { BodyOf } from '#wire/contract';
import type { sendTokens } from '#wire/wallet/send-tokens';
import { refuse } from '../application/call.ts';
import { createSendTokens } from '../modules/wallet/send-tokens.ts';
import { createSignOperation } from '../modules/wallet/sign-operation.ts';
import { isWaiting } from '../modules/wallet/signing/plan-view.ts';
import { ownerSigner } from '../operations/owner-signer.ts';
import { planTransactions } from '../operations/plan-transactions.ts';
import type { WithSigner } from '../operations/sign-plan.ts';
import type { AssembleTransaction } from '../ports/assemble-transaction.ts';
import { isPrivate, type KnownPlan } from '../ports/signing-plans.ts';
import { withOpenSeals } from './memory-signing-plans.ts';
import type { CreateSign } from './simulated-server.ts';

type Ports = Parameters<CreateSign>[0];
type SignCall = Parameters<ReturnType<CreateSign>>[0];

/** Sends what an owner signed before it is stored. */
export const sendThenStore: CreateSign = (ports, calls) => {
  const sign = createSignOperation(ports, calls);
  return async (call) => {
    const plan = await findPlan(ports, call);
    const chain = ports.chains.get(plan?.details.chainId ?? 0);
    const [cheapest] = call.body.signatures;
    // A signature of the simulation is the signed bytes themselves.
    if (cheapest !== undefined) await chain?.broadcast(cheapest as `0x${string}`);
    return sign(call);
  };
};

const NO_FLAW = { isEndRead: true, isVerified: true, isNonceCompared: true };

/** Takes signatures of a plan that expired, was cancelled or replaced. */
export const takeEndedPlans = flawed({ ...NO_FLAW, isEndRead: false });

/** Takes whatever was signed for what was planned. */
export const trustSignatures = flawed({ ...NO_FLAW, isVerified: false });

/** Stores the signatures of one nonce under another one that is free now. */
export const overlookNonces = flawed({ ...NO_FLAW, isVerified: false, isNonceCompared: false });

function flawed({ isEndRead, isVerified, isNonceCompared }: typeof NO_FLAW): CreateSign {
  return (ports) => {
    const assemble = isVerified ? ports.assemble : trusting;
    const send = createSendTokens({ ...ports, assemble });
    return async (call) => {
      const plan = await findPlan(ports, call);
      if (plan === null || isPrivate(plan)) return refuse('unknown-operation');
      const isOver = plan.state !== 'signed' && !isWaiting(plan, ports.clock.now());
      if (isEndRead && isOver) return refuse('plan-expired');
      const planned = planTransactions({ ...plan.details, ...plan.calls }, plan.nonces);
      const { signatures } = call.body;
      const withSigner = isNonceCompared
        ? ownerSigner({ assemble }, planned, signatures)
        : signerOf(signatures);
      if (withSigner === null) return refuse('signature-not-valid');
      const { body, idempotencyKey } = plan.request;
      const { estimatedFee, id: operationId } = plan.details;
      const taken = isEndRead ? { planId: plan.id } : {};
      return send(
        { ...call, params: undefined, body: body as BodyOf<typeof sendTokens>, idempotencyKey },
        {
          presented: { operationId, calls: { ...plan.calls, estimatedFee }, ...taken } as never,
          withSigner,
        },
      );
    };
  };
}

const trusting: AssembleTransaction = (_transaction, raw) => ({
  raw,
  hash: keccak256(raw) as TransactionHash,
});

function signerOf(signatures: readonly string[]): WithSigner {
  return async (work) => ({
    ok: true,
    value: await work(async () => signatures as readonly `0x${string}`[]),
  });
}

async function findPlan({ signingPlans }: Ports, call: SignCall): Promise<KnownPlan | null> {
  const { userId } = call.session;
  const opened = await withOpenSeals(call.session, 'plans', (seals) =>
    signingPlans.find({ userId, seals }, call.params.id),
  );
  return opened.ok ? opened.value : null;
}
