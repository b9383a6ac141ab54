import { t } from '#language/t';
import './modal.css';
import { ChevronLeft, X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { ModalScroll } from './modal-scroll.tsx';
import { useDialog } from './use-dialog.ts';

export interface ModalProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Goes back within the modal; left out where there is nothing to go back to. */
  onBack?: (() => void) | undefined;
  /** Next to the title, such as a mode chip. */
  chip?: ReactNode;
  /** Below the title, such as a stepper. */
  head?: ReactNode;
  /** Ignores the backdrop and Escape. The Close button still works. */
  isStatic?: boolean | undefined;
  /** Begins on the title, so that no key that was meant for something else presses a button. */
  startsOnTitle?: boolean | undefined;
  /** Uses the accent color of the mode that the money goes to. */
  mode?: 'public' | 'private' | undefined;
  /** 400, 480 or 520 px wide. */
  size?: 'confirmation' | 'form' | 'wide' | undefined;
  footer?: ReactNode;
  children: ReactNode;
}

/** A modal dialog that traps focus and returns it on close. On phones it is a bottom sheet. */
export function Modal(props: ModalProps) {
  const {
    isOpen,
    onClose,
    onBack,
    title,
    chip,
    head,
    isStatic = false,
    mode,
    size = 'form',
  } = props;
  const titleId = useId();
  const { ref, isPresent, handleKey } = useDialog({ isOpen, isStatic, onClose });
  const titleRef = useRef<HTMLHeadingElement>(null);
  const { startsOnTitle = false } = props;
  // Runs after the dialog has opened, because opening focuses its first button.
  useEffect(() => {
    if (isOpen && startsOnTitle) titleRef.current?.focus();
  }, [isOpen, startsOnTitle]);
  if (!isPresent) return null;

  function handlePress(event: MouseEvent<HTMLDialogElement>) {
    if (!isStatic && event.target === event.currentTarget) onClose();
  }

  return (
    <dialog
      ref={ref}
      className={classNames('modal', `modal--${size}`)}
      data-mode={mode}
      aria-labelledby={titleId}
      onKeyDown={handleKey}
      onClick={handlePress}
    >
      <header className="modal__head">
        <div className="modal__title">
          {onBack ? (
            <IconButton
              className="modal__back"
              label={t('Back')}
              tooltip={false}
              icon={<ChevronLeft className="icon" size={18} />}
              onClick={onBack}
            />
          ) : null}
          <h2 id={titleId} ref={titleRef} tabIndex={startsOnTitle ? -1 : undefined}>
            {title}
          </h2>
          {chip}
        </div>
        <IconButton
          label={t('Close')}
          tooltip={false}
          icon={<X className="icon" size={18} />}
          onClick={onClose}
        />
        {head ? <div className="modal__under-title">{head}</div> : null}
      </header>
      <ModalScroll>
        <div className="modal__body">{props.children}</div>
      </ModalScroll>
      {props.footer ? <footer className="modal__foot">{props.footer}</footer> : null}
    </dialog>
  );
}
