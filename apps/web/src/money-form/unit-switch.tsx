import { ArrowUpDown } from 'lucide-react';
import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { useMoney } from '../state/money.ts';
import { Secret } from '../ui/secret.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import type { ParsedAmount } from './amount-entry.ts';
import { unitsText, worthText } from './amount-text.ts';
import { canTypeMoney, otherUnit, readingIn } from './amount-unit.ts';

interface UnitSwitchProps {
  /** The element with the reading, for the descriptions of the field and of this button. */
  readingId: string;
  coin: Coin;
  amount: ParsedAmount;
  /** The amount is hidden, because it would reveal the balance. */
  isCovered: boolean;
  onSwitch: () => void;
}

/** The amount in the other unit, which shows how the text is read. Pressing it types in that unit instead. */
export function UnitSwitch({ readingId, coin, amount, isCovered, onSwitch }: UnitSwitchProps) {
  const money = useMoney();
  const other = otherUnit(amount.unit);
  const isUnread = amount.entered === null && amount.problem !== null;
  const reading = isUnread ? '—' : readingIn(other, amount.entered ?? 0n, { coin, money });
  const text = (
    <span id={readingId}>
      <Secret isHidden={isCovered} width="6em">
        {reading}
      </Secret>
    </span>
  );
  if (!canTypeMoney(coin)) return text;
  return (
    // The whole pill can be pressed. The reading is beside the button, so that its name is only what it does.
    <span className="amount-field__unit">
      <button
        type="button"
        aria-label={
          other === 'usd'
            ? t(
                'Type in {currency, select, eur {euros} gbp {pounds} jpy {yen} brl {reais} inr {rupees} ngn {naira} other {dollars}}',
                { currency: money.currency.toLowerCase() },
              )
            : t('Type in {symbol}', { symbol: coin.symbol })
        }
        aria-describedby={readingId}
        onClick={onSwitch}
      >
        <ArrowUpDown className="icon" size={13} aria-hidden="true" />
      </button>
      {text}
    </span>
  );
}

/** So that a screen reader hears the amount once, after the typing. */
const ANNOUNCE_AFTER_MS = 700;

/** Tells a screen reader how the text was read. */
export function SpokenReading({
  coin,
  amount,
  isCovered,
}: Pick<UnitSwitchProps, 'coin' | 'amount' | 'isCovered'>) {
  const { entered } = amount;
  const money = useMoney();
  const value = entered === null ? undefined : worthText(entered, coin, money);
  const spoken = entered === null ? '' : spokenText(unitsText(entered, coin), value);
  const settled = useDebounced(spoken, ANNOUNCE_AFTER_MS);
  return (
    <span className="visually-hidden" aria-live="polite">
      {isCovered ? '' : settled}
    </span>
  );
}

function spokenText(amount: string, value: string | undefined): string {
  return value === undefined
    ? t('Amount: {amount}', { amount })
    : t('Amount: {amount}, worth {value}', { amount, value });
}
