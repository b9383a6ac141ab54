import { type ReactNode, useId } from 'react';
import { t } from '#language/t';
import type { Chain, Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import { unitsText } from '../../money-form/amount-text.ts';
import { ConfirmButton } from '../../money-form/confirm-button.tsx';
import { canRemoveRequest } from '../../money-form/paid-request.ts';
import { PaysRequest } from '../../money-form/pays-request.tsx';
import { useDiscretion } from '../../state/discretion.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { AmountStep } from './amount-step.tsx';
import { RecipientStep } from './recipient-step.tsx';
import { ReviewStep } from './review-step.tsx';
import type { FilledIn } from './send-flow.ts';
import { type Send, useSend } from './use-send.ts';
import type { PrivateOption } from './use-visibility.ts';

export interface SendModalProps {
  isOpen: boolean;
  onClose: () => void;
  chains: readonly Chain[];
  /** The coin selected at first. */
  coin: Coin;
  /** Prefilled amount and recipient. */
  filledIn?: FilledIn | undefined;
  /** Called when the payment is accepted; the server finishes it. */
  onSent: () => void;
  /** Called with whether closing the form would lose something. */
  onInput: (hasInput: boolean) => void;
  /** Left out where the payment can only be public. */
  privateOption?: PrivateOption | undefined;
  /** Renders the progress of the payment. */
  renderProgress: (operation: OperationView) => ReactNode;
}

const STEPS = [t('Amount'), t('Recipient'), t('Transaction')];
const STEP_INDEX = { amount: 0, recipient: 1, review: 1, transaction: 2 } as const;

/** Send Assets: token and amount, recipient and review, then the transaction (§2 Modals). */
export default function SendModal(props: SendModalProps) {
  const { isOpen, onClose, chains, coin, filledIn, onSent, onInput, privateOption } = props;
  const formId = useId();
  const coins = chains.flatMap((chain) => chain.coins);
  const send = useSend({
    isOpen,
    firstCoin: coin,
    filledIn,
    coins,
    onSent,
    onInput,
    privateOption,
  });
  const mode = send.choice?.visibility ?? 'public';
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('Send Assets')}
      chip={<ModeChip mode={mode} />}
      mode={mode}
      head={<Stepper steps={STEPS} current={STEP_INDEX[send.state.at]} />}
      footer={<Footer send={send} formId={formId} onClose={onClose} />}
    >
      <RequestNote send={send} />
      <Step {...props} send={send} formId={formId} />
    </Modal>
  );
}

/** The payment request that the form was opened for. */
function RequestNote({ send: { state, dispatch, isRequestPaid } }: { send: Send }) {
  if (state.at === 'transaction' || !state.draft.request || isRequestPaid === null) return null;
  const canRemove = canRemoveRequest(state.draft.request, state.issued);
  return (
    <PaysRequest
      request={state.draft.request}
      isPaid={isRequestPaid}
      onRemove={canRemove ? () => dispatch({ type: 'request-removed' }) : undefined}
    />
  );
}

interface StepProps extends SendModalProps {
  send: Send;
  formId: string;
}

function Step({ send, formId, chains, renderProgress }: StepProps) {
  const isHidden = useDiscretion();
  const { state, dispatch, coin, quote } = send;
  switch (state.at) {
    case 'amount':
      return (
        <AmountStep
          formId={formId}
          chains={chains}
          coin={coin}
          amount={send.amount}
          quote={quote}
          estimate={send.estimate}
          feeProblem={send.feeProblem}
          entry={state.draft.amount}
          isHidden={isHidden}
          dispatch={dispatch}
          onContinue={send.continueToRecipient}
        />
      );
    case 'recipient':
      return (
        <RecipientStep
          formId={formId}
          coin={coin}
          draft={state.draft}
          units={state.units}
          quote={quote}
          estimate={send.estimate}
          recipient={send.recipient}
          choice={send.choice}
          linkProblem={send.linkProblem}
          dispatch={dispatch}
          onReview={send.continueToReview}
          onOtherKind={send.sendPrivately}
        />
      );
    case 'review':
      return (
        <ReviewStep
          coin={coin}
          state={state}
          quote={quote}
          estimate={send.estimate}
          recipient={send.recipient}
          doubts={send.doubts}
          linkProblem={send.linkProblem}
          onPrivateLink={send.sendLinkPrivately}
          dispatch={dispatch}
        />
      );
    case 'transaction':
      return renderProgress(state.operation);
  }
}

interface FooterProps {
  send: Send;
  formId: string;
  onClose: () => void;
}

function Footer({ send, formId, onClose }: FooterProps) {
  const { state, dispatch } = send;
  const goBack = () => dispatch({ type: 'went-back' });
  switch (state.at) {
    case 'amount':
      return <ContinueButton key="amount" formId={formId} canContinue={send.canContinue} />;
    case 'recipient':
      return (
        <>
          <BackButton onClick={goBack} />
          <ContinueButton
            key="recipient"
            formId={formId}
            canContinue={send.canReview}
            isBusy={send.isReviewing}
          />
        </>
      );
    case 'review': {
      const { attempt, units } = state;
      const isSending = attempt.at === 'sending';
      const amount = unitsText(units, send.coin);
      return (
        <>
          <BackButton onClick={goBack} disabled={isSending} />
          <ConfirmButton
            disabled={!send.canConfirm}
            isBusy={isSending}
            busyLabel={t('Sending {amount}', { amount })}
            onConfirm={send.confirm}
          >
            {attempt.at === 'unknown'
              ? t('Try again: send {amount}', { amount })
              : t('Confirm and send {amount}', { amount })}
          </ConfirmButton>
        </>
      );
    }
    case 'transaction':
      return (
        <>
          <BackButton onClick={onClose} />
          <Button variant="filled" size="lg" onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      );
  }
}

function BackButton(props: { onClick: () => void; disabled?: boolean }) {
  return (
    <Button key="back" size="lg" {...props}>
      {t('Back')}
    </Button>
  );
}

interface ContinueButtonProps {
  formId: string;
  canContinue: boolean;
  isBusy?: boolean;
}

/** Has another key in each step: if React reused a button mid-click, the click would also press the next one. */
function ContinueButton({ formId, canContinue, isBusy }: ContinueButtonProps) {
  return (
    <Button
      variant="filled"
      size="lg"
      type="submit"
      form={formId}
      disabled={!canContinue}
      isBusy={isBusy}
    >
      {t('Continue')}
    </Button>
  );
}
