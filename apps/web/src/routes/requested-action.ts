import { valueInUsd } from '#domain/price/value-in-usd';
import type { Coin } from '#wire/wallet/coin';
import type { SavedContact } from '#wire/wallet/saved-contact';
import type { CoinAction } from '../features/coins/coin-actions.tsx';
import type { CoinsView } from '../features/coins/coins-view.ts';
import type { Requested } from '../lib/modal-url/use-modal-in-url.ts';
import { paths } from '../paths.ts';
import type { WalletMode } from '../state/wallet-mode.ts';

/** What opens over the dashboard: an action with coins, or the welcome of a new user. */
export type ModalName = CoinAction | 'welcome';

/** An action that the dashboard's URL asks for, as in `?do=send&coin=polygon-usdc`. */
export interface RequestedAction {
  readonly action: ModalName;
  /** Null for the welcome, and for Receive without a coin. */
  readonly coin: Coin | null;
  /** Whom the form starts with, as in `?do=send&to=…`; null when the URL names no one, or someone who is gone. */
  readonly contact: SavedContact | null;
  /** The form explains itself, as in `?do=shield&guide=first`. */
  readonly isGuided: boolean;
}

/** The balance that each action moves; null when it goes with both. */
const modeByAction: Readonly<Record<ModalName, WalletMode | null>> = {
  send: 'public',
  shield: 'public',
  unshield: 'private',
  'internal-transfer': 'private',
  receive: null,
  welcome: null,
};

/** @returns the mode that the URL's action needs; null when it asks for none, or goes with both */
export function requestedMode(search: URLSearchParams): WalletMode | null {
  const action = actionIn(search);
  return action === null ? null : modeByAction[action];
}

interface Known {
  readonly view: CoinsView;
  /** Undefined while they are loading. */
  readonly contacts: readonly SavedContact[] | undefined;
}

/** Reads what the URL asks for. A payment that was sent is shown by its own page. */
export function requestedAction(
  search: URLSearchParams,
  { view, contacts }: Known,
): Requested<RequestedAction> {
  const action = actionIn(search);
  const operationId = search.get('operation');
  if (action === null) return { at: 'nowhere' };
  if (operationId !== null) return { at: 'elsewhere', path: paths.operation(operationId) };
  const coinId = search.get('coin');
  const isGuided = search.has('guide');
  if (action === 'welcome' || (action === 'receive' && coinId === null)) {
    return { at: 'known', subject: { action, coin: null, contact: null, isGuided } };
  }
  const contactId = PAYS_CONTACTS.has(action) ? search.get('to') : null;
  // After a failure too: the coins may still come.
  if (view.at !== 'ready' || (contactId !== null && contacts === undefined)) return { at: 'wait' };
  const contact = contacts?.find(({ id }) => id === contactId) ?? null;
  const coin =
    coinId === null && PAYS_CONTACTS.has(action)
      ? (mostValuable(view.coins) ?? view.coins[0])
      : view.coins.find(({ id }) => id === coinId);
  return coin ? { at: 'known', subject: { action, coin, contact, isGuided } } : { at: 'nowhere' };
}

/** Actions that can start without a coin: with the most valuable one. */
const PAYS_CONTACTS: ReadonlySet<ModalName> = new Set(['send', 'internal-transfer']);

/** @returns the name of the modal that the URL asks for; null for none */
export function actionIn(search: URLSearchParams): ModalName | null {
  const requested = search.get('do') ?? '';
  return Object.hasOwn(modeByAction, requested) ? (requested as ModalName) : null;
}

/** @returns the coin that can pay the most; undefined when no balance can pay anything */
function mostValuable(coins: readonly Coin[]): Coin | undefined {
  return coins
    .filter(({ availableBaseUnits, isStale }) => availableBaseUnits !== '0' && !isStale)
    .reduce<Coin | undefined>(
      (best, coin) => (best === undefined || usdOf(coin) > usdOf(best) ? coin : best),
      undefined,
    );
}

function usdOf({ availableBaseUnits, decimals, price }: Coin): bigint {
  return price.price === null ? 0n : valueInUsd(BigInt(availableBaseUnits), decimals, price.price);
}
