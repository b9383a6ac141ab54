import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import type { Arrival } from '#domain/payment-request/match-arrivals';
import type { CallSession } from '../../../application/call.ts';
import type { KeyVault, LendingOutcome } from '../../../ports/key-vault.ts';
import type { OwnPaymentRequest } from '../../../ports/payment-requests.ts';
import type { PublicArrivals } from '../../../ports/public-arrivals.ts';
import type {
  PlacedHistoryItem,
  ShieldedViews,
  TimedHistoryItem,
  ViewOwner,
} from '../../../ports/shielded-views.ts';
import { findToken } from '../payments/parse-payment.ts';

export interface FindArrivalsPorts {
  readonly networks: readonly Network[];
  readonly publicArrivals: PublicArrivals;
  readonly views: Pick<ShieldedViews, 'readHistory' | 'operationsOf'>;
  readonly vault: Pick<KeyVault, 'withViewKey'>;
}

/** Whose arrivals, the requests that they may be for, and those whose payments they are not. */
export interface WantedArrivals {
  readonly session: CallSession;
  readonly requests: readonly OwnPaymentRequest[];
  readonly others: readonly OwnPaymentRequest[];
}

/**
 * What arrived for the user since the oldest of some requests, in the balances that these request it in: from others,
 * and not as the payment of a request that Kax knows of.
 * @returns `locked` when the session ended meanwhile
 */
export async function findArrivals(
  ports: FindArrivalsPorts,
  { session, requests, others }: WantedArrivals,
): Promise<LendingOutcome<readonly Arrival[]>> {
  const ofPublic = requests.filter(({ terms }) => terms.balance === 'public');
  const ofPrivate = requests.filter(({ terms }) => terms.balance === 'private');
  const inPublic = ofPublic.length === 0 ? [] : await publicArrivals(ports, session, ofPublic);
  const inPrivate = await privateArrivals(ports, session, ofPrivate);
  if (!inPrivate.ok) return inPrivate;
  const known = new Set([...requests, ...others].flatMap(paymentsOf));
  const arrived = [...inPublic, ...inPrivate.value];
  return { ok: true, value: arrived.filter((each) => !known.has(each.transactionHash)) };
}

function paymentsOf(request: OwnPaymentRequest): readonly TransactionHash[] {
  const { paymentHashes, settledHash } = request;
  return settledHash === null ? paymentHashes : [...paymentHashes, settledHash];
}

async function publicArrivals(
  { publicArrivals: arrivals }: FindArrivalsPorts,
  { userId, publicAddress }: CallSession,
  requests: readonly OwnPaymentRequest[],
): Promise<readonly Arrival[]> {
  const found = await arrivals.find({
    userId,
    account: publicAddress as PublicAddress,
    since: oldestOf(requests),
    amounts: requests.map(({ terms: { tokenId, units } }) => ({ tokenId, units })),
  });
  return found.map((each) => ({ ...each, balance: 'public' as const }));
}

async function privateArrivals(
  ports: FindArrivalsPorts,
  session: CallSession,
  requests: readonly OwnPaymentRequest[],
): Promise<LendingOutcome<readonly Arrival[]>> {
  const chainIds = new Set(
    requests.flatMap(({ terms }) => {
      const place = findToken(ports.networks, terms.tokenId);
      return place === null ? [] : [place.network.chainId];
    }),
  );
  if (chainIds.size === 0) return { ok: true, value: [] };
  const since = oldestOf(requests);
  return ports.vault.withViewKey(session, async (viewKey) => {
    const found: Arrival[] = [];
    for (const chainId of chainIds) {
      const owner = { userId: session.userId, chainId, viewKey };
      found.push(...(await receivedSince(ports, owner, since)));
    }
    return found;
  });
}

const BATCH = 50;
/** Of a user with so many payments, the newest count. */
const MOST_READ = 1_000;

async function receivedSince(
  { views }: FindArrivalsPorts,
  owner: ViewOwner,
  since: Date,
): Promise<readonly Arrival[]> {
  const items: TimedHistoryItem[] = [];
  let before: number | null = null;
  for (let read = 0; read < MOST_READ; read += BATCH) {
    const placed: readonly PlacedHistoryItem[] = await views.readHistory(owner, {
      ...{ before, limit: BATCH },
    });
    items.push(...placed.map(({ item }) => item).filter(({ at }) => at >= since));
    const last = placed.at(-1);
    if (last === undefined || placed.length < BATCH || last.item.at < since) break;
    before = last.position;
  }
  const hashes = items.map(({ transactionHash }) => transactionHash);
  const own = await views.operationsOf(owner.userId, hashes);
  return items.filter(({ transactionHash }) => !own.has(transactionHash)).flatMap(arrivalsOf);
}

/** A stranger can pay a private address from their public balance, too. */
function arrivalsOf({ kind, received, transactionHash, at }: TimedHistoryItem): readonly Arrival[] {
  if (kind !== 'received' && kind !== 'shield') return [];
  return received.map(({ token, amount, counterparty: from }) => ({
    ...{ balance: 'private', tokenId: token.id, units: amount, transactionHash, from, at },
  }));
}

function oldestOf(requests: readonly OwnPaymentRequest[]): Date {
  return new Date(Math.min(...requests.map(({ terms }) => terms.createdAt.getTime())));
}
