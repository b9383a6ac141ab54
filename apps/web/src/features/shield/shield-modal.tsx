import { type ReactNode, useId } from 'react';
import { t } from '#language/t';
import type { Chain, Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import { unitsText } from '../../money-form/amount-text.ts';
import type { HandOver } from '../../money-form/hand-over.ts';
import { PoolFooter } from '../../money-form/pool-footer.tsx';
import { PoolRequestNote, usePoolFormGoingToReview } from '../../money-form/pool-request-note.tsx';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ModeDirectionChip } from '../../ui/mode-direction-chip.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { AmountStep } from './amount-step.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { type Direction, labelsByDirection, moveText } from './direction.ts';
import { type ShieldForm, useShieldForm } from './use-shield-form.ts';

export interface ShieldModalProps {
  isOpen: boolean;
  onClose: () => void;
  /** The chains of the balance that the money leaves. */
  chains: readonly Chain[];
  /** The coin selected at first. */
  coin: Coin;
  direction: Direction;
  /** A first shield: it starts with a small amount and explains itself. */
  isGuided?: boolean | undefined;
  /** Goes on with a payment that this form can't make. */
  onHandOver: HandOver;
  /** Called when the operation is accepted; the server finishes it. */
  onStarted: () => void;
  /** Called with whether closing the form would lose something. */
  onInput: (hasInput: boolean) => void;
  /** Renders the progress of the operation and reports every change. */
  renderProgress: (
    operation: OperationView,
    onChange: (operation: OperationView) => void,
  ) => ReactNode;
}

const STEPS = [t('Amount'), t('Confirm'), t('Done')];
const STEP_INDEX = { form: 0, confirm: 1, 'in-progress': 1, done: 2 } as const;

/** Shield and Unshield: the amount, confirm, and success once a transaction hash arrives (§2 Modals). */
export default function ShieldModal(props: ShieldModalProps) {
  const { isOpen, onClose, chains, coin, direction, onStarted, onInput } = props;
  const isGuided = props.isGuided === true && direction === 'shield';
  const formId = useId();
  const coins = chains.flatMap((chain) => chain.coins);
  const form = useShieldForm({
    isOpen,
    direction,
    isGuided,
    firstCoin: coin,
    coins,
    onStarted,
    onInput,
  });
  usePoolFormGoingToReview(form);
  const { title, mode } = labelsByDirection[direction];
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      chip={<ModeDirectionChip to={mode} />}
      mode={mode}
      isStatic
      size={direction === 'unshield' ? 'wide' : 'form'}
      head={<Stepper steps={STEPS} current={STEP_INDEX[form.state.at]} />}
      footer={
        <>
          {isGuided && form.state.at === 'form' ? (
            <Button key="not-now" size="lg" onClick={onClose}>
              {t('Not now')}
            </Button>
          ) : null}
          <PoolFooter
            state={form.state}
            formId={formId}
            canContinue={form.canContinue}
            canConfirm={form.canConfirm}
            confirmLabel={confirmLabelOf(form)}
            busyLabel={busyLabelOf(form)}
            paysTo={form.recipient.at === 'known' ? form.recipient.address : ''}
            onConfirm={form.confirmNow}
            onBack={() => form.dispatch({ type: 'went-back' })}
            onClose={onClose}
          />
        </>
      }
    >
      <PoolRequestNote form={form} />
      <Step {...props} form={form} formId={formId} />
    </Modal>
  );
}

interface StepProps extends ShieldModalProps {
  form: ShieldForm;
  formId: string;
}

function Step({ form, formId, chains, isGuided, onHandOver, renderProgress }: StepProps) {
  const { state, dispatch } = form;
  switch (state.at) {
    case 'form':
      return <AmountStep {...{ form, formId, chains, isGuided, onHandOver }} />;
    case 'confirm':
      return <ConfirmStep form={form} state={state} />;
    default:
      return renderProgress(state.operation, (operation) =>
        dispatch({ type: 'followed', operation }),
      );
  }
}

/** Only an unshield can be sent later. */
function confirmLabelOf(form: ShieldForm): string {
  const amount = amountText(form);
  return form.state.draft.sendWithinMinutes === null
    ? moveText(form.direction, amount)
    : t('Unshield {amount} later', { amount });
}

function busyLabelOf(form: ShieldForm): string {
  const amount = amountText(form);
  return form.direction === 'shield'
    ? t('Shielding {amount}', { amount })
    : t('Unshielding {amount}', { amount });
}

function amountText({ state, coin }: ShieldForm): string {
  if (state.at !== 'confirm') return coin.symbol;
  return unitsText(state.units, coin);
}
