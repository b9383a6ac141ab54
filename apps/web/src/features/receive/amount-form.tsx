import './receive-sheet.css';
import '../../money-form/money-form.css';
import type { FormEvent } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { AmountField } from '../../money-form/amount-field.tsx';
import { Button } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Picker } from '../../ui/picker.tsx';
import type { AmountDraft } from './use-amount-request.ts';

interface AmountFormProps {
  formId: string;
  draft: AmountDraft;
}

/** The amount and the coin to ask for. */
export function AmountForm({ formId, draft }: AmountFormProps) {
  const { coin, coins } = draft;

  function submit(event: FormEvent) {
    event.preventDefault();
    draft.submit();
  }

  return (
    <form id={formId} className="money-form" onSubmit={submit} noValidate>
      <AmountField
        coin={coin}
        entry={draft.entry}
        amount={draft.amount}
        isHidden={false}
        picker={<CoinChoice coin={coin} coins={coins} onChoose={draft.choose} />}
        aside="The payer pays the network fee"
        dispatch={draft.type}
      />
    </form>
  );
}

/** The buttons below the form. */
export function AmountFormButtons({ formId, draft }: AmountFormProps) {
  return (
    <>
      <Button size="lg" onClick={draft.cancel}>
        Back
      </Button>
      <Button
        variant="filled"
        size="lg"
        type="submit"
        form={formId}
        disabled={draft.amount.units === null}
      >
        Show code
      </Button>
    </>
  );
}

interface CoinChoiceProps {
  coin: Coin;
  coins: readonly Coin[];
  onChoose: (coinId: string) => void;
}

function CoinChoice({ coin, coins, onChoose }: CoinChoiceProps) {
  const chosen = (
    <>
      <Mark src={coin.image} letters={coin.symbol} size={26} />
      {coin.symbol}
    </>
  );
  if (coins.length < 2) return <span className="only-coin">{chosen}</span>;
  return (
    <Picker
      label="Coin"
      value={coin.id}
      options={coins.map((one) => ({
        value: one.id,
        label: one.symbol,
        description: one.name,
        searchText: one.name,
        icon: <Mark src={one.image} letters={one.symbol} size={32} />,
      }))}
      onChange={onChoose}
      searchLabel="Search by symbol"
      triggerClassName="amount-field__token"
      trigger={chosen}
    />
  );
}
