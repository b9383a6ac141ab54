import '../../money-form/money-form.css';
import { Check } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Coin } from '#wire/wallet/coin';
import { confirmText, usdText } from '../../money-form/amount-text.ts';
import type { Attempt } from '../../money-form/attempt.ts';
import { AttemptAlert } from '../../money-form/attempt-alert.tsx';
import { costText } from '../../money-form/fee-text.ts';
import { FullAddress } from '../../ui/address.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import type { FeeQuote } from './api/quote-send.ts';
import { feeRow, feeText } from './fee-row.ts';
import { RecipientWarnings } from './recipient-warnings.tsx';
import type { Draft, SendEvent } from './send-flow.ts';
import type { KnownRecipient } from './use-recipient.ts';

interface RecipientStepProps {
  formId: string;
  coin: Coin;
  draft: Draft;
  units: BaseUnits;
  quote: FeeQuote | null;
  recipient: KnownRecipient;
  attempt: Attempt;
  dispatch: (event: SendEvent) => void;
  onConfirm: () => void;
}

/** Step 2: recipient, and review before submitting. */
export function RecipientStep(props: RecipientStepProps) {
  const { formId, coin, draft, recipient, attempt, dispatch, onConfirm } = props;
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => inputRef.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    onConfirm();
  }

  return (
    <form id={formId} className="money-form" onSubmit={submit} noValidate>
      <AttemptAlert attempt={attempt} what="payment" />
      <TextField
        ref={inputRef}
        className="recipient-field"
        label="Recipient address"
        placeholder="0x…"
        value={draft.recipient}
        error={recipient.at === 'wrong' ? recipient.problem : null}
        tone={recipient.at === 'known' ? 'good' : 'plain'}
        hint={hintOf(recipient, coin.chain)}
        readOnly={attempt.at === 'sending'}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        after={recipient.at === 'checking' ? <Spinner size={16} /> : null}
        onChange={(event) => dispatch({ type: 'recipient-typed', text: event.target.value.trim() })}
      />
      {recipient.at === 'known' ? (
        <RecipientWarnings
          facts={recipient.facts}
          hasCompared={draft.hasCompared}
          onCompared={(hasCompared) => dispatch({ type: 'compared', hasCompared })}
        />
      ) : null}
      {recipient.at === 'unread' ? (
        <Notice tone="warn" isAlert title="We couldn’t check this address.">
          {recipient.problem}
        </Notice>
      ) : null}
      <Summary rows={summaryRows(props)} total={totalRow(props)} />
    </form>
  );
}

function hintOf(recipient: KnownRecipient, chain: string) {
  if (recipient.at === 'checking') return 'Checking the address…';
  if (recipient.at !== 'known') return `A public address on ${chain}, starting with 0x`;
  return (
    <>
      <Check className="icon" size={14} aria-hidden="true" />A public address on {chain}
    </>
  );
}

function summaryRows(props: RecipientStepProps): readonly SummaryRow[] {
  const { coin, units, quote, recipient } = props;
  const amountRow = {
    label: 'Amount',
    value: confirmText(units, coin),
    note: usdText(units, coin),
  };
  if (recipient.at !== 'known') return [amountRow, feeRow(quote)];
  const address = <FullAddress address={recipient.facts.address} />;
  return [{ label: 'To', value: address, isStacked: true }, amountRow, feeRow(quote)];
}

function totalRow({ coin, units, quote }: RecipientStepProps): SummaryRow {
  const label = 'Leaves your wallet';
  if (quote === null) return { label, value: `${confirmText(units, coin)} + network fee` };
  if (!coin.isNative) return { label, value: `${confirmText(units, coin)} + ${feeText(quote)}` };
  const total = costText(units + BigInt(quote.fee), coin.decimals);
  return { label, value: `${total} ${coin.symbol}` };
}
