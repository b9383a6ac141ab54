import type { Coin } from '#wire/wallet/coin';
import type { CoinAction } from '../features/coins/coin-actions.tsx';
import type { CoinsView } from '../features/coins/coins-view.ts';
import type { Requested } from '../lib/modal-url/use-modal-in-url.ts';
import { paths } from '../paths.ts';
import type { WalletMode } from '../state/wallet-mode.ts';

/** An action that the dashboard's URL asks for, as in `?do=send&coin=polygon-usdc`. */
export interface RequestedAction {
  readonly action: CoinAction;
  /** Null for Receive without a coin. */
  readonly coin: Coin | null;
}

/** The balance that each action moves; null when it goes with both. */
const modeByAction: Readonly<Record<CoinAction, WalletMode | null>> = {
  send: 'public',
  shield: 'public',
  unshield: 'private',
  'internal-transfer': 'private',
  receive: null,
};

/** @returns the mode that the URL's action needs; null when it asks for none, or goes with both */
export function requestedMode(search: URLSearchParams): WalletMode | null {
  const action = actionIn(search);
  return action === null ? null : modeByAction[action];
}

/** Reads what the URL asks for. A payment that was sent is shown by its own page. */
export function requestedAction(
  search: URLSearchParams,
  view: CoinsView,
): Requested<RequestedAction> {
  const action = actionIn(search);
  const operationId = search.get('operation');
  if (action === null) return { at: 'nowhere' };
  if (operationId !== null) return { at: 'elsewhere', path: paths.operation(operationId) };
  const coinId = search.get('coin');
  if (action === 'receive' && coinId === null) {
    return { at: 'known', subject: { action, coin: null } };
  }
  // After a failure too: the coins may still come.
  if (view.at !== 'ready') return { at: 'wait' };
  const coin = view.coins.find(({ id }) => id === coinId);
  return coin ? { at: 'known', subject: { action, coin } } : { at: 'nowhere' };
}

function actionIn(search: URLSearchParams): CoinAction | null {
  const requested = search.get('do') ?? '';
  return Object.hasOwn(modeByAction, requested) ? (requested as CoinAction) : null;
}
