import { t } from '#language/t';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { inWholePercent } from './allocation.ts';
import type { CoinsView } from './coins-view.ts';
import { type TotalBalance, totalBalance } from './total-balance.ts';
import type { BothBalances } from './use-both-balances.ts';

/** What the total is in: the display currency, whichever that is, or KAX. */
export type TotalUnit = 'USD' | 'KAX';

/** Why one of the two balances is not in the total. */
export interface MissingBalance {
  readonly mode: WalletMode;
  readonly why: 'loading' | 'opening' | 'failed';
}

/** Both balances together, or as much of them as is known. */
export type WholeBalance =
  | { readonly at: 'loading' }
  | { readonly at: 'failed' }
  | {
      readonly at: 'ready';
      /** Of both balances, or of the known one. */
      readonly total: TotalBalance;
      readonly byMode: Readonly<Record<WalletMode, TotalBalance | null>>;
      /** Null when both are known. */
      readonly missing: MissingBalance | null;
      /** When the oldest figure was read, milliseconds since 1970; null while all are current. */
      readonly asOf: number | null;
    };

/** Adds up both balances. A balance that isn't known is named as missing; it never counts as 0. */
export function wholeBalance(views: BothBalances): WholeBalance {
  const { public: open, private: shielded } = views;
  const known = [open, shielded].flatMap((view) => (view.at === 'ready' ? [view] : []));
  if (known.length === 0) {
    return { at: open.at === 'failed' && shielded.at === 'failed' ? 'failed' : 'loading' };
  }
  const times = known.flatMap(({ staleness }) => (staleness ? [staleness.asOf] : []));
  return {
    at: 'ready',
    total: totalBalance(known.flatMap(({ coins }) => coins)),
    byMode: { public: totalOf(open), private: totalOf(shielded) },
    missing: missingOf('public', open) ?? missingOf('private', shielded),
    asOf: times.length === 0 ? null : Math.min(...times),
  };
}

function totalOf(view: CoinsView): TotalBalance | null {
  return view.at === 'ready' ? totalBalance(view.coins) : null;
}

function missingOf(mode: WalletMode, view: CoinsView): MissingBalance | null {
  if (view.at === 'ready') return null;
  if (view.at === 'failed') return { mode, why: 'failed' };
  return { mode, why: view.isOpening ? 'opening' : 'loading' };
}

/**
 * The share of one balance in the total.
 * @returns as in `84%`, `over 99%` or `under 1%`; null while one balance is unknown or the total is 0.
 */
export function shareText(
  whole: WholeBalance,
  { mode, currency }: { readonly mode: WalletMode; readonly currency: TotalUnit },
): string | null {
  if (whole.at !== 'ready') return null;
  const { public: open, private: shielded } = whole.byMode;
  if (open === null || shielded === null) return null;
  const values = { public: valueIn(currency, open), private: valueIn(currency, shielded) };
  const parts = inWholePercent([
    { name: 'public', value: values.public },
    { name: 'private', value: values.private },
  ]);
  const percent = parts.find(({ name }) => name === mode)?.percent;
  if (percent === undefined) return null;
  const other = mode === 'public' ? values.private : values.public;
  if (percent === 0 && values[mode] > 0n) return t('under 1%');
  if (percent === 100 && other > 0n) return t('over 99%');
  return `${percent}%`;
}

function valueIn(currency: TotalUnit, { usd, kax }: TotalBalance): bigint {
  return currency === 'USD' ? usd : kax;
}
