import '../../money-form/money-form.css';
import type { FormEvent } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Chain, Coin } from '#wire/wallet/coin';
import type { ParsedAmount } from '../../money-form/amount-entry.ts';
import { AmountField } from '../../money-form/amount-field.tsx';
import { unitsText } from '../../money-form/amount-text.ts';
import { costText } from '../../money-form/fee-text.ts';
import { TokenPicker } from '../../money-form/token-picker.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Summary } from '../../ui/summary.tsx';
import type { FeeQuote } from './api/quote-send.ts';
import { feeRow } from './fee-row.ts';
import type { SendEvent } from './send-flow.ts';

interface AmountStepProps {
  formId: string;
  chains: readonly Chain[];
  coin: Coin;
  amount: ParsedAmount;
  quote: FeeQuote | null;
  /** The error when the native coin does not cover the fee; null otherwise. */
  feeProblem: string | null;
  isMax: boolean;
  isHidden: boolean;
  dispatch: (event: SendEvent) => void;
  onContinue: () => void;
}

/** Step 1: token and amount. */
export function AmountStep(props: AmountStepProps) {
  const { formId, chains, coin, amount, isHidden, isMax, dispatch, onContinue } = props;

  function submit(event: FormEvent) {
    event.preventDefault();
    onContinue();
  }

  return (
    <form id={formId} className="money-form" onSubmit={submit} noValidate>
      <AmountField
        coin={coin}
        amount={amount}
        isMax={isMax}
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
        onType={(text) => dispatch({ type: 'amount-typed', text })}
        onMax={() => dispatch({ type: 'max-pressed' })}
      />
      <Summary rows={summaryRows(props)} />
    </form>
  );
}

function maxNote({ availableBaseUnits, decimals, symbol }: Coin, units: BaseUnits | null): string {
  if (units === null) return 'Checking the network fee…';
  const stays = costText(BigInt(availableBaseUnits) - units, decimals);
  return `${stays} ${symbol} is reserved for the network fee.`;
}

function summaryRows({ coin, amount, quote, isHidden }: AmountStepProps) {
  const { units } = amount;
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
    feeRow(quote),
  ];
}
