import { t } from '#language/t';
import '../../money-form/money-form.css';
import { linkRows, PrivateLinkVisibility } from '../../claims/link-review.tsx';
import { recipientOf } from '../../claims/link-to.ts';
import { AddressTick } from '../../money-form/address-tick.tsx';
import { confirmText } from '../../money-form/amount-text.ts';
import { AttemptAlert } from '../../money-form/attempt-alert.tsx';
import { costText } from '../../money-form/fee-text.ts';
import { PaidTo } from '../../money-form/paid-to.tsx';
import { durationRow } from '../../money-form/pool-fee-rows.tsx';
import { messageOf, type PoolState } from '../../money-form/pool-flow.ts';
import { RecipientWarnings } from '../../money-form/recipient-warnings.tsx';
import { RelayerTick } from '../../money-form/relayer-tick.tsx';
import { ReviewHead } from '../../money-form/review-head.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import { messageRows } from './message-fields.tsx';
import { DURATION_PLACEHOLDER, transferFeeRow } from './transfer-fee-row.ts';
import type { Transfer } from './use-internal-transfer.ts';

interface ConfirmStepProps {
  transfer: Transfer;
  state: Extract<PoolState, { at: 'confirm' }>;
}

/** Step 2: review before submitting. It is no form: only the Confirm button submits. */
export function ConfirmStep({ transfer, state }: ConfirmStepProps) {
  const { coin } = transfer;
  const { doubts, isTicked, tick } = transfer.addressCheck;
  const { units } = state;
  const { linkTo } = transfer.state.draft;
  return (
    <div className="money-form">
      <ReviewHead label={t('You send')} units={units} coin={coin} />
      <AttemptAlert attempt={state.attempt} what={linkTo === undefined ? 'transfer' : 'payment'} />
      {doubts ? <RecipientWarnings doubts={doubts} /> : null}
      <Summary
        rows={linkTo === undefined ? rowsOf(transfer) : byLinkRows(transfer, linkTo)}
        total={totalRow(transfer, state)}
      />
      <AddressTick doubts={doubts} isChecked={isTicked} onChange={tick} />
      <RelayerTick {...transfer.relayerCheck} />
      {linkTo === undefined ? (
        <Visibility chain={coin.chain} />
      ) : (
        <PrivateLinkVisibility coin={coin} linkTo={linkTo} />
      )}
    </div>
  );
}

function Visibility({ chain }: { chain: string }) {
  return (
    <Notice
      tone="accent"
      icon={<ModeMark mode="private" size={18} />}
      title={t('Hidden on {chain}.', { chain })}
    >
      {t(
        'Anyone can see that a private payment was made, but not who paid, who received it, which token or how much. The recipient sees the amount, and Kax sees all of it.',
      )}
    </Notice>
  );
}

function rowsOf(transfer: Transfer): readonly SummaryRow[] {
  const { recipient, state } = transfer;
  const to = recipient.at === 'known' ? recipient.address : '';
  return [
    {
      label: t('To'),
      value: <PaidTo address={to} chosen={state.draft.chosen} />,
      isStacked: true,
    },
    ...messageRows(transfer),
    transferFeeRow(transfer),
    { ...durationRow(transfer, DURATION_PLACEHOLDER), label: t('Arrives in') },
  ];
}

function byLinkRows(transfer: Transfer, linkTo: string): readonly SummaryRow[] {
  const { state } = transfer;
  return [
    ...linkRows(recipientOf(linkTo), {
      message: messageOf(state.draft) ?? '',
      fee: transferFeeRow(transfer),
      setAside: setAsideText(transfer),
    }),
    { ...durationRow(transfer, DURATION_PLACEHOLDER), label: t('Ready to claim in') },
  ];
}

/** As `linkRows` takes it. */
function setAsideText({ coin, quote }: Transfer): string | null {
  const setAside = quote?.setAside ?? null;
  if (setAside === null) return null;
  return setAside === '0' ? '' : `${costText(BigInt(setAside), coin.decimals)} ${coin.symbol}`;
}

function totalRow(
  { coin, quote }: Transfer,
  { units }: Pick<ConfirmStepProps['state'], 'units'>,
): SummaryRow {
  const label = t('Leaves your private balance');
  if (quote === null)
    return { label, value: t('{amount} + fee', { amount: confirmText(units, coin) }) };
  return { label, value: confirmText(units + BigInt(quote.broadcasterFee), coin) };
}
