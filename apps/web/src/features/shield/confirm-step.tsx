import '../../money-form/money-form.css';
import type { FormEvent } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { confirmText } from '../../money-form/amount-text.ts';
import { AttemptAlert } from '../../money-form/attempt-alert.tsx';
import { ChainView } from '../../money-form/chain-view.tsx';
import {
  broadcasterFeeRows,
  durationRow,
  networkFeeRow,
  poolFeeRow,
  totalFeeRow,
} from '../../money-form/pool-fee-rows.tsx';
import type { PoolState } from '../../money-form/pool-flow.ts';
import { FullAddress } from '../../ui/address.tsx';
import { Amount } from '../../ui/amount.tsx';
import { FlowBox } from '../../ui/flow-box.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import { DURATION_PLACEHOLDER, labelsByDirection } from './direction.ts';
import { PrivacyForecast } from './forecast.tsx';
import { LATER_MINUTES, SendLater } from './send-later.tsx';
import { UnshieldRecipientField } from './unshield-recipient-field.tsx';
import type { ShieldForm } from './use-shield-form.ts';

interface ConfirmStepProps {
  form: ShieldForm;
  state: Extract<PoolState, { at: 'confirm' }>;
  formId: string;
}

/** Step 2: review before submitting. */
export function ConfirmStep({ form, state, formId }: ConfirmStepProps) {
  const { direction, coin, quote } = form;
  const { leaves, arrives } = labelsByDirection[direction];

  function submit(event: FormEvent) {
    event.preventDefault();
    if (form.canConfirm) form.confirmNow();
  }

  return (
    <form id={formId} className="money-form" onSubmit={submit} noValidate>
      <FlowBox
        from={{ ...leaves, value: <Amount size="large" text={confirmText(state.units, coin)} /> }}
        to={{
          ...arrives,
          value: (
            <Amount
              size="large"
              text={quote === null ? '…' : confirmText(BigInt(quote.received), coin)}
            />
          ),
        }}
      />
      <AttemptAlert attempt={state.attempt} what={direction} />
      {direction === 'shield' ? (
        <ShieldDetails form={form} />
      ) : (
        <UnshieldDetails {...{ form, state }} />
      )}
    </form>
  );
}

function ShieldDetails({ form }: { form: ShieldForm }) {
  const labels = labelsByDirection.shield;
  return (
    <>
      <Summary
        rows={[
          poolFeeRow(form, { name: labels.feeName, placeholder: labels.feePlaceholder }),
          networkFeeRow(form),
          durationRow(form, DURATION_PLACEHOLDER),
        ]}
        total={totalFeeRow(form, labels.totalPlaceholder)}
      />
      <ChainView
        visible="that your public address shields this amount, and when."
        hidden="what you do with it afterwards, or your private balance."
      />
    </>
  );
}

function UnshieldDetails({ form, state }: Omit<ConfirmStepProps, 'formId'>) {
  const { coin, recipient, dispatch } = form;
  const minutes = state.draft.sendWithinMinutes;
  const isSending = state.attempt.at === 'sending';

  function takeAmount(units: BaseUnits) {
    dispatch({ type: 'amount-replaced', units, text: baseUnitsToDisplay(units, coin.decimals) });
  }

  function chooseDelay(chosen: number | null) {
    dispatch({ type: 'delay-chosen', minutes: chosen });
  }

  return (
    <>
      {form.isChangingRecipient ? <UnshieldRecipientField form={form} takesFocus /> : null}
      <Recipient recipient={recipient} />
      {isSending ? null : (
        <PrivacyForecast
          coin={coin}
          units={state.units}
          recipientAddress={recipient.at === 'known' ? recipient.address : null}
          isLater={minutes !== null}
          onOtherAmount={takeAmount}
          onOtherAddress={form.changeRecipient}
          onLater={() => chooseDelay(LATER_MINUTES)}
        />
      )}
      {isSending ? null : <SendLater minutes={minutes} onChoose={chooseDelay} />}
      <Summary
        rows={unshieldRows(form, minutes)}
        total={totalFeeRow(form, labelsByDirection.unshield.totalPlaceholder)}
      />
      <ChainView
        visible="that this amount goes from the private pool to this address, and when."
        hidden="which private balance it came from, or what’s left in it."
      />
    </>
  );
}

/** The recipient, shown first so that the user checks the address before reading the rest. */
function Recipient({ recipient }: Pick<ShieldForm, 'recipient'>) {
  if (recipient.at !== 'known') return null;
  const label = recipient.isOwn ? 'To your own public address' : 'To';
  const value = <FullAddress address={recipient.address} />;
  return <Summary rows={[{ label, value, isStacked: true }]} />;
}

function unshieldRows(form: ShieldForm, minutes: number | null): readonly SummaryRow[] {
  const { feeName, feePlaceholder } = labelsByDirection.unshield;
  return [
    poolFeeRow(form, { name: feeName, placeholder: feePlaceholder }),
    ...broadcasterFeeRows(form),
    { label: 'Network fee paid by', value: 'Kax, not your address' },
    // When sending later, the chosen delay already says how long it can take.
    ...(minutes === null ? [durationRow(form, DURATION_PLACEHOLDER)] : []),
  ];
}
