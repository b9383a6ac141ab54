import './modal.css';
import './confirmation-modal.css';
import './success-modal.css';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Button } from './button.tsx';
import { ModalScroll } from './modal-scroll.tsx';
import { useDialog } from './use-dialog.ts';

interface SuccessAction {
  label: string;
  onPress: () => void;
}

interface SuccessModalProps {
  isOpen: boolean;
  title: string;
  /** What happens next. */
  children?: ReactNode;
  primary: SuccessAction;
  secondary?: SuccessAction | undefined;
}

/** Confirms a success and offers next steps. Only its buttons close it. */
export function SuccessModal({ isOpen, title, children, primary, secondary }: SuccessModalProps) {
  const id = useId();
  const { ref, isPresent, handleKey } = useDialog({
    isOpen,
    isStatic: true,
    onClose: primary.onPress,
  });
  if (!isPresent) return null;

  return (
    <dialog
      ref={ref}
      className="modal modal--confirmation"
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-more` : undefined}
      onKeyDown={handleKey}
    >
      <ModalScroll>
        <div className="modal__body confirmation">
          <span className="confirmation__disc success__disc">
            <CircleCheck className="icon" size={24} aria-hidden="true" />
          </span>
          <div className="confirmation__text">
            <h2 id={`${id}-title`}>{title}</h2>
            {children ? <p id={`${id}-more`}>{children}</p> : null}
          </div>
        </div>
      </ModalScroll>
      <footer className="modal__foot success__foot">
        <Button size="lg" variant="filled" onClick={primary.onPress}>
          {primary.label}
        </Button>
        {secondary ? (
          <Button size="lg" onClick={secondary.onPress}>
            {secondary.label}
          </Button>
        ) : null}
      </footer>
    </dialog>
  );
}
