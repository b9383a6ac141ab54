import { addUnits, type BaseUnits, ZERO_UNITS } from '#domain/amount/base-units';
import type { PrivateClaimTerms } from '#domain/claim/claim';
import { privateSetAsideFor } from '#domain/claim/set-aside';
import type { Operation } from '#domain/operation/operation';
import { type CallSession, type Client, type Refusal, refuse } from '../../../application/call.ts';
import { refuseSubmission } from '../../../application/refuse-submission.ts';
import { createRequestOnce } from '../../../operations/request-once.ts';
import type { BroadcasterRecords } from '../../../ports/broadcaster-records.ts';
import type { Claims } from '../../../ports/claims.ts';
import { ChainUnavailable, type PublicChain } from '../../../ports/public-chain.ts';
import type { ShieldedPoolClient } from '../../../ports/shielded-pool-client.ts';
import { mayHaveLostCommits } from '../shielded/order-private-transaction.ts';
import { type PrivateTransaction, parsePoolPlace } from '../shielded/parse-pool-request.ts';
import { pricePrivateTransaction } from '../shielded/private-transaction-terms.ts';
import { isForFunds, refusePoolClient } from '../shielded/refuse-pool-client.ts';
import {
  type PrivateTransactionPorts,
  storeNewPrivateTransaction,
} from '../shielded/store-private-transaction.ts';
import { findMadeUnder, type OwnClaimsPorts } from './own-claims.ts';
import { isWanted, type WantedClaim } from './parse-claim.ts';
import {
  type FreePrivateWallet,
  findPrivateWallet,
  type PrivateWalletPorts,
} from './private-wallet.ts';
import { type StoreClaimPorts, storeClaim } from './store-claim.ts';

export interface MakePrivateClaimPorts
  extends Omit<PrivateTransactionPorts, 'vault' | 'views' | 'chains' | 'keepOwnNote'>,
    Omit<StoreClaimPorts, 'clock' | 'randomness'>,
    Omit<PrivateWalletPorts, 'operations' | 'broadcasterAddress'> {
  readonly vault: PrivateTransactionPorts['vault'] &
    PrivateWalletPorts['vault'] &
    StoreClaimPorts['vault'] &
    OwnClaimsPorts['vault'];
  readonly views: PrivateTransactionPorts['views'] & PrivateWalletPorts['views'];
  /** By chain id. */
  readonly chains: ReadonlyMap<
    number,
    Pick<PublicChain, 'balances' | 'transactionCount' | 'isContract'>
  >;
  readonly poolClient: PrivateTransactionPorts['poolClient'] & Pick<ShieldedPoolClient, 'refresh'>;
  /** Null without a pool. */
  readonly broadcasterRecords: Pick<BroadcasterRecords, 'compare'> | null;
  readonly claims: Pick<Claims, 'nextNumber' | 'make' | 'findMade'>;
}

/** A private payment by link to make: by whom, and under which key of theirs. */
export interface PrivateClaimCall {
  readonly wanted: WantedClaim;
  readonly session: CallSession;
  readonly client: Client;
  readonly idempotencyKey: string;
  /** The request in one line, without a name in it. */
  readonly fingerprint: string;
}

/** Sets an amount of the private balance aside. @returns the operation that does, stored and not proved yet */
export type MakePrivateClaim = (call: PrivateClaimCall) => Promise<Operation | Refusal>;

type Stored =
  | { readonly kind: 'stored'; readonly operation: Operation }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

/** Another request of the user's may take the number meanwhile. */
const MOST_ATTEMPTS = 3;

/**
 * The claim is stored before the operation that pays for it, as for public ones: a repeat under the same key finds its
 * wallet again, and without that operation it counts as none.
 */
export function createMakePrivateClaim(ports: MakePrivateClaimPorts): MakePrivateClaim {
  const once = createRequestOnce<Stored>(ports.operations);
  return async (call) => {
    const { session, idempotencyKey, fingerprint } = call;
    const stored = await once({ userId: session.userId, idempotencyKey, fingerprint }, async () => {
      const made = await makeNew(ports, call);
      return 'refused' in made
        ? { kind: 'refused', refusal: made }
        : { kind: 'stored', operation: made.operation };
    });
    if (stored.kind === 'refused') return stored.refusal;
    if (stored.kind !== 'key-reused') return stored.operation;
    return refuse('idempotency-key-reused', { operationId: stored.operationId });
  };
}

async function makeNew(
  ports: MakePrivateClaimPorts,
  call: PrivateClaimCall,
): Promise<{ readonly operation: Operation } | Refusal> {
  const { wanted, session } = call;
  const place = parsePoolPlace(ports, wanted.token.id);
  if (!place.ok) return place.refusal;
  const taken = new Set<number>();
  try {
    if (await mayBePending(ports, session)) return refuseReconciling();
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
      const made = await makeOnce(ports, call, taken);
      if (made !== 'taken') return made;
    }
  } catch (cause) {
    if (cause instanceof ChainUnavailable) return refuse('chain-unavailable');
    throw cause;
  }
  return refuse('operation-in-progress');
}

/**
 * Whether something that the database lost may be in no final block yet, or in one that the sender's own history doesn't
 * have: then nothing says which numbers are used. Rejects with `ChainUnavailable`.
 */
async function mayBePending(
  { broadcasterRecords, poolClient }: MakePrivateClaimPorts,
  { userId }: CallSession,
): Promise<boolean> {
  const comparison = await broadcasterRecords?.compare();
  if (comparison?.kind !== 'compared') return comparison?.kind === 'reconciling';
  const known = await poolClient.refresh(userId);
  return !known.ok || known.response === null || known.response < comparison.block;
}

function refuseReconciling(): Refusal {
  return refuseSubmission({ kind: 'reconciling', found: null });
}

async function makeOnce(
  ports: MakePrivateClaimPorts,
  call: PrivateClaimCall,
  taken: Set<number>,
): Promise<{ readonly operation: Operation } | Refusal | 'taken'> {
  const { wanted, session, idempotencyKey } = call;
  const found = await findMadeUnder(ports, session, idempotencyKey);
  if (!found.ok) return refuse('unauthorized');
  const made = found.value?.terms ?? null;
  if (made !== null) {
    const isSame = made.balance === 'private' && isWanted(made, wanted);
    if (!isSame || made.expiresAt <= ports.clock.now()) return refuse('idempotency-key-reused');
    return fund(ports, call, { wallet: made, storeFirst: null });
  }
  const setAside = await setAsideNow(ports, call);
  if (typeof setAside === 'object') return setAside;
  const wallet = await findPrivateWallet(ports, { wanted, setAside, taken }, session);
  if (wallet === 'locked') return refuse('unauthorized');
  let isTaken = false;
  const progress: Progress = { giveBack: null };
  const funded = await fund(ports, call, {
    wallet,
    async storeFirst() {
      const stored = await storeClaim(ports, {
        ...{ session, fundingKey: idempotencyKey, wanted, setAside: wallet.setAside },
        wallet: { balance: 'private', number: wallet.number, address: wallet.address },
      });
      isTaken = stored === 'taken';
      if (stored === 'taken') return refuse('operation-in-progress');
      if ('refused' in stored) return stored;
      progress.giveBack = stored.giveBack;
      return null;
    },
  });
  if ('refused' in funded) await progress.giveBack?.();
  if (!isTaken) return funded;
  taken.add(wallet.number);
  return 'taken';
}

interface Progress {
  giveBack: (() => Promise<void>) | null;
}

/** Where the money goes, and what stores the claim before it does; null for one that is stored. */
interface Funding {
  readonly wallet: FreePrivateWallet | PrivateClaimTerms;
  readonly storeFirst: (() => Promise<Refusal | null>) | null;
}

function fund(
  ports: MakePrivateClaimPorts,
  { wanted, session, client, idempotencyKey, fingerprint }: PrivateClaimCall,
  { wallet, storeFirst }: Funding,
): Promise<{ readonly operation: Operation } | Refusal> {
  const { recipient, message, units } = wanted;
  const amount = addUnits(units, wallet.setAside);
  return storeNewPrivateTransaction(
    { ...ports, keepOwnNote: async () => {} },
    {
      ...{ privateTransaction: paymentTo(wanted, wallet, amount), session, client, idempotencyKey },
      ...{ respondAsync: true, withinMinutes: null, paid: null },
      forClaim: {
        ...{ recipient: recipient.value, message, amount: units },
        store: storeFirst ?? (async () => null),
      },
    },
    fingerprint,
  );
}

/** It says nothing in the pool: neither from whom it is, nor what for. */
function paymentTo(
  { network, token, feeToken }: WantedClaim,
  { address: recipient }: Pick<FreePrivateWallet, 'address'>,
  amount: BaseUnits,
): PrivateTransaction {
  const said = { message: null, showsSender: false };
  return { network, token, feeToken, amount, kind: 'internal-transfer', recipient, ...said };
}

/** @returns what the ends of a claim take, at the prices of now, base units of the token; the refusal while that isn't known */
async function setAsideNow(
  ports: MakePrivateClaimPorts,
  { wanted, session }: PrivateClaimCall,
): Promise<BaseUnits | Refusal> {
  // It costs as much to whomever it goes.
  const own = { address: session.privateAddress as FreePrivateWallet['address'] };
  const priced = await pricePrivateTransaction(ports, paymentTo(wanted, own, wanted.units));
  if ('refused' in priced) return priced;
  if (priced.fee === null) return ZERO_UNITS;
  const estimate = await ports.poolClient.estimatePrivateTransaction(
    session.userId,
    priced.request,
  );
  if (estimate.ok) return privateSetAsideFor(estimate.response.broadcasterFee ?? ZERO_UNITS);
  const isLost = isForFunds(estimate.problem) && (await isLostPerhaps(ports, wanted));
  return isLost ? ZERO_UNITS : refusePoolClient(estimate.problem);
}

function isLostPerhaps(ports: MakePrivateClaimPorts, { network }: WantedClaim): Promise<boolean> {
  return mayHaveLostCommits(ports, network.chainId);
}
