import { checkFunds } from '#domain/operation/check-funds';
import {
  isSigned,
  type Operation,
  type SignedOperation,
  transactionHash,
} from '#domain/operation/operation';
import type { ResponseOf } from '#wire/contract';
import type { sendTokens } from '#wire/wallet/send-tokens';
import { type CallSession, type Handler, type Refusal, refuse } from '../../application/call.ts';
import type { OperationTrouble } from '../../operations/advance-claims.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Operations, PreparedCommand } from '../../ports/operations.ts';
import type { PublicChain } from '../../ports/public-chain.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { broadcastClaim, REQUEST_LEASE_MS } from './payments/broadcast-claim.ts';
import { createCommandOnce } from './payments/command-once.ts';
import { operationView } from './payments/operation-view.ts';
import { type Payment, type PaymentRules, parsePayment } from './payments/parse-payment.ts';
import { type PreparedPayment, preparePayment } from './payments/prepare-payment.ts';
import { refuseShort } from './payments/refuse-short.ts';
import { signLadder } from './payments/sign-ladder.ts';

export interface SendTokensPorts extends PaymentRules {
  readonly operations: Operations;
  readonly vault: Pick<KeyVault, 'withPublicSigner'>;
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
  /** Told when a signed payment could not be marked as sent; the worker sends it again. */
  readonly report: (trouble: OperationTrouble) => void;
}

type SentAnswer = ResponseOf<typeof sendTokens>;

/** Who asks for which payment under which key. */
interface PaymentRequest {
  readonly payment: Payment;
  readonly session: CallSession;
  readonly idempotencyKey: string;
}

/**
 * Sends a token or the native coin.
 * The payment is stored with its nonce and its signatures before anything leaves the server, and one
 * idempotency key is one payment for ever.
 */
export function createSendTokens(ports: SendTokensPorts): Handler<typeof sendTokens> {
  const once = createCommandOnce<SentAnswer>(ports.operations, (stored) =>
    answerStored(ports, stored),
  );
  return async ({ body, session, idempotencyKey }) => {
    const parsed = parsePayment(body, session.publicAddress, ports);
    if (!parsed.ok) return parsed.refusal;
    const { payment } = parsed;
    const { fingerprint } = payment;
    return once({ userId: session.userId, idempotencyKey, fingerprint }, () =>
      sendNew(ports, { payment, session, idempotencyKey }),
    );
  };
}

async function sendNew(
  ports: SendTokensPorts,
  request: PaymentRequest,
): Promise<SentAnswer | Refusal> {
  const { payment, session } = request;
  const chain = ports.chains.get(payment.network.chainId);
  if (chain === undefined) throw new Error(`There is no chain ${payment.network.chainId}.`);
  const prepared = await preparePayment({ chain, clock: ports.clock }, payment);
  if (!prepared.ok) return prepared.refusal;
  const command = commandOf(ports, prepared.payment, request);
  const { intent, chainState } = command;
  const funds = checkFunds(intent, chainState, []);
  if (!funds.ok) return refuseShort(prepared.payment, funds);
  const opened = await ports.vault.withPublicSigner(session, (signer) =>
    ports.operations.signNext(
      command,
      (nonce) => signLadder(signer, prepared.payment, nonce, ports.clock),
      REQUEST_LEASE_MS,
    ),
  );
  if (!opened.ok) return refuse('unauthorized');
  const outcome = opened.value;
  if (outcome.kind === 'short') return refuseShort(prepared.payment, outcome);
  if (outcome.kind === 'signed') {
    return answerWith(ports, await broadcastClaim(ports, chain, outcome.claim));
  }
  const { fingerprint, operation } = outcome.command;
  return fingerprint === payment.fingerprint
    ? answerStored(ports, operation)
    : refuse('idempotency-key-reused', { operationId: operation.id });
}

function commandOf(
  ports: SendTokensPorts,
  prepared: PreparedPayment,
  { payment, session, idempotencyKey }: PaymentRequest,
): PreparedCommand {
  const { chainState, estimatedFee, feeCeiling } = prepared;
  return {
    intent: {
      id: ports.randomness.uuid(),
      userId: session.userId,
      kind: 'send',
      chainId: payment.network.chainId,
      account: payment.sender,
      recipient: payment.recipient,
      tokenId: payment.token.id,
      amount: payment.amount,
      feeTokenId: payment.feeToken.id,
      estimatedFee,
      feeCeiling,
      pool: null,
      createdAt: ports.clock.now(),
    },
    idempotencyKey,
    fingerprint: payment.fingerprint,
    needsApproval: false,
    chainState,
  };
}

function answerStored(ports: SendTokensPorts, operation: Operation): SentAnswer {
  if (!isSigned(operation))
    throw new Error(`Payment ${operation.id} was stored without signature.`);
  return answerWith(ports, operation);
}

function answerWith(ports: SendTokensPorts, operation: SignedOperation): SentAnswer {
  const hash = transactionHash(operation);
  return {
    transaction: { hash },
    transactionHash: hash,
    hash,
    data: { transactionHash: hash, hash },
    operation: operationView({ operation, heads: null, progress: null }, ports.networks),
  };
}
