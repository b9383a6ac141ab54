import { t } from '#language/t';
import '../../money-form/money-form.css';
import { Lock } from 'lucide-react';
import type { FormEvent } from 'react';
import type { Chain } from '#wire/wallet/coin';
import { LinkRecipient } from '../../claims/link-recipient.tsx';
import { LinkRow } from '../../claims/link-row.tsx';
import { linkableTo, recipientOf } from '../../claims/link-to.ts';
import { AmountField } from '../../money-form/amount-field.tsx';
import { balanceAfterRow } from '../../money-form/balance-after-row.tsx';
import { durationRow } from '../../money-form/pool-fee-rows.tsx';
import {
  RecipientChooser,
  type RecipientChooserProps,
} from '../../money-form/recipient-chooser.tsx';
import { TokenPicker } from '../../money-form/token-picker.tsx';
import { useDiscretion } from '../../state/discretion.ts';
import { TextField } from '../../ui/field.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import { MessageFields } from './message-fields.tsx';
import { DURATION_PLACEHOLDER, transferFeeRow } from './transfer-fee-row.ts';
import type { Transfer } from './use-internal-transfer.ts';

interface DetailsStepProps {
  transfer: Transfer;
  formId: string;
  chains: readonly Chain[];
  onOtherKind: RecipientChooserProps['onOtherKind'];
}

/** Step 1: amount, sender and recipient. */
export function DetailsStep({ transfer, formId, chains, onOtherKind }: DetailsStepProps) {
  const { coin, amount, state, dispatch } = transfer;
  const isHidden = useDiscretion();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (transfer.canContinue) transfer.continueToConfirm();
  }

  return (
    <form id={formId} className="money-form" onSubmit={submit} noValidate>
      <AmountField
        coin={coin}
        amount={amount}
        entry={state.draft.amount}
        isHidden={isHidden}
        picker={
          <TokenPicker
            chains={chains}
            coin={coin}
            isHidden={isHidden}
            onChoose={(tokenId) => dispatch({ type: 'token-chosen', tokenId })}
          />
        }
        problem={transfer.problem}
        dispatch={dispatch}
      />
      <TextField
        className="recipient-field"
        label={t('From (your private address)')}
        value={transfer.senderAddress}
        title={transfer.senderAddress}
        readOnly
        after={<Lock className="icon" size={16} aria-hidden="true" />}
      />
      <Recipient transfer={transfer} onOtherKind={onOtherKind} />
      <Summary rows={rowsOf(transfer, isHidden)} />
    </form>
  );
}

function Recipient({ transfer, onOtherKind }: Pick<DetailsStepProps, 'transfer' | 'onOtherKind'>) {
  const { coin, amount, state, dispatch } = transfer;
  const { linkTo, message = '' } = state.draft;
  if (linkTo !== undefined) {
    return (
      <LinkRecipient
        linkTo={linkTo}
        message={message}
        problem={transfer.linkProblem}
        onMessage={(text) => dispatch({ type: 'message-typed', text })}
        onLeave={() => dispatch({ type: 'link-left' })}
      />
    );
  }
  const linkable = linkableTo(state.draft);
  return (
    <>
      <RecipientChooser
        kind="private"
        coin={coin}
        units={amount.units}
        payee={state.draft}
        status={transfer.recipient}
        placeholder={t('Private address starting with 0zk')}
        hint={t('A name, email or phone, or a private address on {chain}', { chain: coin.chain })}
        known={t('A private address on {chain}', { chain: coin.chain })}
        onChange={(payee) => dispatch({ type: 'payee-entered', payee })}
        onOtherKind={onOtherKind}
        renderLink={(isFound) =>
          linkable === null ? null : (
            <LinkRow
              channel={recipientOf(linkable).channel}
              isFound={isFound}
              onChoose={() => dispatch({ type: 'link-chosen', linkTo: linkable })}
            />
          )
        }
      />
      <MessageFields transfer={transfer} />
    </>
  );
}

function rowsOf(transfer: Transfer, isHidden: boolean): readonly SummaryRow[] {
  const { coin, amount, quote } = transfer;
  const fee = quote === null ? 0n : BigInt(quote.broadcasterFee);
  return [
    transferFeeRow(transfer),
    durationRow(transfer, DURATION_PLACEHOLDER),
    balanceAfterRow({ coin, amount, fee, isHidden }),
  ];
}
