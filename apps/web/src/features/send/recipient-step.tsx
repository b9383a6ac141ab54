import { t } from '#language/t';
import '../../money-form/money-form.css';
import type { FormEvent } from 'react';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Coin } from '#wire/wallet/coin';
import { LinkRecipient } from '../../claims/link-recipient.tsx';
import { LinkRow } from '../../claims/link-row.tsx';
import { linkableTo, recipientOf } from '../../claims/link-to.ts';
import { confirmText, worthText } from '../../money-form/amount-text.ts';
import type { Estimate } from '../../money-form/missing-figure.tsx';
import {
  RecipientChooser,
  type RecipientChooserProps,
} from '../../money-form/recipient-chooser.tsx';
import { useMoney } from '../../state/money.ts';
import { Summary } from '../../ui/summary.tsx';
import { feeRow, type Quote } from './fee-row.tsx';
import type { Draft, SendEvent } from './send-flow.ts';
import type { KnownRecipient } from './use-recipient.ts';
import type { VisibilityChoice } from './use-visibility.ts';
import { VisibilityField } from './visibility-field.tsx';

interface RecipientStepProps {
  formId: string;
  coin: Coin;
  draft: Draft;
  units: BaseUnits;
  quote: Quote | null;
  estimate: Estimate;
  recipient: KnownRecipient;
  /** Null when there is nothing to choose. */
  choice: VisibilityChoice | null;
  /** Why it can't be paid by link; null when it can, or isn't. */
  linkProblem: string | null;
  dispatch: (event: SendEvent) => void;
  /** Goes on to the review, and never further. */
  onReview: () => void;
  onOtherKind: RecipientChooserProps['onOtherKind'];
}

/** Step 2, first view: the recipient. */
export function RecipientStep(props: RecipientStepProps) {
  const { formId, coin, draft, units, choice, linkProblem, dispatch, onReview } = props;
  const money = useMoney();

  function submit(event: FormEvent) {
    event.preventDefault();
    onReview();
  }

  return (
    <form id={formId} className="money-form" onSubmit={submit} noValidate>
      {draft.linkTo === null ? (
        <Chooser {...props} />
      ) : (
        <LinkRecipient
          linkTo={draft.linkTo}
          message={draft.message}
          problem={linkProblem}
          onMessage={(text) => dispatch({ type: 'message-typed', text })}
          onLeave={() => dispatch({ type: 'link-left' })}
        />
      )}
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
          {
            label: t('Amount'),
            value: confirmText(units, coin),
            note: worthText(units, coin, money),
          },
          ...(choice?.visibility === 'private' ? [] : [feeRow(props.quote, props.estimate, money)]),
        ]}
      />
    </form>
  );
}

function Chooser(props: RecipientStepProps) {
  const { coin, draft, units, recipient, dispatch, onOtherKind } = props;
  const { recipient: text, chosen } = draft;
  const linkTo = linkableTo(draft);
  return (
    <RecipientChooser
      kind="public"
      coin={coin}
      units={units}
      payee={{ recipient: text, chosen }}
      status={recipient}
      placeholder={t('Name, email, phone or address')}
      hint={t('A public address on {chain} starts with 0x', { chain: coin.chain })}
      known={t('A public address on {chain}', { chain: coin.chain })}
      takesFocus
      onChange={(next) => dispatch({ type: 'payee-entered', payee: next })}
      onOtherKind={onOtherKind}
      renderLink={(isFound) =>
        linkTo === null ? null : (
          <LinkRow
            channel={recipientOf(linkTo).channel}
            isFound={isFound}
            onChoose={() => dispatch({ type: 'link-chosen', linkTo })}
          />
        )
      }
    />
  );
}
