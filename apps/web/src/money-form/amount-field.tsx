import './amount-field.css';
import { CircleAlert, Info } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import { DECIMALS_SHOWN } from '#domain/amount/base-units-to-display';
import { formatUsd } from '#domain/price/format-usd';
import { valueInUsd } from '#domain/price/value-in-usd';
import type { Coin } from '#wire/wallet/coin';
import { Secret } from '../ui/secret.tsx';
import type { ParsedAmount } from './amount-entry.ts';
import { unitsText } from './amount-text.ts';

interface AmountFieldProps {
  coin: Coin;
  amount: ParsedAmount;
  isMax: boolean;
  /** Figures are hidden, including the balance. */
  isHidden: boolean;
  /** The form starts with MAX, which would reveal the balance, so hidden figures hide the amount too. */
  startsAtMax?: boolean | undefined;
  /** The token picker. */
  picker: ReactNode;
  /** An error below the field. The amount's own error takes precedence. */
  problem?: string | null | undefined;
  /** A neutral message below the field, shown while there is no problem. */
  note?: string | null | undefined;
  onType: (text: string) => void;
  onMax: () => void;
}

/** The amount and its token picker, with the value in dollars, the balance and MAX below. */
export function AmountField(props: AmountFieldProps) {
  const { coin, amount, isMax, isHidden, picker, onType, onMax } = props;
  const isCovered = isHidden && isMax && props.startsAtMax === true;
  const noteId = useId();
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => inputRef.current?.focus(), []);
  useSelectedMax(inputRef, isMax ? amount.text : null);

  return (
    <>
      <div className="amount-field">
        <div className="amount-field__line">
          <input
            ref={inputRef}
            aria-label="Amount"
            aria-invalid={amount.problem ? true : undefined}
            aria-describedby={noteId}
            data-length={amount.text.length > 12 && !isCovered ? 'long' : undefined}
            inputMode="decimal"
            autoComplete="off"
            placeholder={isCovered ? 'Full balance' : '0'}
            value={isCovered ? '' : amount.text}
            onChange={(event) => onType(event.target.value.trim())}
          />
          {picker}
        </div>
        <div className="amount-field__below">
          <span>
            <Secret isHidden={isCovered} width="6em">
              {valueText(amount.units, coin)}
            </Secret>
          </span>
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
              onClick={onMax}
            >
              MAX
            </button>
          </span>
        </div>
      </div>
      <AmountNote id={noteId} problem={amount.problem ?? props.problem} note={props.note} />
    </>
  );
}

/** Selects the MAX amount, so that typing replaces it instead of appending to it. */
function useSelectedMax(inputRef: RefObject<HTMLInputElement | null>, text: string | null): void {
  useEffect(() => {
    const input = inputRef.current;
    if (text !== null && input !== null && input === document.activeElement) input.select();
  }, [inputRef, text]);
}

interface AmountNoteProps {
  id: string;
  problem: string | null | undefined;
  note: string | null | undefined;
}

function AmountNote({ id, problem, note }: AmountNoteProps) {
  if (problem) {
    return (
      <p className="amount-note amount-note--bad" id={id} role="alert">
        <CircleAlert className="icon" size={14} aria-hidden="true" />
        {problem}
      </p>
    );
  }
  if (!note) return <span id={id} hidden />;
  return (
    <p className="amount-note" id={id} role="status">
      <Info className="icon" size={14} aria-hidden="true" />
      {note}
    </p>
  );
}

function valueText(units: BaseUnits | null, coin: Coin): string {
  const { price } = coin.price;
  if (price === null) return 'No price';
  const value = valueInUsd(units ?? 0n, coin.decimals, price);
  return `≈ ${formatUsd(value, { places: DECIMALS_SHOWN.usdValue, rounding: 'down' })}`;
}
