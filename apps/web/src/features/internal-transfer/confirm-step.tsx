import '../../money-form/money-form.css';
import type { FormEvent } from 'react';
import { confirmText, usdText } from '../../money-form/amount-text.ts';
import { AttemptAlert } from '../../money-form/attempt-alert.tsx';
import { ChainView } from '../../money-form/chain-view.tsx';
import { durationRow } from '../../money-form/pool-fee-rows.tsx';
import type { PoolState } from '../../money-form/pool-flow.ts';
import { FullAddress } from '../../ui/address.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import { DURATION_PLACEHOLDER, transferFeeRow } from './transfer-fee-row.ts';
import type { Transfer } from './use-internal-transfer.ts';

interface ConfirmStepProps {
  transfer: Transfer;
  state: Extract<PoolState, { at: 'confirm' }>;
  formId: string;
}

/** Step 2: review before submitting. */
export function ConfirmStep({ transfer, state, formId }: ConfirmStepProps) {
  function submit(event: FormEvent) {
    event.preventDefault();
    if (transfer.canConfirm) transfer.confirmNow();
  }

  return (
    <form id={formId} className="money-form" onSubmit={submit} noValidate>
      <AttemptAlert attempt={state.attempt} what="transfer" />
      <Summary rows={rowsOf(transfer, state)} total={totalRow(transfer, state)} />
      <ChainView
        visible="that someone made a private payment, and when."
        hidden="who paid whom, which token or how much."
      />
    </form>
  );
}

function rowsOf(
  transfer: Transfer,
  { units }: Pick<ConfirmStepProps['state'], 'units'>,
): readonly SummaryRow[] {
  const { coin, recipient, senderAddress } = transfer;
  const to = recipient.at === 'known' ? recipient.address : '';
  return [
    { label: 'To', value: <FullAddress address={to} />, isStacked: true },
    {
      label: 'From (your private address)',
      value: <FullAddress address={senderAddress} />,
      isStacked: true,
    },
    { label: 'Amount', value: confirmText(units, coin), note: usdText(units, coin) },
    transferFeeRow(transfer),
    durationRow(transfer, DURATION_PLACEHOLDER),
  ];
}

function totalRow(
  { coin, quote }: Transfer,
  { units }: Pick<ConfirmStepProps['state'], 'units'>,
): SummaryRow {
  const label = 'Leaves your private balance';
  if (quote === null) return { label, value: `${confirmText(units, coin)} + fee` };
  return { label, value: confirmText(units + BigInt(quote.broadcasterFee), coin) };
}
