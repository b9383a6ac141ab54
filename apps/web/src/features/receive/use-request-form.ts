import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { MAX_BASE_UNITS } from '#domain/amount/base-units';
import { parseMessage } from '#domain/message/private-message';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { reasonOf } from '../../lib/api-result.ts';
import {
  type AmountEvent,
  entryAfter,
  type ParsedAmount,
  readAmount,
} from '../../money-form/amount-entry.ts';
import type { MoneyRequest } from '../../money-form/attempt.ts';
import { ownDecimalMark } from '../../money-form/own-notation.ts';
import { useSavedEntry, useSaving } from '../../money-form/saved-entry.ts';
import { useMoney } from '../../state/money.ts';
import { makeLink } from './api/make-payment-request.ts';
import { keepRequest } from './api/payment-requests.ts';
import {
  emptyRequest,
  holdsInput,
  REQUEST_ENTRY,
  REQUEST_ENTRY_NAME,
  type RequestDraft,
} from './request-draft.ts';

export interface RequestForm {
  readonly draft: RequestDraft;
  /** The coin to ask for, of those that the chosen balance receives; null while none is known. */
  readonly coin: Coin | null;
  readonly coins: readonly Coin[];
  readonly amount: ParsedAmount | null;
  readonly isMessageValid: boolean;
  readonly canMake: boolean;
  readonly isMaking: boolean;
  /** Why no link was made; null when nothing went wrong. */
  readonly failure: string | null;
  readonly type: (event: AmountEvent) => void;
  readonly change: (change: Partial<Omit<RequestDraft, 'amount'>>) => void;
  /** Makes one link, however often it is called. */
  readonly make: () => void;
}

interface RequestFormOptions {
  readonly isOpen: boolean;
  /** All coins that are known, of every network. */
  readonly coins: readonly Coin[];
  /** The coin that Receive was opened for; null for any. */
  readonly coin: Coin | null;
  /** The balance that receives at first. */
  readonly balance: RequestDraft['balance'];
  readonly onMade: (request: PaymentRequestView) => void;
  /** Called with whether closing the form would lose something. */
  readonly onInput: (hasInput: boolean) => void;
}

/** What is entered to ask for an amount, kept across views and a reload until a link is made of it. */
export function useRequestForm(options: RequestFormOptions): RequestForm {
  const { isOpen, onInput } = options;
  const saved = useSavedEntry<RequestDraft, MoneyRequest>(REQUEST_ENTRY_NAME, REQUEST_ENTRY);
  const [entered, setEntered] = useState<RequestDraft | null>(saved.draft);
  const hasInput = entered !== null && holdsInput(entered);
  useSaving<RequestDraft, MoneyRequest>(REQUEST_ENTRY_NAME, {
    draft: isOpen ? entered : null,
    issued: [],
  });
  useEffect(() => onInput(hasInput), [hasInput, onInput]);

  const balance = entered?.balance ?? options.balance;
  const coins = options.coins.filter(({ isShieldable }) => balance === 'public' || isShieldable);
  const coin = chosenCoin(coins, entered?.tokenId ?? options.coin?.id);
  const draft = entered ?? emptyRequest(coin?.id ?? '', balance);
  const reading = { quote: null, decimalMark: ownDecimalMark(), money: useMoney() };
  const amount = coin && readAmount(draft.amount, withoutLimit(coin), reading);
  const isMessageValid = parseMessage(draft.message).ok;
  const units = amount?.units ?? null;
  const { isMaking, failure, make } = useMaking((request) => {
    setEntered(null);
    options.onMade(request);
  });

  return {
    draft,
    coin,
    coins,
    amount,
    isMessageValid,
    canMake: units !== null && isMessageValid,
    isMaking,
    failure,
    type: (event) => setEntered({ ...draft, amount: entryAfter(event) }),
    change: (change) => setEntered({ ...draft, ...change }),
    make: () => {
      if (coin === null || units === null || !isMessageValid) return;
      const { message, days, showsName } = draft;
      make({ tokenId: coin.id, amount: units.toString(), balance, message, days, showsName });
    },
  };
}

/** Sends one request at a time and ignores calls in between. */
function useMaking(onMade: (request: PaymentRequestView) => void) {
  const client = useQueryClient();
  const isRunning = useRef(false);
  // The user may be somewhere else by then.
  const latest = useRef(onMade);
  latest.current = onMade;
  // The same link is made once, also when the response to the first try was lost.
  const tried = useRef({ body: '', key: '' });
  const [state, setState] = useState<{ isMaking: boolean; failure: string | null }>(IDLE);

  async function make(body: Parameters<typeof makeLink>[0]) {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ isMaking: true, failure: null });
    const text = JSON.stringify(body);
    if (tried.current.body !== text) tried.current = { body: text, key: crypto.randomUUID() };
    const result = await makeLink(body, tried.current.key);
    isRunning.current = false;
    if (result.ok) {
      tried.current = { body: '', key: '' };
      keepRequest(client, result.data);
      setState(IDLE);
      latest.current(result.data);
    } else {
      const failure = reasonOf(result.error) ?? t('We couldn’t reach Kax. Try again.');
      setState({ isMaking: false, failure });
    }
  }
  return { ...state, make: (body: Parameters<typeof makeLink>[0]) => void make(body) };
}

const IDLE = { isMaking: false, failure: null };

/** The chosen coin, or else the one that most users ask for. */
function chosenCoin(coins: readonly Coin[], tokenId: string | undefined): Coin | null {
  const has = (match: (one: Coin) => boolean) => coins.find(match);
  return (
    has(({ id }) => id === tokenId) ?? has(({ symbol }) => symbol === 'USDC') ?? coins[0] ?? null
  );
}

/** Others pay it, so the user's own balance doesn't limit it. */
function withoutLimit(coin: Coin): Coin {
  return { ...coin, availableBaseUnits: String(MAX_BASE_UNITS) };
}
