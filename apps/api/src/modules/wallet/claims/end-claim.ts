import type { ToChecksumAddress } from '#domain/address/parse-public-address';
import { type BaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import { claimState } from '#domain/claim/claim-state';
import type { Network } from '#domain/network/network';
import type { SignedOperation } from '#domain/operation/operation';
import type { PaymentGate } from '../../../application/admit-payment.ts';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import { refuseSubmission } from '../../../application/refuse-submission.ts';
import type { WithSigner } from '../../../operations/sign-plan.ts';
import type { Preparation, SubmitPorts } from '../../../operations/submission.ts';
import { createSubmitOperation } from '../../../operations/submit-operation.ts';
import type { StoredClaim } from '../../../ports/claims.ts';
import type { PublicChain } from '../../../ports/public-chain.ts';
import { findToken, type Payment } from '../payments/parse-payment.ts';
import { preparePayment } from '../payments/prepare-payment.ts';
import { soughtPayment } from '../payments/sought-payment.ts';
import { refuseState } from './refuse-state.ts';

export interface EndClaimPorts extends SubmitPorts {
  readonly networks: readonly Network[];
  readonly toChecksumAddress: ToChecksumAddress;
  readonly gate: Pick<PaymentGate, 'refuseFrozen'>;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
}

/** A claim to end: by whom, under which key of theirs, and what signs for its wallet. */
export interface ClaimToEnd {
  readonly claim: StoredClaim;
  readonly session: CallSession;
  readonly idempotencyKey: string;
  readonly withSigner: WithSigner;
  readonly isReturn: boolean;
}

/**
 * Moves the money of a claim to the user's own public address: to its recipient exactly what it is about, and back to
 * its sender whatever of the token is there. Of several at the same moment, one is signed.
 * @returns the operation that does, or did under this key; or the refusal
 */
export type EndClaim = (toEnd: ClaimToEnd) => Promise<SignedOperation | Refusal>;

/** @returns the function that ends claims, for recipients and for senders */
export function createEndClaim(ports: EndClaimPorts): EndClaim {
  const submit = createSubmitOperation<Refusal>(ports);
  return async (toEnd) => {
    const { claim, session, idempotencyKey, withSigner } = toEnd;
    const payment = paymentOf(ports, toEnd);
    if ('refused' in payment) return payment;
    const outcome = await submit(
      {
        userId: session.userId,
        idempotencyKey,
        fingerprint: `end-claim ${claim.id}`,
        withSigner,
        publishedBy: 'request',
        endsClaim: claim.id,
        ...soughtPayment(ports, payment, session.userId),
      },
      () => prepareEnd(ports, toEnd, payment),
    );
    if ('operation' in outcome) return outcome.operation;
    if (outcome.kind === 'insufficient-funds') {
      // What an end that moved nothing was about is held for a moment after it.
      return refuse(outcome.of === 'fee' ? 'claim-fee-too-high' : 'claim-not-ready');
    }
    return refuseSubmission(outcome);
  };
}

type EndingPayment = Omit<Payment, 'fingerprint'>;

function paymentOf(
  { networks, toChecksumAddress }: EndClaimPorts,
  { claim: { terms }, session }: ClaimToEnd,
): EndingPayment | Refusal {
  if (terms.balance !== 'public') return refuse('unknown-claim');
  const place = findToken(networks, terms.tokenId);
  if (place === null || place.network.chainId !== terms.chainId) return refuse('unknown-claim');
  const own = session.publicAddress.slice(2).toLowerCase();
  return {
    ...{ ...place, amount: terms.units, sender: terms.address },
    recipient: toChecksumAddress(`0x${own}`),
  };
}

/** What is stored is a fact and decides first; then what the chain has. */
async function prepareEnd(
  ports: EndClaimPorts,
  { claim, session, isReturn }: ClaimToEnd,
  payment: EndingPayment,
): Promise<Preparation<Refusal>> {
  const state = claimState(claim.terms, claim.record, ports.clock.now());
  const refusal = refuseState(state, isReturn) ?? (await ports.gate.refuseFrozen(session.userId));
  if (refusal !== null) return { ok: false, refusal };
  const held = await readHeld(ports, payment, isReturn);
  if ('refused' in held) return { ok: false, refusal: held };
  const { amount, transactionCount } = held;
  const preparation = await preparePayment(ports, { ...payment, amount, fingerprint: '' });
  if (preparation.ok) {
    const { prepared } = preparation;
    const chainState = { ...prepared.chainState, transactionCount };
    return { ok: true, prepared: { ...prepared, chainState } };
  }
  const isUnpaid = preparation.refusal.refused === 'not-enough-for-fee';
  return isUnpaid ? { ok: false, refusal: refuse('claim-fee-too-high') } : preparation;
}

/** What the wallet of a claim moves on, base units, and how many transactions it has made. */
interface HeldMoney {
  readonly amount: BaseUnits;
  readonly transactionCount: number;
}

/**
 * A recipient never gets more than was meant for them, even where something else was paid into the same wallet.
 * Transactions are counted by final blocks: no payment fills a nonce that a node skipped by counting too high, and what
 * waits above it would wait for good.
 * @returns the refusal where the money isn't there. Rejects with `ChainUnavailable`.
 */
async function readHeld(
  { chains }: EndClaimPorts,
  { network, token, amount, sender }: EndingPayment,
  isReturn: boolean,
): Promise<HeldMoney | Refusal> {
  const chain = chains.get(network.chainId);
  if (chain === undefined) throw new Error(`There is no chain ${network.chainId}.`);
  const [{ units }, transactionCount] = await Promise.all([
    chain.balances(sender, [token]),
    chain.transactionCount(sender, 'finalized'),
  ]);
  const held = units[0] ?? ZERO_UNITS;
  const isNative = token.address === null;
  const isThere = held >= amount || (isReturn && !isNative && held > ZERO_UNITS);
  if (isThere) return { amount: isReturn && !isNative ? held : amount, transactionCount };
  return refuse(transactionCount > 0 ? 'claim-over' : 'claim-not-ready');
}
