import { checkFunds } from '#domain/operation/check-funds';
import { type SignedOperation, transactionHash } from '#domain/operation/operation';
import type { ResponseOf } from '#wire/contract';
import type { sendTokens } from '#wire/wallet/send-tokens';
import { type CallSession, type Handler, type Refusal, refuse } from '../../http/handler.ts';
import { msUntilNextLook, type OperationTrouble } from '../../operations/advance-claims.ts';
import { tryRungs } from '../../operations/try-rungs.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type {
  ClaimedOperation,
  Operations,
  PreparedCommand,
  StoredCommand,
} from '../../ports/operations.ts';
import type { PublicChain } from '../../ports/public-chain.ts';
import type { Randomness } from '../../ports/randomness.ts';
import { operationView } from './operation-view.ts';
import { type Payment, type PaymentRules, parsePayment } from './parse-payment.ts';
import { type PreparedPayment, preparePayment } from './prepare-payment.ts';
import { refuseShort } from './refuse-short.ts';
import { signLadder } from './sign-ladder.ts';

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

type Answer = ResponseOf<typeof sendTokens> | Refusal;

/** Who asks for which payment under which key. */
interface PaymentRequest {
  readonly payment: Payment;
  readonly session: CallSession;
  readonly idempotencyKey: string;
}

/** The first claim of an operation is its request's: the worker leaves it alone for this long. */
const REQUEST_LEASE_MS = 15_000;

/**
 * Sends a token or the native coin.
 * The payment is stored with its nonce and its signatures before anything leaves the server, and one
 * idempotency key is one payment for ever.
 */
export function createSendTokens(ports: SendTokensPorts): Handler<typeof sendTokens> {
  const underWay = new Map<
    string,
    { readonly fingerprint: string; readonly answer: Promise<Answer> }
  >();
  return async ({ body, session, idempotencyKey }) => {
    const parsed = parsePayment(body, session.publicAddress, ports);
    if (!parsed.ok) return parsed.refusal;
    const { payment } = parsed;
    const requestId = `${session.userId} ${idempotencyKey}`;
    // Repeats that come while the first is under way share its answer: a refusal that one of them heard stays
    // true for all. That they are one payment is the book's promise, not this map's.
    const first = underWay.get(requestId);
    if (first?.fingerprint === payment.fingerprint) return first.answer;
    if (first !== undefined) await first.answer.catch(() => undefined);
    const answer = sendOnce(ports, { payment, session, idempotencyKey });
    underWay.set(requestId, { fingerprint: payment.fingerprint, answer });
    try {
      return await answer;
    } finally {
      if (underWay.get(requestId)?.answer === answer) underWay.delete(requestId);
    }
  };
}

async function sendOnce(ports: SendTokensPorts, request: PaymentRequest): Promise<Answer> {
  const earlier = await replayStored(ports, request);
  if (earlier !== null) return earlier;
  try {
    const answer = await sendNew(ports, request);
    if (!('refused' in answer)) return answer;
    // The balance may be short because another request of this very key has just been paid.
    return (await replayStored(ports, request)) ?? answer;
  } catch (cause) {
    // The payment may have been stored although the answer of the database was lost.
    const replayed = await replayStored(ports, request);
    if (replayed === null) throw cause;
    return replayed;
  }
}

async function replayStored(
  ports: SendTokensPorts,
  request: PaymentRequest,
): Promise<Answer | null> {
  const { payment, session, idempotencyKey } = request;
  const stored = await ports.operations.findByKey(session.userId, idempotencyKey);
  return stored === null ? null : replay(ports, payment, stored);
}

async function sendNew(ports: SendTokensPorts, request: PaymentRequest): Promise<Answer> {
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
  if (outcome.kind === 'exists') return replay(ports, payment, outcome.command);
  if (outcome.kind === 'short') return refuseShort(prepared.payment, outcome);
  return answerWith(ports, await broadcast(ports, chain, outcome.claim));
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
      createdAt: ports.clock.now(),
    },
    idempotencyKey,
    fingerprint: payment.fingerprint,
    chainState,
  };
}

/** Sends what is stored. Its outcome changes nothing for the user: the worker goes on until the chain has it. */
async function broadcast(
  ports: SendTokensPorts,
  chain: PublicChain,
  claim: ClaimedOperation,
): Promise<SignedOperation> {
  const { next } = await tryRungs({ chain, clock: ports.clock }, claim.operation, 0);
  const now = ports.clock.now();
  const dueAt = new Date(now.getTime() + msUntilNextLook(next, now));
  try {
    await ports.operations.record([{ claim, next, dueAt }], now);
  } catch (cause) {
    // It is signed, stored and sent; a refusal here would be a lie.
    ports.report({ message: 'A payment is not marked as sent.', operationId: next.id, cause });
  }
  return next;
}

function replay(ports: SendTokensPorts, payment: Payment, stored: StoredCommand): Answer {
  if (stored.fingerprint !== payment.fingerprint) {
    return refuse('idempotency-key-reused', { operationId: stored.operation.id });
  }
  return answerWith(ports, stored.operation);
}

function answerWith(ports: SendTokensPorts, operation: SignedOperation): Answer {
  const hash = transactionHash(operation);
  return {
    transaction: { hash },
    transactionHash: hash,
    hash,
    data: { transactionHash: hash, hash },
    operation: operationView({ operation, heads: null }, ports.networks),
  };
}
