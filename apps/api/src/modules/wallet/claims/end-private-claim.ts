import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { ZERO_UNITS } from '#domain/amount/base-units';
import type { PrivateClaimTerms } from '#domain/claim/claim';
import { claimState } from '#domain/claim/claim-state';
import type { Operation } from '#domain/operation/operation';
import type { PaymentGate } from '../../../application/admit-payment.ts';
import { type CallSession, type Refusal, refuse } from '../../../application/call.ts';
import { createRequestOnce } from '../../../operations/request-once.ts';
import type { StoredClaim } from '../../../ports/claims.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { LendingOutcome } from '../../../ports/key-vault.ts';
import type { Operations } from '../../../ports/operations.ts';
import type { ClaimSpender, PrivateTransactions } from '../../../ports/private-transactions.ts';
import { ChainUnavailable } from '../../../ports/public-chain.ts';
import type { Randomness } from '../../../ports/randomness.ts';
import type { ShieldedPoolClient } from '../../../ports/shielded-pool-client.ts';
import {
  claimWalletContext,
  packClaim,
  type ShieldedSeals,
} from '../../../ports/shielded-seals.ts';
import { isAway, type ShieldedWorkers } from '../../../ports/shielded-wallets.ts';
import { orderPrivateTransaction, privateDetails } from '../shielded/order-private-transaction.ts';
import { type PoolRules, parsePoolPlace } from '../shielded/parse-pool-request.ts';
import type { PrivateTransactionTermsPorts } from '../shielded/private-transaction-terms.ts';
import { refuseNotReady } from '../shielded/refuse-pool-client.ts';
import { type EstimatePorts, estimateEnd } from './estimate-private-end.ts';
import { refuseState } from './refuse-state.ts';

export interface EndPrivateClaimPorts
  extends PoolRules,
    PrivateTransactionTermsPorts,
    EstimatePorts {
  readonly operations: Pick<Operations, 'find' | 'findByKey' | 'records'>;
  readonly privateTransactions: Pick<PrivateTransactions, 'store' | 'sealAgain'>;
  readonly poolClient: Pick<ShieldedPoolClient, 'estimateClaimEnd'>;
  readonly workers: Pick<ShieldedWorkers, 'current'>;
  readonly seals: Pick<ShieldedSeals, 'sign' | 'sealTo'>;
  readonly gate: Pick<PaymentGate, 'refuseFrozen'>;
  readonly broadcasterAddress: PublicAddress | null;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomness: Pick<Randomness, 'uuid'>;
}

/** A private claim to end: by whom, under which key of theirs, and what opens its wallet. */
export interface PrivateClaimToEnd {
  readonly claim: StoredClaim & { readonly terms: PrivateClaimTerms };
  readonly session: CallSession;
  readonly idempotencyKey: string;
  readonly isReturn: boolean;
  /** Lends the 16 bytes behind the words of the wallet, which are overwritten afterwards. */
  readonly withEntropy: <T>(
    work: (entropy: Uint8Array) => Promise<T>,
  ) => Promise<LendingOutcome<T>>;
}

/**
 * Moves the money of a private claim to the user's own private address: to its recipient exactly what it is about, and
 * back to its sender what is there less the fee. It is stored and not proved yet; repeated while it waits, it is sealed
 * for the process that proves now.
 * @returns the operation that does, or did under this key; or the refusal
 */
export type EndPrivateClaim = (toEnd: PrivateClaimToEnd) => Promise<Operation | Refusal>;

type Stored =
  | { readonly kind: 'stored'; readonly operation: Operation }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** @returns the function that ends private claims, for recipients and for senders */
export function createEndPrivateClaim(ports: EndPrivateClaimPorts): EndPrivateClaim {
  const once = createRequestOnce<Stored>(ports.operations);
  return async (toEnd) => {
    const again = await sealAgain(ports, toEnd);
    if (again !== null) return again;
    const { claim, session, idempotencyKey } = toEnd;
    const request = {
      ...{ userId: session.userId, idempotencyKey },
      fingerprint: fingerprintOf(claim),
    };
    const stored = await once(request, async () => {
      const made = await storeEnd(ports, toEnd);
      return 'refused' in made
        ? { kind: 'refused', refusal: made }
        : { kind: 'stored', operation: made.operation };
    });
    if (stored.kind === 'refused') return stored.refusal;
    if (stored.kind !== 'key-reused') return stored.operation;
    return refuse('idempotency-key-reused', { operationId: stored.operationId });
  };
}

function fingerprintOf({ id }: StoredClaim): string {
  return `end-claim ${id}`;
}

/**
 * Whatever end of it waits is sealed for the process that proves now, whoever asks: both sides can open the wallet, and
 * what waits may be done already, with only a failover having lost that.
 * @returns the user's own, or the refusal where it's the other side's; null where none waits
 */
async function sealAgain(
  ports: EndPrivateClaimPorts,
  toEnd: PrivateClaimToEnd,
): Promise<Operation | Refusal | null> {
  const { claim, session } = toEnd;
  const { record, lastEnd } = claim;
  const isWaiting = record.end?.status === 'created' || record.end?.status === 'needs_unlock';
  if (!isWaiting || lastEnd === null) return null;
  const { operationId, userId } = lastEnd;
  const spender = await sealSpender(ports, toEnd, operationId);
  if ('refused' in spender) return spender;
  await ports.privateTransactions.sealAgain(userId, operationId, spender);
  if (userId !== session.userId) return refuse('claim-over');
  const observed = await ports.operations.find(session.userId, operationId);
  return observed?.operation ?? null;
}

/** @returns the wallet of a claim as the process gets it that proves now; the refusal while there is none */
async function sealSpender(
  { workers, seals, clock }: EndPrivateClaimPorts,
  { claim: { terms, funding }, withEntropy }: PrivateClaimToEnd,
  operationId: string,
): Promise<ClaimSpender | Refusal> {
  const worker = workers.current(terms.chainId);
  if (worker === null || isAway(worker, clock.now())) return refuseNotReady();
  const sealed = await withEntropy(async (entropy) => {
    const packed = packClaim({ entropy, createdAtBlock: firstBlock(funding) });
    const context = claimWalletContext(operationId, terms.chainId);
    const box = seals.sealTo(worker.key.publicKey, packed, context);
    packed.fill(0);
    return box;
  });
  return sealed.ok ? { address: terms.address, sealed: sealed.value } : refuse('unauthorized');
}

/** Blocks are replaced sometimes, and what was in one may be in an earlier one then. */
const REPLACED_BLOCKS = 128n;

function firstBlock({ block }: StoredClaim['funding']): number | null {
  if (block === null) return null;
  const first = block - REPLACED_BLOCKS;
  return Number.parseInt((first > 0n ? first : 0n).toString(), 10);
}

/** What is stored is a fact and decides first; then what the pool has. */
async function storeEnd(
  ports: EndPrivateClaimPorts,
  toEnd: PrivateClaimToEnd,
): Promise<{ readonly operation: Operation } | Refusal> {
  const { claim, session, isReturn } = toEnd;
  const { terms } = claim;
  const state = claimState(terms, claim.record, ports.clock.now());
  const refusal = refuseState(state, isReturn) ?? (await ports.gate.refuseFrozen(session.userId));
  if (refusal !== null) return refusal;
  const place = parsePoolPlace(ports, terms.tokenId);
  if (!place.ok || place.value.network.chainId !== terms.chainId) return refuse('unknown-claim');
  try {
    const packed = await packWallet(toEnd);
    if (packed === null) return refuse('unauthorized');
    const payment = {
      ...place.value,
      ...{ kind: 'internal-transfer' as const, message: null, showsSender: false },
      recipient: session.privateAddress as PrivateAddress,
      amount: terms.units,
    };
    const wallet = { address: terms.address, secrets: packed };
    const end = await estimateEnd(ports, { payment, wallet, isReturn });
    return 'refused' in end ? end : await order(ports, toEnd, { ...end, payment });
  } catch (cause) {
    if (cause instanceof ChainUnavailable) return refuse('chain-unavailable');
    throw cause;
  }
}

/** @returns what opens the wallet, in base64; null when the session ended meanwhile */
async function packWallet({ claim: { funding }, withEntropy }: PrivateClaimToEnd) {
  const packed = await withEntropy(async (entropy) => {
    const bytes = packClaim({ entropy, createdAtBlock: firstBlock(funding) });
    const text = Buffer.from(bytes).toString('base64');
    bytes.fill(0);
    return text;
  });
  return packed.ok ? packed.value : null;
}

type Estimated = Exclude<Awaited<ReturnType<typeof estimateEnd>>, Refusal> & {
  readonly payment: Parameters<typeof estimateEnd>[1]['payment'];
};

async function order(
  ports: EndPrivateClaimPorts,
  toEnd: PrivateClaimToEnd,
  { payment, amount, priced, gas, broadcasterFee }: Estimated,
): Promise<{ readonly operation: Operation } | Refusal> {
  const { claim, session, idempotencyKey } = toEnd;
  const { broadcasterAddress: account } = ports;
  if (account === null) throw new Error('There is no broadcaster.');
  const privateTransaction = { ...payment, amount };
  const details = privateDetails(
    ports,
    { privateTransaction, session },
    {
      ...{ account, spender: claim.terms.address, priced, gas, broadcasterFee },
      poolFee: ZERO_UNITS,
    },
  );
  const spender = await sealSpender(ports, toEnd, details.id);
  if ('refused' in spender) return spender;
  const terms = { ...priced.terms, amount, sealedMessage: null, sealedPlan: null, spender };
  return orderPrivateTransaction(
    ports,
    {
      ...{ details, idempotencyKey, fingerprint: fingerprintOf(claim), terms, later: null },
      endsClaim: claim.id,
    },
    async () => refuse('claim-over'),
  );
}
