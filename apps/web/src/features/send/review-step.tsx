import { t } from '#language/t';
import '../../money-form/money-form.css';
import type { Money } from '#domain/price/money';
import type { Coin } from '#wire/wallet/coin';
import { LinkVisibility, linkRows } from '../../claims/link-review.tsx';
import { recipientOf } from '../../claims/link-to.ts';
import { AddressTick } from '../../money-form/address-tick.tsx';
import { confirmText } from '../../money-form/amount-text.ts';
import { AttemptAlert } from '../../money-form/attempt-alert.tsx';
import { costText } from '../../money-form/fee-text.ts';
import type { Estimate } from '../../money-form/missing-figure.tsx';
import { PaidTo } from '../../money-form/paid-to.tsx';
import type { RecipientDoubts } from '../../money-form/recipient-doubts.ts';
import { RecipientWarnings } from '../../money-form/recipient-warnings.tsx';
import { ReviewHead } from '../../money-form/review-head.tsx';
import { UnreadAddress } from '../../money-form/unread-address.tsx';
import { OwnNoteField } from '../../notes/own-note-field.tsx';
import { useMoney } from '../../state/money.ts';
import { Notice } from '../../ui/notice.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import { feeRow, feeText, type Quote, setAsideText } from './fee-row.tsx';
import type { SendEvent, SendState } from './send-flow.ts';
import type { KnownRecipient } from './use-recipient.ts';

interface ReviewStepProps {
  coin: Coin;
  state: Extract<SendState, { at: 'review' }>;
  quote: Quote | null;
  estimate: Estimate;
  recipient: KnownRecipient;
  /** Null while something about the recipient is loading. */
  doubts: RecipientDoubts | null;
  /** Why it can't be paid by link; null when it can, or isn't. */
  linkProblem: string | null;
  /** Continues a payment by link with the private balance; null where it can’t. */
  onPrivateLink: (() => void) | null;
  dispatch: (event: SendEvent) => void;
}

/** Step 2, second view: everything that is about to happen. Only its Confirm button pays. */
export function ReviewStep(props: ReviewStepProps) {
  const { coin, state, recipient, doubts, linkProblem, dispatch } = props;
  const money = useMoney();
  const { units, attempt, hasChecked, draft } = state;
  return (
    <div className="money-form">
      <ReviewHead label={t('You send')} units={units} coin={coin} />
      <AttemptAlert attempt={attempt} what="payment" />
      {doubts ? <RecipientWarnings doubts={doubts} /> : null}
      {recipient.at === 'unread' || recipient.at === 'wrong' ? (
        <UnreadAddress problem={recipient.problem} />
      ) : null}
      {linkProblem === null ? null : (
        <Notice tone="warn" isAlert>
          {linkProblem}
        </Notice>
      )}
      <Summary
        rows={
          draft.linkTo === null ? directRows(props, money) : byLinkRows(props, draft.linkTo, money)
        }
        total={totalRow(props)}
      />
      {draft.linkTo === null ? null : (
        <LinkVisibility coin={coin} linkTo={draft.linkTo} onPrivate={props.onPrivateLink} />
      )}
      <OwnNoteField
        text={draft.ownNote}
        isDisabled={attempt.at === 'sending'}
        onChange={(text) => dispatch({ type: 'note-typed', text })}
      />
      <AddressTick
        doubts={doubts}
        isChecked={hasChecked}
        onChange={(isChecked) => dispatch({ type: 'checked', hasChecked: isChecked })}
      />
    </div>
  );
}

function directRows(props: ReviewStepProps, money: Money): readonly SummaryRow[] {
  const { recipient, state } = props;
  const { draft } = state;
  const address = recipient.at === 'known' ? recipient.facts.address : draft.recipient;
  return [
    { label: t('To'), value: <PaidTo address={address} chosen={draft.chosen} />, isStacked: true },
    feeRow(props.quote, props.estimate, money),
    { label: t('Arrives'), value: t('Usually in seconds') },
  ];
}

function byLinkRows(props: ReviewStepProps, linkTo: string, money: Money): readonly SummaryRow[] {
  const setAside = props.quote === null ? null : setAsideText(props.quote);
  return linkRows(recipientOf(linkTo), {
    message: props.state.draft.message.trim(),
    fee: feeRow(props.quote, props.estimate, money),
    setAside,
  });
}

function totalRow({ coin, state, quote }: ReviewStepProps): Omit<SummaryRow, 'isStacked'> {
  const { units } = state;
  const label = t('Leaves your wallet');
  const amount = confirmText(units, coin);
  if (quote === null) return { label, value: <Sum first={amount} second={t('network fee')} /> };
  if (!coin.isNative) return { label, value: <Sum first={amount} second={feeText(quote)} /> };
  const total = costText(units + BigInt(quote.fee), coin.decimals);
  return { label, value: `${total} ${coin.symbol}` };
}

/** Breaks before the plus, never inside an amount that fits on a line. */
function Sum({ first, second }: { first: string; second: string }) {
  return (
    <>
      <span className="amount">{first}</span> <span className="amount">+ {second}</span>
    </>
  );
}
