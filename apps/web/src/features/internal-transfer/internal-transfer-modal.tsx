import { type ReactNode, useId } from 'react';
import { t } from '#language/t';
import type { Chain, Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import { unitsText } from '../../money-form/amount-text.ts';
import type { HandOver } from '../../money-form/hand-over.ts';
import type { Payee } from '../../money-form/payee.ts';
import { PoolFooter } from '../../money-form/pool-footer.tsx';
import { PoolRequestNote, usePoolFormGoingToReview } from '../../money-form/pool-request-note.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { SentMessage } from './message-fields.tsx';
import { type Transfer, useInternalTransfer } from './use-internal-transfer.ts';

export interface InternalTransferModalProps {
  isOpen: boolean;
  onClose: () => void;
  /** The chains of the private balance. */
  chains: readonly Chain[];
  /** The coin selected at first. */
  coin: Coin;
  /** Whom the form starts with. */
  payee: Payee;
  /** Goes on with a payment that this form can't make. */
  onHandOver: HandOver;
  /** Called when the transfer is accepted; the server finishes it. */
  onStarted: () => void;
  /** Called with whether closing the form would lose something. */
  onInput: (hasInput: boolean) => void;
  /** Renders the progress of the transfer and reports every change. */
  renderProgress: (
    operation: OperationView,
    onChange: (operation: OperationView) => void,
  ) => ReactNode;
}

const STEPS = [t('Details'), t('Confirm'), t('Done')];
const STEP_INDEX = { form: 0, confirm: 1, 'in-progress': 1, done: 2 } as const;

/** Internal Transfer: the form, confirm, and success once a transaction hash arrives (§2 Modals). */
export default function InternalTransferModal(props: InternalTransferModalProps) {
  const { isOpen, onClose, chains, coin, payee, onStarted, onInput } = props;
  const formId = useId();
  const coins = chains.flatMap((chain) => chain.coins);
  const transfer = useInternalTransfer({
    isOpen,
    firstCoin: coin,
    coins,
    payee,
    onStarted,
    onInput,
  });
  usePoolFormGoingToReview(transfer);
  const amount = amountText(transfer);
  const isByLink = transfer.state.draft.linkTo !== undefined;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('Internal Transfer')}
      chip={<ModeChip mode="private" />}
      mode="private"
      isStatic
      head={<Stepper steps={STEPS} current={STEP_INDEX[transfer.state.at]} />}
      footer={
        <PoolFooter
          state={transfer.state}
          formId={formId}
          canContinue={transfer.canContinue}
          canConfirm={transfer.canConfirm}
          confirmLabel={
            isByLink ? t('Send {amount}', { amount }) : t('Transfer {amount}', { amount })
          }
          busyLabel={
            isByLink ? t('Sending {amount}', { amount }) : t('Transferring {amount}', { amount })
          }
          paysTo={paysTo(transfer)}
          onConfirm={transfer.confirmNow}
          onBack={() => transfer.dispatch({ type: 'went-back' })}
          onClose={onClose}
        />
      }
    >
      <PoolRequestNote form={transfer} />
      <Step {...props} transfer={transfer} formId={formId} />
    </Modal>
  );
}

interface StepProps extends InternalTransferModalProps {
  transfer: Transfer;
  formId: string;
}

function Step({ transfer, formId, chains, onHandOver, renderProgress }: StepProps) {
  const { state, dispatch } = transfer;
  switch (state.at) {
    case 'form':
      return (
        <DetailsStep
          transfer={transfer}
          formId={formId}
          chains={chains}
          onOtherKind={(chosen) => {
            const { coin, amount } = transfer;
            onHandOver('send', { coin, units: amount.entered, chosen });
          }}
        />
      );
    case 'confirm':
      return <ConfirmStep transfer={transfer} state={state} />;
    default:
      return (
        <>
          {renderProgress(state.operation, (operation) =>
            dispatch({ type: 'followed', operation }),
          )}
          {state.draft.linkTo === undefined ? <SentMessage draft={state.draft} /> : null}
        </>
      );
  }
}

function paysTo({ state, recipient }: Transfer): string {
  return state.draft.linkTo ?? (recipient.at === 'known' ? recipient.address : '');
}

function amountText({ state, coin }: Transfer): string {
  if (state.at !== 'confirm') return coin.symbol;
  return unitsText(state.units, coin);
}
