import {
  addUnits,
  type BaseUnits,
  subtractOrZero,
  subtractUnits,
  sumUnits,
  ZERO_UNITS,
} from '#domain/amount/base-units';
import type { Network } from '#domain/network/network';
import { isPrivateTransaction, type Operation } from '#domain/operation/operation';
import type { Token } from '#domain/token/token';
import type { Coin } from '#wire/wallet/coin';
import type { PrivateState } from '#wire/wallet/private-coins';
import type { CallSession } from '../../../application/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { ObservedOperation, Operations } from '../../../ports/operations.ts';
import type { ShieldedBalance } from '../../../ports/shielded-pool.ts';
import type { ShieldedView, ShieldedViews } from '../../../ports/shielded-views.ts';
import { isAlive, isAway } from '../../../ports/shielded-wallets.ts';

export interface PrivateBalancesPorts {
  readonly networks: readonly Network[];
  /** Those with a pool. */
  readonly poolChainIds: readonly number[];
  readonly views: Pick<ShieldedViews, 'read'>;
  readonly operations: Pick<Operations, 'listOpen'>;
  readonly vault: Pick<KeyVault, 'withViewKey'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A user's private money on one network. */
export interface PrivateReading {
  readonly network: Network;
  readonly state: PrivateState;
  /** The shieldable ones of the network's tokens, in their order; null while nothing is known. */
  readonly holdings: readonly PrivateHolding[] | null;
}

/** One token in a private balance. */
export interface PrivateHolding {
  readonly token: Token;
  /** The total: what can be spent, and every pending part. */
  readonly balance: BaseUnits;
  /** What a new payment may use. */
  readonly available: BaseUnits;
  readonly pending: Coin['pending'];
}

/**
 * Reads a user's private money from the database, without reading a chain.
 * @returns a reading for each network with a pool; `locked` when the session ended meanwhile.
 */
export async function readPrivate(
  ports: PrivateBalancesPorts,
  session: CallSession,
): Promise<'locked' | readonly PrivateReading[]> {
  const { userId } = session;
  const networks = ports.networks.filter(({ chainId }) => ports.poolChainIds.includes(chainId));
  if (networks.length === 0) return [];
  const opened = await ports.vault.withViewKey(session, (viewKey) =>
    Promise.all([
      ports.operations.listOpen(userId),
      ...networks.map(({ chainId }) => ports.views.read({ userId, chainId, viewKey })),
    ]),
  );
  if (!opened.ok) return 'locked';
  const [open, ...views] = opened.value;
  const own = session.privateAddress;
  return networks.map((network, index) => {
    const view = views[index];
    if (view === undefined)
      throw new Error(`The private balances of ${network.slug} were not read.`);
    return describe(ports, network, { view, open, own });
  });
}

function describe(
  { clock }: PrivateBalancesPorts,
  network: Network,
  {
    view,
    open,
    own,
  }: {
    readonly view: ShieldedView;
    readonly open: readonly ObservedOperation[];
    /** The user's private address. */
    readonly own: string;
  },
): PrivateReading {
  const { balances } = view;
  const state = stateOf(view, clock.now());
  if (balances === null) return { network, state, holdings: null };
  const newest = new Set<string>(balances.newest);
  const inProgress = open
    .map(({ operation }) => operation)
    .filter(({ chainId }) => chainId === network.chainId)
    .filter((operation) => !isSeen(operation, newest));
  const holdings = network.tokens
    .filter(({ isShieldable }) => isShieldable)
    .map((token) =>
      holdingOf(
        token,
        balances.byToken.get(token.id) ?? { spendable: ZERO_UNITS, pending: ZERO_UNITS },
        { inProgress: inProgress.filter(({ tokenId }) => tokenId === token.id), own },
      ),
    );
  return { network, state, holdings };
}

/** How reliable the balances are, by the process that wrote them and whether it still runs. */
export function stateOf({ worker, isOpen, balances }: ShieldedView, now: Date): PrivateState {
  if (worker === null || isAway(worker, now)) {
    return { status: 'away', asOf: balances?.asOf.toISOString() ?? null };
  }
  if (balances === null) return { status: 'starting', asOf: null };
  const { looked, isComplete } = worker;
  const isKnown = isOpen && balances.isOfThisRun && isComplete && isAlive(worker, now);
  if (!isKnown || looked === null) {
    return { status: 'looking', asOf: balances.asOf.toISOString() };
  }
  const asOf = looked.at > balances.asOf ? looked.at : balances.asOf;
  return { status: 'ready', asOf: asOf.toISOString() };
}

/** True when the balance already includes the notes that it created or spent. */
export function isSeen(operation: Operation, newest: ReadonlySet<string>): boolean {
  return 'signing' in operation && operation.signing.ladder.some(({ hash }) => newest.has(hash));
}

/**
 * Arriving amounts are added, and what a payment takes is subtracted as soon as it is signed: its change still
 * counts, but cannot be spent before it is back.
 */
function holdingOf(
  token: Token,
  { spendable, pending: checking }: ShieldedBalance,
  { inProgress, own }: { readonly inProgress: readonly Operation[]; readonly own: string },
): PrivateHolding {
  const fromOwn = inProgress.filter(({ pool }) => pool?.privateAddress === own);
  // What ends a payment by link spends from the wallet of that, and brings money once it's on its way.
  const ends = inProgress.filter((each) => isPrivateTransaction(each) && !fromOwn.includes(each));
  const arriving = [
    ...inProgress.filter(({ kind }) => kind === 'shield'),
    ...ends.filter((operation) => 'signing' in operation),
  ];
  const privateTransactions = fromOwn.filter(isPrivateTransaction);
  const signed = privateTransactions.filter((operation) => 'signing' in operation);
  const gone = sumOf(signed, takenBy);
  const change = signed.length === 0 ? ZERO_UNITS : subtractOrZero(spendable, gone);
  const rest =
    signed.length > 0 ? ZERO_UNITS : subtractOrZero(spendable, sumOf(privateTransactions, takenBy));
  const spendableNow = signed.length === 0 ? spendable : change;
  const parts: Coin['pending'] = [
    ...arriving.map((operation) => part('arriving', addedBy(operation), operation.id)),
    ...(change > 0n ? [part('change', change, signed[0]?.id ?? null)] : []),
    ...(checking > 0n ? [part('checking', checking, null)] : []),
  ];
  return {
    token,
    balance: sumUnits([spendableNow, checking, sumOf(arriving, addedBy)]),
    available: rest,
    pending: parts,
  };
}

function part(
  reason: Coin['pending'][number]['reason'],
  units: bigint,
  operationId: string | null,
): Coin['pending'][number] {
  return { baseUnits: units.toString(), reason, until: null, operationId };
}

function addedBy({ amount, pool }: Operation): BaseUnits {
  return subtractUnits(amount, pool?.poolFee ?? ZERO_UNITS);
}

/** The pool's fee of an unshield is part of its amount. */
function takenBy({ amount, pool }: Operation): BaseUnits {
  return addUnits(amount, pool?.broadcasterFee ?? ZERO_UNITS);
}

function sumOf(operations: readonly Operation[], units: (each: Operation) => BaseUnits): BaseUnits {
  return sumUnits(operations.map(units));
}
