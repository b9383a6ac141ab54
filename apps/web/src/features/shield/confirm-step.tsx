import { t } from '#language/t';
import '../../money-form/money-form.css';
import { type ReactNode, useEffect, useRef } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { AddressTick } from '../../money-form/address-tick.tsx';
import { confirmText, unitsText } from '../../money-form/amount-text.ts';
import { AttemptAlert } from '../../money-form/attempt-alert.tsx';
import { ChainView } from '../../money-form/chain-view.tsx';
import { missingFigure } from '../../money-form/missing-figure.tsx';
import { PaidTo } from '../../money-form/paid-to.tsx';
import {
  broadcasterFeeRows,
  durationRow,
  networkFeeRow,
  poolFeeRow,
  totalFeeRow,
} from '../../money-form/pool-fee-rows.tsx';
import type { PoolState } from '../../money-form/pool-flow.ts';
import { RecipientWarnings } from '../../money-form/recipient-warnings.tsx';
import { RelayerTick } from '../../money-form/relayer-tick.tsx';
import { OwnNoteField } from '../../notes/own-note-field.tsx';
import { Amount } from '../../ui/amount.tsx';
import { FlowBox } from '../../ui/flow-box.tsx';
import { rich } from '../../ui/rich.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import { DURATION_PLACEHOLDER, labelsByDirection, moveText } from './direction.ts';
import { PrivacyForecast } from './forecast.tsx';
import { LATER_MINUTES, SendLater } from './send-later.tsx';
import type { ShieldForm } from './use-shield-form.ts';

interface ConfirmStepProps {
  form: ShieldForm;
  state: Extract<PoolState, { at: 'confirm' }>;
}

/** Step 2: review before submitting. It is no form: only the Confirm button submits. */
export function ConfirmStep({ form, state }: ConfirmStepProps) {
  const { direction } = form;
  return (
    <div className="money-form">
      <Flow key={state.units.toString()} {...{ form, state }} />
      <AttemptAlert attempt={state.attempt} what={direction} />
      {direction === 'shield' ? (
        <ShieldDetails form={form} />
      ) : (
        <UnshieldDetails {...{ form, state }} />
      )}
    </div>
  );
}

/** What leaves and what arrives. Reading starts here, so it takes the focus when it appears. */
function Flow({ form, state }: ConfirmStepProps) {
  const { direction, coin, quote, estimate } = form;
  const { leaves, arrives } = labelsByDirection[direction];
  const { units } = state;
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const received = quote === null ? null : confirmText(BigInt(quote.received), coin);
  return (
    <section
      ref={ref}
      className="review-flow"
      aria-label={moveText(direction, unitsText(units, coin))}
      tabIndex={-1}
    >
      <FlowBox
        from={{ ...leaves, value: <Amount size="large" text={confirmText(units, coin)} /> }}
        to={{
          ...arrives,
          value:
            received === null ? (
              missingFigure(estimate, '—')
            ) : (
              <Amount size="large" text={received} />
            ),
        }}
      />
    </section>
  );
}

const b = (text: ReactNode) => <b>{text}</b>;

function ShieldDetails({ form }: { form: ShieldForm }) {
  const labels = labelsByDirection.shield;
  return (
    <>
      <Summary
        rows={[
          durationRow(form, DURATION_PLACEHOLDER),
          poolFeeRow(form, { name: labels.feeName, placeholderCents: labels.feePlaceholder }),
          networkFeeRow(form),
        ]}
        total={totalFeeRow(form, {
          direction: 'shield',
          placeholderCents: labels.totalPlaceholder,
        })}
      />
      <ChainView
        visible={rich(
          '<b>Anyone can see</b> that your public address shields this amount, and when.',
          { b },
        )}
        hidden={rich(
          '<b>Polygon doesn’t show</b> what you do with it afterwards, or your private balance.',
          { b },
        )}
      />
    </>
  );
}

function UnshieldDetails({ form, state }: ConfirmStepProps) {
  const { coin, recipient, dispatch } = form;
  const { sendWithinMinutes: minutes, ownNote: note = '' } = state.draft;
  const paysSomeone = recipient.at === 'known' && !recipient.isOwn;
  const { totalPlaceholder } = labelsByDirection.unshield;

  function takeAmount(units: BaseUnits) {
    dispatch({ type: 'amount-replaced', units, text: baseUnitsToDisplay(units, coin.decimals) });
  }

  function chooseDelay(chosen: number | null) {
    dispatch({ type: 'delay-chosen', minutes: chosen });
  }

  return (
    <>
      <Recipient form={form} />
      <RelayerTick {...form.relayerCheck} />
      <Summary
        rows={unshieldRows(form, minutes)}
        total={totalFeeRow(form, { direction: 'unshield', placeholderCents: totalPlaceholder })}
      />
      {paysSomeone || note !== '' ? (
        <OwnNoteField
          text={note}
          isDisabled={state.attempt.at === 'sending'}
          onChange={(text) => dispatch({ type: 'note-typed', text })}
        />
      ) : null}
      {state.attempt.at === 'sending' ? null : (
        <>
          <PrivacyForecast
            coin={coin}
            units={state.units}
            recipientAddress={recipient.at === 'known' ? recipient.address : null}
            isLater={minutes !== null}
            onOtherAmount={takeAmount}
            onOtherAddress={form.changeRecipient}
            onLater={() => chooseDelay(LATER_MINUTES)}
          />
          <SendLater minutes={minutes} onChoose={chooseDelay} />
        </>
      )}
      <ChainView
        visible={rich(
          '<b>Anyone can see</b> that this amount goes from the private pool to this address, and when.',
          { b },
        )}
        hidden={rich(
          '<b>Polygon doesn’t show</b> which private balance it came from, or what’s left in it.',
          { b },
        )}
      />
    </>
  );
}

/** The recipient, shown first so that the user checks the address before reading the rest. */
function Recipient({ form: { recipient, addressCheck, state } }: Pick<ConfirmStepProps, 'form'>) {
  if (recipient.at !== 'known') return null;
  const { doubts, isTicked, tick } = addressCheck;
  const label = recipient.isOwn ? t('To your own public address') : t('To');
  const value = <PaidTo address={recipient.address} chosen={state.draft.chosen} />;
  return (
    <>
      {doubts ? <RecipientWarnings doubts={doubts} /> : null}
      <Summary rows={[{ label, value, isStacked: true }]} />
      <AddressTick doubts={doubts} isChecked={isTicked} onChange={tick} />
    </>
  );
}

function unshieldRows(form: ShieldForm, minutes: number | null): readonly SummaryRow[] {
  const { feeName, feePlaceholder } = labelsByDirection.unshield;
  return [
    // When sending later, the chosen delay already says how long it can take.
    ...(minutes === null ? [durationRow(form, DURATION_PLACEHOLDER)] : []),
    { label: t('Network fee paid by'), value: t('Kax, not your address') },
    poolFeeRow(form, { name: feeName, placeholderCents: feePlaceholder }),
    ...broadcasterFeeRows(form),
  ];
}
