import { t } from '#language/t';
import './amount-field.css';
import { CircleAlert, Info } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { useMoney } from '../state/money.ts';
import { Secret } from '../ui/secret.tsx';
import {
  type AmountEntry,
  type AmountEvent,
  type ParsedAmount,
  switchUnit,
  typedIn,
} from './amount-entry.ts';
import { unitsText } from './amount-text.ts';
import { ownDecimalMark } from './own-notation.ts';
import { SpokenReading, UnitSwitch } from './unit-switch.tsx';

interface AmountFieldProps {
  coin: Coin;
  entry: AmountEntry;
  /** The entry as read. */
  amount: ParsedAmount;
  /** Figures are hidden, including the balance. */
  isHidden: boolean;
  /** The form starts with MAX, which would reveal the balance, so hidden figures hide the amount too. */
  startsAtMax?: boolean | undefined;
  /** The token picker. */
  picker: ReactNode;
  /** An error below the field. The amount's own error takes precedence. */
  problem?: string | null | undefined;
  /** In place of the balance and MAX, where the user's own balance doesn't matter. */
  aside?: string | undefined;
  /** A neutral message below the field, shown while there is no problem. */
  note?: string | null | undefined;
  dispatch: (event: AmountEvent) => void;
}

/** The amount and its token picker, with the amount in the other unit, the balance and MAX below. */
export function AmountField(props: AmountFieldProps) {
  const { coin, entry, amount, isHidden, picker, dispatch } = props;
  const { text, unit } = amount;
  const money = useMoney();
  const isMax = entry.kind === 'max';
  const isCovered = isHidden && isMax && props.startsAtMax === true;
  const [noteId, readingId] = [useId(), useId()];
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => inputRef.current?.focus(), []);
  useSelectedMax(inputRef, isMax ? text : null);

  function handleType(typed: string) {
    dispatch({ type: 'amount-typed', ...typedIn(unit, typed, money) });
  }

  function handleSwitch() {
    dispatch(switchUnit(entry, amount, { coin, decimalMark: ownDecimalMark(), money }));
    inputRef.current?.focus();
  }

  return (
    <>
      <div className="amount-field">
        <div className="amount-field__line">
          <span
            className="amount-field__figure"
            data-length={isCovered ? undefined : lengthOf(text)}
          >
            {unit === 'usd' && !isCovered ? <span aria-hidden="true">{money.sign}</span> : null}
            <input
              ref={inputRef}
              aria-label={t('Amount')}
              aria-invalid={amount.problem ? true : undefined}
              aria-describedby={`${readingId} ${noteId}`}
              inputMode="decimal"
              autoComplete="off"
              placeholder={isCovered ? t('Full balance') : '0'}
              value={isCovered ? '' : text}
              onChange={(event) => handleType(event.target.value)}
            />
          </span>
          {picker}
        </div>
        <div className="amount-field__below">
          <UnitSwitch
            readingId={readingId}
            coin={coin}
            amount={amount}
            isCovered={isCovered}
            onSwitch={handleSwitch}
          />
          {props.aside ?? <Balance {...{ coin, isHidden, isMax, unit, dispatch }} />}
        </div>
      </div>
      <AmountNote id={noteId} problem={amount.problem ?? props.problem} note={props.note} />
      <SpokenReading coin={coin} amount={amount} isCovered={isCovered} />
    </>
  );
}

interface BalanceProps {
  coin: Coin;
  isHidden: boolean;
  isMax: boolean;
  unit: ParsedAmount['unit'];
  dispatch: (event: AmountEvent) => void;
}

function Balance({ coin, isHidden, isMax, unit, dispatch }: BalanceProps) {
  return (
    <span className="amount-field__balance">
      <span className="amount-field__balance-word">{t('Balance')}</span>
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
        onClick={() => dispatch({ type: 'max-pressed', unit })}
      >
        {t('MAX')}
      </button>
    </span>
  );
}

/** How much smaller the figure has to be to fit; the styles decide at which width. */
function lengthOf({ length }: string): 'medium' | 'long' | undefined {
  if (length > 12) return 'long';
  return length > 7 ? 'medium' : undefined;
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
