import './send-modal.css';
import { type ReactNode, useId } from 'react';
import type { Chain, Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import { unitsText } from '../../money-form/amount-text.ts';
import { useDiscretion } from '../../state/discretion.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { AmountStep } from './amount-step.tsx';
import { RecipientStep } from './recipient-step.tsx';
import type { FilledIn } from './send-flow.ts';
import { type Send, useSend } from './use-send.ts';

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
  /** Renders the progress of the payment. */
  renderProgress: (operation: OperationView) => ReactNode;
}

const STEPS = ['Amount', 'Recipient', 'Transaction'];
const STEP_INDEX = { amount: 0, recipient: 1, transaction: 2 } as const;

/** Send Assets: token and amount, recipient and summary, then the transaction (§2 Modals). */
export default function SendModal(props: SendModalProps) {
  const { isOpen, onClose, chains, coin, filledIn, onSent } = props;
  const formId = useId();
  const coins = chains.flatMap((chain) => chain.coins);
  const send = useSend({ isOpen, firstCoin: coin, filledIn, coins, onSent });
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title="Send Assets"
      chip={<ModeChip mode="public" />}
      mode="public"
      head={<Stepper steps={STEPS} current={STEP_INDEX[send.state.at]} />}
      footer={<Footer send={send} formId={formId} onClose={onClose} />}
    >
      <Step {...props} send={send} formId={formId} />
    </Modal>
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
          feeProblem={send.feeProblem}
          isMax={state.draft.amount.kind === 'max'}
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
          recipient={send.recipient}
          attempt={state.attempt}
          dispatch={dispatch}
          onConfirm={send.confirm}
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
  const { state, dispatch, coin, canContinue, canConfirm } = send;
  if (state.at === 'amount') {
    // Distinct keys per step: if React reused the Back button for this one mid-click, the click would also submit.
    return (
      <Button
        key="continue"
        variant="filled"
        size="lg"
        type="submit"
        form={formId}
        disabled={!canContinue}
      >
        Continue
      </Button>
    );
  }
  const goBack = () => dispatch({ type: 'went-back' });
  if (state.at === 'transaction') {
    return (
      <>
        <Button key="back" size="lg" onClick={goBack}>
          Back
        </Button>
        <Button variant="filled" size="lg" onClick={onClose}>
          Done
        </Button>
      </>
    );
  }
  const isSending = state.attempt.at === 'sending';
  const what = `send ${unitsText(state.units, coin)}`;
  return (
    <>
      <Button key="back" size="lg" onClick={goBack} disabled={isSending}>
        Back
      </Button>
      <Button
        variant="filled"
        size="lg"
        type="submit"
        form={formId}
        disabled={!canConfirm}
        isBusy={isSending}
        busyLabel={`Sending ${unitsText(state.units, coin)}`}
      >
        {state.attempt.at === 'unknown' ? `Try again: ${what}` : `Confirm and ${what}`}
      </Button>
    </>
  );
}
