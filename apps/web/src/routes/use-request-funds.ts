import {
  type BaseUnits,
  digitsToBaseUnits,
  subtractUnits,
  ZERO_UNITS,
} from '#domain/amount/base-units';
import { amountBeforeFee } from '#domain/payment-request/amount-before-fee';
import type { Coin } from '#wire/wallet/coin';
import { useCoins } from '../features/coins/api/coins.ts';
import { usePrivateCoins } from '../features/coins/api/private-coins.ts';
import { type CoinsView, coinsView, privateCoinsView } from '../features/coins/coins-view.ts';
import { useInternalTransferQuote } from '../features/internal-transfer/api/quote-internal-transfer.ts';
import type { LinkedRequest } from '../features/pay-link/api/find-payment-request.ts';
import type { Funds } from '../features/pay-link/funds.ts';
import { useFeeQuote } from '../features/send/api/quote-send.ts';
import { feeProblemOf } from '../features/send/fee-problem.ts';
import { useUnshieldQuote } from '../features/shield/api/quote-unshield.ts';
import { maxPayable } from '../money-form/amount-entry.ts';

/** One balance, and what a form has to pay from it so that what was requested arrives. */
export interface RequestFunds {
  readonly funds: Funds;
  /** Null until they are known. */
  readonly payment: { readonly coin: Coin; readonly units: BaseUnits } | null;
}

interface BothFunds {
  /** Null for a private request, which only a private balance can pay. */
  readonly public: RequestFunds | null;
  /** Null for a coin that can't be private. */
  readonly private: RequestFunds | null;
  /** The public balance has enough for a shield. */
  readonly canShield: boolean;
}

/** What the user's balances could pay of a request. */
export function useRequestFunds(request: LinkedRequest): BothFunds {
  const units = digitsToBaseUnits(request.amount);
  const isPublic = request.balance === 'public';
  const view = coinsView(useCoins(true));
  const coin = coinIn(view, request);
  const fromPublic = usePublicFunds(request, view);
  const fromPrivate = usePrivateRequestFunds(request);
  const isPrivatePossible = !isPublic || (coin?.isShieldable ?? true);
  const hasPublic = coin !== undefined && digitsToBaseUnits(coin.availableBaseUnits) > units;
  return {
    public: isPublic ? fromPublic : null,
    private: isPrivatePossible ? fromPrivate : null,
    canShield: !isPublic && hasPublic,
  };
}

function usePublicFunds(request: LinkedRequest, view: CoinsView): RequestFunds {
  const units = digitsToBaseUnits(request.amount);
  const { tokenId } = request;
  const isWanted = request.balance === 'public';
  const { data: quote = null } = useFeeQuote({ tokenId, amount: null, isWanted });
  const coin = coinIn(view, request);
  const unknown = unknownFunds(view, coin);
  if (view.at !== 'ready' || coin === undefined || unknown !== null) return unknown ?? CHECKING;
  const balance = digitsToBaseUnits(coin.availableBaseUnits);
  const most = maxPayable(coin, quote);
  if (most === null) return balance < units ? short(coin, units, balance) : CHECKING;
  if (most < units) return short(coin, units, most);
  const sentence = feeProblemOf(coin, view.coins, quote);
  const problem = sentence === null ? null : ({ kind: 'fee', sentence } as const);
  return { funds: { at: 'known', balance, problem }, payment: { coin, units } };
}

/** A private request is paid within the pool; a public one by what leaves it, of which the pool keeps its fee. */
function usePrivateRequestFunds(request: LinkedRequest): RequestFunds {
  const { tokenId, balance } = request;
  const isLeaving = balance === 'public';
  const view = privateCoinsView(usePrivateCoins(true));
  const coin = coinIn(view, request);
  const isHeld = coin !== undefined && coin.availableBaseUnits !== '0';
  const wanted = { tokenId, amount: null, messageBytes: 0 };
  const unshield = useUnshieldQuote({ ...wanted, isWanted: isHeld && isLeaving });
  const transfer = useInternalTransferQuote({ ...wanted, isWanted: isHeld && !isLeaving });
  const { data: quote, isError } = isLeaving ? unshield : transfer;
  const unknown = unknownFunds(view, coin);
  if (unknown !== null || coin === undefined) return unknown ?? CHECKING;
  const arriving = digitsToBaseUnits(request.amount);
  if (!isHeld) return short(coin, arriving, ZERO_UNITS);
  if (quote === undefined) return isError ? UNAVAILABLE : CHECKING;
  const units = isLeaving ? amountBeforeFee(arriving, BigInt(quote.poolFeeBps)) : arriving;
  const most = maxPayable(coin, quote) ?? ZERO_UNITS;
  if (most < units) return short(coin, units, most);
  const own = digitsToBaseUnits(coin.availableBaseUnits);
  return { funds: { at: 'known', balance: own, problem: null }, payment: { coin, units } };
}

function coinIn(view: CoinsView, { tokenId }: LinkedRequest): Coin | undefined {
  return view.at === 'ready' ? view.coins.find(({ id }) => id === tokenId) : undefined;
}

/** @returns what is shown of a balance that isn't known; null for one that is */
function unknownFunds(view: CoinsView, coin: Coin | undefined): RequestFunds | null {
  if (view.at === 'loading') return CHECKING;
  return view.at === 'failed' || coin === undefined ? UNAVAILABLE : null;
}

function short(coin: Coin, needed: BaseUnits, most: BaseUnits): RequestFunds {
  const balance = digitsToBaseUnits(coin.availableBaseUnits);
  const problem = { kind: 'short', by: subtractUnits(needed, most) } as const;
  return { funds: { at: 'known', balance, problem }, payment: null };
}

const CHECKING: RequestFunds = { funds: { at: 'checking' }, payment: null };
const UNAVAILABLE: RequestFunds = { funds: { at: 'unavailable' }, payment: null };
