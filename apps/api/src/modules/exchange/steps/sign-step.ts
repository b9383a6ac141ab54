import type { PublicAddress } from '#domain/address/address';
import { formatBaseUnits } from '#domain/amount/base-units-to-display';
import { checkFunds } from '#domain/operation/check-funds';
import { isSigned, type Signing, transactionHash } from '#domain/operation/operation';
import { advanceSwap, stepKey } from '#domain/swap/swap';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import { signRungs } from '../../../operations/sign-rungs.ts';
import type { KeyVault, PublicSigner } from '../../../ports/key-vault.ts';
import type { Operations, PreparedCommand } from '../../../ports/operations.ts';
import type { Randomness } from '../../../ports/randomness.ts';
import type { ClaimedSwap, StoredSwap, Swaps } from '../../../ports/swaps.ts';
import type { TokenListing } from '../listing/token-list.ts';
import { type PreparedStep, type PrepareStepPorts, prepareStep } from './prepare-step.ts';

export interface SignStepPorts extends PrepareStepPorts {
  readonly swaps: Pick<Swaps, 'record'>;
  readonly operations: Pick<Operations, 'signNext' | 'findByKey'>;
  readonly vault: Pick<KeyVault, 'withPublicSigner'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
}

/** The worker sends it as soon as it is stored. */
const LEASE_MS = 0;

/**
 * Signs a step and stores it as an operation, approval included; the worker sends both. A step is one operation for
 * ever, under a key of its own, so that asking again never signs again.
 * @returns the swap with the step sent, or the refusal. Rejects with `ExchangeUnavailable` and `ChainUnavailable`.
 */
export async function signStep(
  ports: SignStepPorts,
  listing: TokenListing,
  claim: ClaimedSwap,
  number: number,
  session: CallSession,
): Promise<StoredSwap | Refusal> {
  const idempotencyKey = stepKey(claim.swap.requestId, number);
  const stored = await ports.operations.findByKey(session.userId, idempotencyKey);
  if (stored !== null) return noteSent(ports, claim, stored.operation);
  const prepared = await prepareStep(ports, listing, claim.swap, number);
  if ('refused' in prepared) return prepared;
  const command = commandOf(ports, prepared, idempotencyKey);
  const funds = checkFunds(command.intent, command.chainState, []);
  if (!funds.ok) return refuseShort(prepared, funds.of);
  const opened = await ports.vault.withPublicSigner(session, (signer) =>
    ports.operations.signNext(
      command,
      (nonce, approvalNonce) => sign(ports, signer, prepared, { nonce, approvalNonce }),
      LEASE_MS,
    ),
  );
  if (!opened.ok) return refuse('unauthorized');
  const outcome = opened.value;
  if (outcome.kind === 'short') return refuseShort(prepared, outcome.of);
  const { operation } = outcome.kind === 'signed' ? outcome.claim : outcome.command;
  return noteSent(ports, claim, operation);
}

async function noteSent(
  ports: SignStepPorts,
  claim: ClaimedSwap,
  operation: Parameters<typeof isSigned>[0],
): Promise<StoredSwap | Refusal> {
  if (!isSigned(operation) || operation.kind !== 'swap') return refuse('idempotency-key-reused');
  const at = ports.clock.now();
  const hash = transactionHash(operation);
  const next = advanceSwap(claim.swap, { type: 'sent', operationId: operation.id, hash, at });
  // Somebody else may have written the same meanwhile; what is signed stays signed either way.
  await ports.swaps.record(claim, next, at);
  return next;
}

function commandOf(
  { randomness, clock }: SignStepPorts,
  { plan, approval, call, estimatedFee, feeCeiling, chainState }: PreparedStep,
  idempotencyKey: string,
): PreparedCommand {
  const { swap, number, network, token, native, amount } = plan;
  return {
    intent: {
      id: randomness.uuid(),
      userId: swap.userId,
      kind: 'swap',
      chainId: network.chainId,
      account: swap.account,
      recipient: call.to as PublicAddress,
      tokenId: token.id,
      amount,
      feeTokenId: native.id,
      estimatedFee,
      feeCeiling,
      pool: null,
      createdAt: clock.now(),
    },
    idempotencyKey,
    fingerprint: `swap ${swap.requestId} ${number}`,
    needsApproval: approval !== null,
    chainState,
  };
}

async function sign(
  { clock }: SignStepPorts,
  signer: PublicSigner,
  { plan, approval, call, fees }: PreparedStep,
  { nonce, approvalNonce }: { readonly nonce: number; readonly approvalNonce: number | null },
): Promise<Signing> {
  if (signer.address !== plan.swap.account) {
    throw new Error(`The key of ${signer.address} was opened for a swap of ${plan.swap.account}.`);
  }
  const { chainId } = plan.network;
  const rungsOf = ({ to, value, data, gas }: typeof call, at: number) =>
    signRungs(signer, { chainId, to, value, data, gas }, at, fees);
  const approved =
    approval === null || approvalNonce === null
      ? null
      : { nonce: approvalNonce, ladder: await rungsOf(approval, approvalNonce) };
  return { nonce, ladder: await rungsOf(call, nonce), approval: approved, signedAt: clock.now() };
}

function refuseShort({ plan, feeCeiling }: PreparedStep, of: 'token' | 'fee'): Refusal {
  if (of === 'token') return refuse('amount-above-balance');
  const { decimals, symbol } = plan.native;
  const needed = formatBaseUnits(feeCeiling, decimals, { places: 6, rounding: 'up' });
  return refuse('not-enough-for-fee', {
    sentence: `You need up to ${needed} ${symbol} for the network fee, and you have less.`,
  });
}
