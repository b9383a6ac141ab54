import '../../money-form/money-form.css';
import type { FormEvent } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Coin } from '#wire/wallet/coin';
import { confirmText, usdText } from '../../money-form/amount-text.ts';
import type { Estimate } from '../../money-form/missing-figure.tsx';
import type { Payee } from '../../money-form/payee.ts';
import {
  RecipientChooser,
  type RecipientChooserProps,
} from '../../money-form/recipient-chooser.tsx';
import { Summary } from '../../ui/summary.tsx';
import type { FeeQuote } from './api/quote-send.ts';
import { feeRow } from './fee-row.ts';
import type { SendEvent } from './send-flow.ts';
import type { KnownRecipient } from './use-recipient.ts';
import type { VisibilityChoice } from './use-visibility.ts';
import { VisibilityField } from './visibility-field.tsx';

interface RecipientStepProps {
  formId: string;
  coin: Coin;
  payee: Payee;
  units: BaseUnits;
  quote: FeeQuote | null;
  estimate: Estimate;
  recipient: KnownRecipient;
  /** Null when there is nothing to choose. */
  choice: VisibilityChoice | null;
  dispatch: (event: SendEvent) => void;
  /** Goes on to the review, and never further. */
  onReview: () => void;
  onOtherKind: RecipientChooserProps['onOtherKind'];
}

/** Step 2, first view: the recipient. */
export function RecipientStep(props: RecipientStepProps) {
  const { formId, coin, payee, units, choice, dispatch, onReview } = props;

  function submit(event: FormEvent) {
    event.preventDefault();
    onReview();
  }

  return (
    <form id={formId} className="money-form" onSubmit={submit} noValidate>
      <RecipientChooser
        kind="public"
        coin={coin}
        units={units}
        payee={payee}
        status={props.recipient}
        placeholder="Name, email, phone or address"
        hint={`A public address on ${coin.chain} starts with 0x`}
        known={`A public address on ${coin.chain}`}
        takesFocus
        onChange={(next) => dispatch({ type: 'payee-entered', payee: next })}
        onOtherKind={props.onOtherKind}
      />
      {choice ? (
        <VisibilityField
          choice={choice}
          coin={coin}
          units={units}
          onChoose={(visibility) => dispatch({ type: 'visibility-chosen', visibility })}
        />
      ) : null}
      <Summary
        rows={[
          { label: 'Amount', value: confirmText(units, coin), note: usdText(units, coin) },
          ...(choice?.visibility === 'private' ? [] : [feeRow(props.quote, props.estimate)]),
        ]}
      />
    </form>
  );
}
