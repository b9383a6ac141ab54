import { t } from '#language/t';
import { Button } from '../ui/button.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import type { PoolState } from './pool-flow.ts';

interface PoolFooterProps {
  state: PoolState;
  formId: string;
  canContinue: boolean;
  canConfirm: boolean;
  /** The label of the Confirm button, such as `Shield 250 USDC`. */
  confirmLabel: string;
  busyLabel: string;
  /** The recipient that Confirm pays; empty while there is none. */
  paysTo: string;
  onConfirm: () => void;
  onBack: () => void;
  onClose: () => void;
}

/** The buttons of each step. */
export function PoolFooter(props: PoolFooterProps) {
  const { state, formId, confirmLabel, onBack, onClose } = props;
  switch (state.at) {
    case 'form':
      // Keys keep the steps' buttons separate: if a pressed Back button became this one, the press would also submit.
      return (
        <Button
          key="continue"
          variant="filled"
          size="lg"
          type="submit"
          form={formId}
          disabled={!props.canContinue}
        >
          {t('Continue')}
        </Button>
      );
    case 'confirm': {
      const isSending = state.attempt.at === 'sending';
      const hasFailed = state.attempt.at === 'refused' || state.attempt.at === 'unknown';
      return (
        <>
          <Button key="back" size="lg" onClick={onBack} disabled={isSending}>
            {t('Back')}
          </Button>
          <ConfirmButton
            // Another recipient, amount or time makes it another button, which is disabled at first.
            key={`${confirmLabel} ${props.paysTo}`}
            disabled={!props.canConfirm}
            isBusy={isSending}
            busyLabel={props.busyLabel}
            onConfirm={props.onConfirm}
          >
            {hasFailed
              ? t('Try again: {action}', { action: lowerFirst(confirmLabel) })
              : confirmLabel}
          </ConfirmButton>
        </>
      );
    }
    case 'in-progress':
      return (
        <Button key="leave" size="lg" isWide onClick={onClose}>
          {t('Close and keep it running')}
        </Button>
      );
    case 'done':
      return (
        <Button key="done" variant="filled" size="lg" onClick={onClose}>
          {t('Done')}
        </Button>
      );
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
