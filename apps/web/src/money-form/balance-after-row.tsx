import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { Secret } from '../ui/secret.tsx';
import type { SummaryRow } from '../ui/summary.tsx';
import type { ParsedAmount } from './amount-entry.ts';
import { unitsText } from './amount-text.ts';

interface BalanceAfterOptions {
  coin: Coin;
  amount: ParsedAmount;
  /** A fee in the same coin; 0 when there is none or it is unknown. */
  fee: bigint;
  isHidden: boolean;
}

/** @returns the row of what stays of the balance, or, for an amount above it, of what is missing. */
export function balanceAfterRow({ coin, amount, fee, isHidden }: BalanceAfterOptions): SummaryRow {
  const { entered, shortBy } = amount;
  const spent = entered === null ? 0n : entered + fee;
  const after = BigInt(coin.availableBaseUnits) - spent;
  const missing = shortBy ?? (after < 0n ? -after : 0n);
  return {
    label: missing > 0n ? t('You’re short') : t('Balance after'),
    value: (
      <Secret isHidden={isHidden} width="7em">
        {unitsText(missing > 0n ? missing : after, coin)}
      </Secret>
    ),
  };
}
