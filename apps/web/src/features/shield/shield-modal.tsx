import { type ReactNode, useId } from 'react';
import type { Chain, Coin } from '#wire/wallet/coin';
import type { OperationView } from '#wire/wallet/operation';
import { unitsText } from '../../money-form/amount-text.ts';
import { PoolFooter } from '../../money-form/pool-footer.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ModeWayChip } from '../../ui/mode-way-chip.tsx';
import { Stepper } from '../../ui/stepper.tsx';
import { AmountStep } from './amount-step.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import { type Direction, labelsByDirection } from './direction.ts';
import { type ShieldMove, useShieldMove } from './use-shield-move.ts';

export interface ShieldModalProps {
  isOpen: boolean;
  onClose: () => void;
  /** The chains of the balance that the money leaves. */
  chains: readonly Chain[];
  /** The coin selected at first. */
  coin: Coin;
  direction: Direction;
  /** Called when the operation is accepted; the server finishes it. */
  onStarted: () => void;
  /** Renders the progress of the operation and reports every change. */
  renderProgress: (
    operation: OperationView,
    onChange: (operation: OperationView) => void,
  ) => ReactNode;
}

const STEPS = ['Amount', 'Confirm', 'Done'];
const STEP_INDEX = { form: 0, confirm: 1, 'under-way': 1, done: 2 } as const;

/** Shield and Unshield: the amount, confirm, and success once a transaction hash arrives (§2 Modals). */
export default function ShieldModal(props: ShieldModalProps) {
  const { isOpen, onClose, chains, coin, direction, onStarted } = props;
  const formId = useId();
  const coins = chains.flatMap((chain) => chain.coins);
  const move = useShieldMove({ direction, firstCoin: coin, coins, onStarted });
  const { title, mode, busy } = labelsByDirection[direction];
  const what = amountText(move);
  const isLater = move.state.draft.leavesWithinMinutes !== null;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      chip={<ModeWayChip to={mode} />}
      mode={mode}
      isStatic
      size={direction === 'unshield' ? 'wide' : 'form'}
      head={<Stepper steps={STEPS} current={STEP_INDEX[move.state.at]} />}
      footer={
        <PoolFooter
          state={move.state}
          formId={formId}
          canContinue={move.canContinue}
          canConfirm={move.canConfirm}
          confirmLabel={`${title} ${what}${isLater ? ' later' : ''}`}
          busyLabel={`${busy} ${what}`}
          onBack={() => move.dispatch({ type: 'went-back' })}
          onClose={onClose}
        />
      }
    >
      <Step {...props} move={move} formId={formId} />
    </Modal>
  );
}

interface StepProps extends ShieldModalProps {
  move: ShieldMove;
  formId: string;
}

function Step({ move, formId, chains, renderProgress }: StepProps) {
  const { state, dispatch } = move;
  switch (state.at) {
    case 'form':
      return <AmountStep move={move} formId={formId} chains={chains} />;
    case 'confirm':
      return <ConfirmStep move={move} state={state} formId={formId} />;
    default:
      return renderProgress(state.operation, (operation) =>
        dispatch({ type: 'followed', operation }),
      );
  }
}

function amountText({ state, coin }: ShieldMove): string {
  if (state.at !== 'confirm') return coin.symbol;
  return unitsText(state.units, coin);
}
