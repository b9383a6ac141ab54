import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { checkFunds } from '#domain/operation/check-funds';
import { isSigned, type Operation, type Signing } from '#domain/operation/operation';
import type { shield } from '#wire/wallet/shield';
import { type CallSession, type Handler, type Refusal, refuse } from '../../application/call.ts';
import { signRungs } from '../../operations/sign-rungs.ts';
import type { KeyVault, PublicSigner } from '../../ports/key-vault.ts';
import type { Operations, PreparedCommand } from '../../ports/operations.ts';
import type { PublicChain } from '../../ports/public-chain.ts';
import type { Randomness } from '../../ports/randomness.ts';
import {
  type BroadcastPorts,
  broadcastClaim,
  REQUEST_LEASE_MS,
} from './payments/broadcast-claim.ts';
import { createCommandOnce } from './payments/command-once.ts';
import { type MoneyAnswer, moneyAnswer } from './payments/money-answer.ts';
import { refuseShort } from './payments/refuse-short.ts';
import { type PoolRules, parseAmount, parsePoolPlace } from './shielded/parse-pool-command.ts';
import {
  type PreparedShield,
  type PrepareShieldPorts,
  prepareShield,
  type ShieldOrder,
} from './shielded/prepare-shield.ts';
import { refuseNotReady } from './shielded/refuse-pool-client.ts';

export interface ShieldPorts extends PoolRules, PrepareShieldPorts, BroadcastPorts {
  readonly operations: Operations;
  readonly vault: Pick<KeyVault, 'withPublicSigner'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
  /** 32 bytes of a text, hex. */
  readonly keccak256: (hex: `0x${string}`) => `0x${string}`;
}

interface ShieldRequest {
  readonly order: ShieldOrder;
  readonly session: CallSession;
  readonly idempotencyKey: string;
  readonly fingerprint: string;
}

/**
 * Moves a token or the native coin into the person's own private balance. The token's leave for the pool and the
 * shield itself are one operation with two transactions, signed and stored together before anything leaves the
 * server.
 */
export function createShield(ports: ShieldPorts): Handler<typeof shield> {
  const once = createCommandOnce<MoneyAnswer>(ports.operations, (stored) =>
    answerStored(ports, stored),
  );
  return async ({ body, session, idempotencyKey }) => {
    const place = parsePoolPlace(ports, body.tokenId);
    if (!place.ok) return place.refusal;
    const amount = parseAmount(body.amount);
    if (!amount.ok) return amount.refusal;
    const order: ShieldOrder = {
      ...place.value,
      amount: amount.value,
      sender: session.publicAddress as PublicAddress,
      recipient: session.privateAddress as PrivateAddress,
    };
    const fingerprint = `shield ${order.token.id} ${order.amount}`;
    return once({ userId: session.userId, idempotencyKey, fingerprint }, () =>
      shieldNew(ports, { order, session, idempotencyKey, fingerprint }),
    );
  };
}

async function shieldNew(
  ports: ShieldPorts,
  request: ShieldRequest,
): Promise<MoneyAnswer | Refusal> {
  const { order, session, fingerprint } = request;
  const chain = ports.chains.get(order.network.chainId);
  if (chain === undefined) throw new Error(`There is no chain ${order.network.chainId}.`);
  const shieldKey = await readShieldKey(ports, order, session);
  if (typeof shieldKey !== 'string') return shieldKey;
  const prepared = await prepareShield(ports, order, shieldKey, session);
  if (!prepared.ok) return prepared.refusal;
  const command = commandOf(ports, prepared.shield, request);
  const funds = checkFunds(command.intent, command.chainState, []);
  if (!funds.ok) return refuseShort(prepared.shield, funds);
  const opened = await ports.vault.withPublicSigner(session, (signer) =>
    ports.operations.signNext(
      command,
      (nonce, approvalNonce) => sign(ports, signer, prepared.shield, { nonce, approvalNonce }),
      REQUEST_LEASE_MS,
    ),
  );
  if (!opened.ok) return refuse('unauthorized');
  const outcome = opened.value;
  if (outcome.kind === 'short') return refuseShort(prepared.shield, outcome);
  if (outcome.kind === 'signed') return answerSent(ports, chain, outcome.claim);
  const { operation } = outcome.command;
  return outcome.command.fingerprint === fingerprint
    ? answerStored(ports, operation)
    : refuse('idempotency-key-reused', { operationId: operation.id });
}

/** The same words give the same signature, so the payer's own wallet can make the key again. */
async function readShieldKey(
  ports: ShieldPorts,
  { network }: ShieldOrder,
  session: CallSession,
): Promise<`0x${string}` | Refusal> {
  const terms = await ports.poolClient.terms(network.chainId);
  if (terms === null) return refuseNotReady();
  const opened = await ports.vault.withPublicSigner(session, (signer) =>
    signer.signMessage(terms.shieldMessage),
  );
  return opened.ok ? ports.keccak256(opened.value) : refuse('unauthorized');
}

function commandOf(
  ports: ShieldPorts,
  { payment, approval, chainState, estimatedFee, feeCeiling, poolFee }: PreparedShield,
  { session, idempotencyKey, fingerprint }: ShieldRequest,
): PreparedCommand {
  return {
    intent: {
      id: ports.randomness.uuid(),
      userId: session.userId,
      kind: 'shield',
      chainId: payment.network.chainId,
      account: payment.sender,
      recipient: payment.recipient,
      tokenId: payment.token.id,
      amount: payment.amount,
      feeTokenId: payment.feeToken.id,
      estimatedFee,
      feeCeiling,
      pool: { privateAddress: payment.recipient, poolFee, broadcasterFee: null },
      createdAt: ports.clock.now(),
    },
    idempotencyKey,
    fingerprint,
    needsApproval: approval !== null,
    chainState,
  };
}

async function sign(
  { clock }: ShieldPorts,
  signer: PublicSigner,
  { payment, approval, call, fees }: PreparedShield,
  { nonce, approvalNonce }: { readonly nonce: number; readonly approvalNonce: number | null },
): Promise<Signing> {
  if (signer.address !== payment.sender) {
    throw new Error(`The key of ${signer.address} was opened for a shield of ${payment.sender}.`);
  }
  const { chainId } = payment.network;
  const rungsOf = ({ to, value, data, gas }: typeof call, at: number) =>
    signRungs(signer, { chainId, to, value, data, gas }, at, fees);
  const approved =
    approval === null || approvalNonce === null
      ? null
      : { nonce: approvalNonce, ladder: await rungsOf(approval, approvalNonce) };
  return {
    nonce,
    ladder: await rungsOf(call, nonce),
    approval: approved,
    signedAt: clock.now(),
  };
}

async function answerSent(
  ports: ShieldPorts,
  chain: PublicChain,
  claim: Parameters<typeof broadcastClaim>[2],
): Promise<MoneyAnswer> {
  return answerStored(ports, await broadcastClaim(ports, chain, claim));
}

function answerStored({ networks }: ShieldPorts, operation: Operation): MoneyAnswer {
  if (!isSigned(operation)) throw new Error(`Shield ${operation.id} was stored without signature.`);
  return moneyAnswer({ operation, heads: null, progress: null }, networks);
}
