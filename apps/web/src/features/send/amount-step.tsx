import { t } from '#language/t';
import '../../money-form/money-form.css';
import type { FormEvent } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Money } from '#domain/price/money';
import type { Chain, Coin } from '#wire/wallet/coin';
import type { AmountEntry, ParsedAmount } from '../../money-form/amount-entry.ts';
import { AmountField } from '../../money-form/amount-field.tsx';
import { balanceAfterRow } from '../../money-form/balance-after-row.tsx';
import { costText } from '../../money-form/fee-text.ts';
import type { Estimate } from '../../money-form/missing-figure.tsx';
import { TokenPicker } from '../../money-form/token-picker.tsx';
import { useMoney } from '../../state/money.ts';
import { Summary } from '../../ui/summary.tsx';
import { feeRow, type Quote } from './fee-row.tsx';
import type { SendEvent } from './send-flow.ts';

interface AmountStepProps {
  formId: string;
  chains: readonly Chain[];
  coin: Coin;
  entry: AmountEntry;
  amount: ParsedAmount;
  quote: Quote | null;
  estimate: Estimate;
  /** The error when the native coin does not cover the fee; null otherwise. */
  feeProblem: string | null;
  isHidden: boolean;
  dispatch: (event: SendEvent) => void;
  onContinue: () => void;
}

/** Step 1: token and amount. */
export function AmountStep(props: AmountStepProps) {
  const { formId, chains, coin, entry, amount, isHidden, dispatch, onContinue } = props;
  const money = useMoney();
  const isMax = entry.kind === 'max';

  function submit(event: FormEvent) {
    event.preventDefault();
    onContinue();
  }

  return (
    <form id={formId} className="money-form" onSubmit={submit} noValidate>
      <AmountField
        coin={coin}
        amount={amount}
        entry={entry}
        isHidden={isHidden}
        picker={
          <TokenPicker
            chains={chains}
            coin={coin}
            isHidden={isHidden}
            onChoose={(tokenId) => dispatch({ type: 'token-chosen', tokenId })}
          />
        }
        problem={props.feeProblem}
        note={isMax && coin.isNative ? maxNote(coin, amount.units) : null}
        dispatch={dispatch}
      />
      <Summary rows={summaryRows(props, money)} />
    </form>
  );
}

function maxNote({ availableBaseUnits, decimals, symbol }: Coin, units: BaseUnits | null): string {
  if (units === null) return t('Checking the network fee…');
  const amount = costText(BigInt(availableBaseUnits) - units, decimals);
  return t('{amount} {symbol} is reserved for the network fee.', { amount, symbol });
}

function summaryRows({ coin, amount, quote, estimate, isHidden }: AmountStepProps, money: Money) {
  const fee = coin.isNative && quote ? BigInt(quote.fee) : 0n;
  return [balanceAfterRow({ coin, amount, fee, isHidden }), feeRow(quote, estimate, money)];
}
