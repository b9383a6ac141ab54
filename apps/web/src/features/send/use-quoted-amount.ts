import type { Coin } from '#wire/wallet/coin';
import { type ClaimQuote, useClaimQuote } from '../../claims/api/quote-claim.ts';
import { type ParsedAmount, readAmount } from '../../money-form/amount-entry.ts';
import type { Estimate } from '../../money-form/missing-figure.tsx';
import { ownDecimalMark } from '../../money-form/own-notation.ts';
import { hasFailed } from '../../money-form/quote-query.ts';
import { useMoney } from '../../state/money.ts';
import { useDebounced } from '../../ui/use-debounced.ts';
import { useFeeQuote } from './api/quote-send.ts';
import type { Quote } from './fee-row.tsx';
import type { SendState } from './send-flow.ts';

const QUOTE_AFTER_MS = 300;

interface QuotedAmount {
  readonly amount: ParsedAmount;
  /** What the payment costs the way it is made now. */
  readonly quote: Quote | null;
  /** The same for a payment by link; null for any other, and while it isn't known. */
  readonly linkQuote: ClaimQuote | null;
  readonly estimate: Estimate;
}

/** Reads the amount together with its fee: MAX depends on the fee, and the fee on the amount. */
export function useQuotedAmount(state: SendState, coin: Coin): QuotedAmount {
  const isDone = state.at === 'transaction';
  const entry = isDone ? NO_AMOUNT : state.draft.amount;
  const isLink = (state.at === 'recipient' || state.at === 'review') && state.draft.linkTo !== null;
  const money = useMoney();
  const reading = { decimalMark: ownDecimalMark(), money };
  const isTyped = entry.kind === 'typed';
  const typed = isTyped ? readAmount(entry, coin, { quote: null, ...reading }).units : null;
  const amount = useDebounced(typed, QUOTE_AFTER_MS);
  const wanted = { tokenId: coin.id, amount };
  const direct = useFeeQuote({ ...wanted, isWanted: !isDone && !isLink });
  const byLink = useClaimQuote({ ...wanted, isWanted: isLink });
  const query = isLink ? byLink : direct;
  const quote: Quote | null = query.data ?? null;
  const missing: Estimate = hasFailed(query) ? 'failed' : 'loading';
  return {
    amount: readAmount(entry, coin, { quote: direct.data ?? null, ...reading }),
    quote,
    linkQuote: isLink ? (byLink.data ?? null) : null,
    estimate: quote === null ? missing : 'known',
  };
}

const NO_AMOUNT = { kind: 'typed', text: '', unit: 'coin' } as const;
