import { t } from '#language/t';
import './modal.css';
import './confirmation-modal.css';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { ModalScroll } from './modal-scroll.tsx';
import { useDialog } from './use-dialog.ts';

export interface ConfirmationModalProps {
  isOpen: boolean;
  title: string;
  message?: ReactNode;
  description?: ReactNode;
  /** What follows from it, such as a list of facts. */
  children?: ReactNode;
  icon?: ReactNode;
  primaryIcon?: ReactNode;
  primaryLabel?: string | undefined;
  secondaryLabel?: string | undefined;
  onPrimary: () => void;
  onSecondary: () => void;
  /** The primary action is destructive. */
  isDanger?: boolean | undefined;
  isBusy?: boolean | undefined;
}

/** A confirmation with two buttons. Only they close it, not the backdrop or Escape. */
export function ConfirmationModal(props: ConfirmationModalProps) {
  const { title, message, description, isDanger = false, onPrimary, onSecondary } = props;
  const { primaryLabel = t('Continue'), secondaryLabel = t('Close') } = props;
  const id = useId();
  const { ref, isPresent, handleKey } = useDialog({
    isOpen: props.isOpen,
    isStatic: true,
    onClose: onSecondary,
  });
  if (!isPresent) return null;

  return (
    <dialog
      ref={ref}
      role="alertdialog"
      className="modal modal--confirmation"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      onKeyDown={handleKey}
    >
      <ModalScroll>
        <div className="modal__body confirmation">
          <span
            className={classNames('confirmation__disc', isDanger && 'confirmation__disc--danger')}
          >
            {props.icon ?? <CircleAlert className="icon" size={22} aria-hidden="true" />}
          </span>
          <div className="confirmation__text" id={`${id}-message`}>
            <h2 id={`${id}-title`}>{title}</h2>
            {message ? <p>{message}</p> : null}
            {props.children}
            {description ? <p className="confirmation__more">{description}</p> : null}
          </div>
        </div>
      </ModalScroll>
      <footer className="modal__foot confirmation__foot">
        <Button size="lg" onClick={onSecondary}>
          {secondaryLabel}
        </Button>
        <Button
          size="lg"
          variant={isDanger ? 'danger-filled' : 'filled'}
          icon={props.primaryIcon}
          isBusy={props.isBusy}
          onClick={onPrimary}
        >
          {primaryLabel}
        </Button>
      </footer>
    </dialog>
  );
}
