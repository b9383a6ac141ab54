import { CircleAlert, Info } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import { baseUnitsToDisplay, groupThousands } from '#domain/amount/base-units-to-display';
import { formatUsd } from '#domain/price/format-usd';
import { valueInUsd } from '#domain/price/value-in-usd';
import type { Chain, Coin } from '#wire/wallet/coin';
import { Secret } from '../../ui/secret.tsx';
import { Summary } from '../../ui/summary.tsx';
import type { ReadAmount } from './amount-entry.ts';
import type { FeeQuote } from './api/quote-send.ts';
import { costText, FEE_PLACEHOLDER, feeText, feeUsdText } from './fee-text.ts';
import type { SendEvent } from './send-flow.ts';
import { TokenPicker } from './token-picker.tsx';

interface AmountStepProps {
  formId: string;
  chains: readonly Chain[];
  coin: Coin;
  amount: ReadAmount;
  quote: FeeQuote | null;
  /** The sentence when the native coin does not cover the fee; null otherwise. */
  feeProblem: string | null;
  isMax: boolean;
  isHidden: boolean;
  dispatch: (event: SendEvent) => void;
  onContinue: () => void;
}

/** Step 1: how much of which token. */
export function AmountStep(props: AmountStepProps) {
  const { formId, chains, coin, amount, quote, isHidden, isMax, dispatch, onContinue } = props;
  const noteId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => inputRef.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    onContinue();
  }

  return (
    <form id={formId} className="send-form" onSubmit={submit} noValidate>
      <div className="amount-field">
        <div className="amount-field__line">
          <input
            ref={inputRef}
            aria-label="Amount"
            aria-invalid={amount.problem ? true : undefined}
            aria-describedby={noteId}
            data-length={amount.text.length > 12 ? 'long' : undefined}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={amount.text}
            onChange={(event) =>
              dispatch({ type: 'amount-typed', text: event.target.value.trim() })
            }
          />
          <TokenPicker
            chains={chains}
            coin={coin}
            isHidden={isHidden}
            onChoose={(tokenId) => dispatch({ type: 'token-chosen', tokenId })}
          />
        </div>
        <div className="amount-field__below">
          <span>{usdText(amount.units, coin)}</span>
          <span className="amount-field__balance">
            <span>Balance</span>
            <span>
              <Secret isHidden={isHidden} width="6em">
                {unitsText(BigInt(coin.availableBaseUnits), coin)}
              </Secret>
            </span>
            <button
              type="button"
              className="amount-field__max"
              aria-pressed={isMax}
              disabled={coin.availableBaseUnits === '0'}
              onClick={() => dispatch({ type: 'max-pressed' })}
            >
              MAX
            </button>
          </span>
        </div>
      </div>
      <AmountNote id={noteId} {...props} />
      <Summary rows={summaryRows(coin, amount.units, quote, isHidden)} />
    </form>
  );
}

function AmountNote({ id, amount, feeProblem, coin, isMax }: AmountStepProps & { id: string }) {
  const problem = amount.problem ?? feeProblem;
  if (problem) {
    return (
      <p className="send-note send-note--bad" id={id} role="alert">
        <CircleAlert className="icon" size={14} aria-hidden="true" />
        {problem}
      </p>
    );
  }
  if (!isMax || !coin.isNative) return <span id={id} hidden />;
  return (
    <p className="send-note" id={id} role="status">
      <Info className="icon" size={14} aria-hidden="true" />
      {amount.units === null
        ? 'Asking the network for its fee.'
        : `${costText(BigInt(coin.availableBaseUnits) - amount.units, coin.decimals)} ${coin.symbol} stays for the network fee.`}
    </p>
  );
}

function usdText(units: BaseUnits | null, coin: Coin): string {
  const { price } = coin.price;
  if (price === null) return 'No price';
  const value = valueInUsd(units ?? 0n, coin.decimals, price);
  return `~ ${formatUsd(value, { places: 4, rounding: 'down' })}`;
}

function unitsText(units: bigint, { decimals, symbol }: Coin): string {
  return `${groupThousands(baseUnitsToDisplay(units, decimals))} ${symbol}`;
}

function summaryRows(
  coin: Coin,
  units: BaseUnits | null,
  quote: FeeQuote | null,
  isHidden: boolean,
) {
  const available = BigInt(coin.availableBaseUnits);
  const fee = coin.isNative && quote ? BigInt(quote.fee) : 0n;
  const after = available - (units ?? 0n) - (units === null ? 0n : fee);
  return [
    {
      label: 'Balance after',
      value: (
        <Secret isHidden={isHidden} width="7em">
          {unitsText(after < 0n ? 0n : after, coin)}
        </Secret>
      ),
    },
    quote === null
      ? { label: 'Network fee', value: FEE_PLACEHOLDER }
      : { label: 'Network fee, about', value: feeText(quote), note: feeUsdText(quote) },
  ];
}
