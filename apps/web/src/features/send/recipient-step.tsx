import '../../money-form/money-form.css';
import { Check } from 'lucide-react';
import { type FormEvent, useEffect, useRef } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Coin } from '#wire/wallet/coin';
import { confirmText, usdText } from '../../money-form/amount-text.ts';
import type { Estimate } from '../../money-form/missing-figure.tsx';
import { UnreadAddress } from '../../money-form/unread-address.tsx';
import { TextField } from '../../ui/field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Summary } from '../../ui/summary.tsx';
import type { FeeQuote } from './api/quote-send.ts';
import { feeRow } from './fee-row.ts';
import type { SendEvent } from './send-flow.ts';
import type { KnownRecipient } from './use-recipient.ts';

interface RecipientStepProps {
  formId: string;
  coin: Coin;
  text: string;
  units: BaseUnits;
  quote: FeeQuote | null;
  estimate: Estimate;
  recipient: KnownRecipient;
  dispatch: (event: SendEvent) => void;
  /** Goes on to the review, and never further. */
  onReview: () => void;
}

/** Step 2, first view: the recipient. */
export function RecipientStep(props: RecipientStepProps) {
  const { formId, coin, units, recipient, dispatch, onReview } = props;
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => inputRef.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    onReview();
  }

  return (
    <form id={formId} className="money-form" onSubmit={submit} noValidate>
      <TextField
        ref={inputRef}
        className="recipient-field"
        label="Recipient address"
        placeholder="0x…"
        value={props.text}
        error={recipient.at === 'wrong' ? recipient.problem : null}
        tone={recipient.at === 'known' ? 'good' : 'plain'}
        hint={hintOf(recipient, coin.chain)}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="next"
        after={recipient.at === 'checking' ? <Spinner size={16} /> : null}
        onChange={(event) => dispatch({ type: 'recipient-typed', text: event.target.value.trim() })}
      />
      {recipient.at === 'unread' ? <UnreadAddress problem={recipient.problem} /> : null}
      <Summary
        rows={[
          { label: 'Amount', value: confirmText(units, coin), note: usdText(units, coin) },
          feeRow(props.quote, props.estimate),
        ]}
      />
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
