import { useState } from 'react';
import { MAX_BASE_UNITS } from '#domain/amount/base-units';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { displayToTyped } from '#domain/amount/read-typed-amount';
import type { Coin } from '#wire/wallet/coin';
import {
  type AmountEntry,
  type AmountEvent,
  entryAfter,
  type ParsedAmount,
  readAmount,
} from '../../money-form/amount-entry.ts';
import { ownDecimalMark } from '../../money-form/own-notation.ts';
import type { RequestedPayment } from './receive-texts.ts';

/** The amount that is being entered. */
export interface AmountDraft {
  readonly coin: Coin;
  readonly coins: readonly Coin[];
  readonly entry: AmountEntry;
  readonly amount: ParsedAmount;
  readonly type: (event: AmountEvent) => void;
  readonly choose: (coinId: string) => void;
  /** Requests the amount, if it is one. */
  readonly submit: () => void;
  readonly cancel: () => void;
}

export interface AmountRequest {
  /** What the code and the shared text request; null for any amount. */
  readonly request: RequestedPayment | null;
  /** Null while no amount is being entered. */
  readonly draft: AmountDraft | null;
  /** False while no coin is known. */
  readonly canEdit: boolean;
  /** The last draft was cancelled or its amount removed, and the keyboard continues where that began. */
  readonly isCancelled: boolean;
  readonly edit: () => void;
  readonly clear: () => void;
}

interface Draft {
  readonly coinId: string;
  readonly entry: AmountEntry;
}

const EMPTY: AmountEntry = { kind: 'typed', text: '', unit: 'coin' };

/**
 * The amount that a user asks others for.
 * @param coins what can be requested; the request of another coin, as of the other balance, doesn't count
 * @param preferred the coin of the first draft
 */
export function useAmountRequest(
  coins: readonly Coin[],
  preferred: Coin | undefined,
): AmountRequest {
  const [stored, setRequest] = useState<RequestedPayment | null>(null);
  const [open, setOpen] = useState<Draft | null>(null);
  const [isCancelled, setIsCancelled] = useState(false);
  const request = stored !== null && coins.some(({ id }) => id === stored.coin.id) ? stored : null;
  const first = request?.coin ?? preferred ?? coins[0];
  const coin = coins.find(({ id }) => id === open?.coinId) ?? first;

  function leave(cancelled: boolean) {
    setOpen(null);
    setIsCancelled(cancelled);
  }

  return {
    request,
    canEdit: first !== undefined,
    isCancelled,
    edit: () => first && setOpen({ coinId: first.id, entry: request ? typed(request) : EMPTY }),
    clear: () => {
      setRequest(null);
      setIsCancelled(true);
    },
    draft: open === null || coin === undefined ? null : draftOf(open, coin),
  };

  function draftOf({ entry }: Draft, chosen: Coin): AmountDraft {
    const amount = readAmount(entry, withoutLimit(chosen), {
      quote: null,
      decimalMark: ownDecimalMark(),
    });
    return {
      coin: chosen,
      coins,
      entry,
      amount,
      type: (event) => setOpen({ coinId: chosen.id, entry: entryAfter(event) }),
      choose: (coinId) => setOpen({ coinId, entry }),
      submit: () => {
        if (amount.units === null) return;
        setRequest({ coin: chosen, units: amount.units });
        leave(false);
      },
      cancel: () => leave(true),
    };
  }
}

function typed({ coin, units }: RequestedPayment): AmountEntry {
  const text = displayToTyped(baseUnitsToDisplay(units, coin.decimals), ownDecimalMark());
  return { kind: 'typed', text, unit: 'coin' };
}

/** Others pay it, so the user's own balance doesn't limit it. */
function withoutLimit(coin: Coin): Coin {
  return { ...coin, availableBaseUnits: String(MAX_BASE_UNITS) };
}
