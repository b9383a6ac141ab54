import { t } from '#language/t';
import './help-tip.css';
import { CircleHelp } from 'lucide-react';
import { type ReactNode, type RefObject, useCallback, useRef, useState } from 'react';

/** What the answer needs to know about the button that opened it. */
export interface OpenHelp {
  readonly anchorRef: RefObject<HTMLElement | null>;
  /** Leaving the page would lose what is in the dialog around the button. */
  readonly isInDialog: boolean;
  readonly onClose: () => void;
}

interface HelpTipProps {
  /** What is explained, as the text beside the button calls it. */
  about: string;
  renderBubble: (open: OpenHelp) => ReactNode;
}

/** A question mark beside a text that opens a short answer. */
export function HelpTip({ about, renderBubble }: HelpTipProps) {
  const anchorRef = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<Pick<OpenHelp, 'isInDialog'> | null>(null);
  const onClose = useCallback(() => setOpen(null), []);
  return (
    <span className="help-tip">
      <button
        ref={anchorRef}
        type="button"
        className="help-tip__button"
        aria-label={t('Help: {about}', { about })}
        aria-haspopup="dialog"
        aria-expanded={open !== null}
        onClick={({ currentTarget }) =>
          setOpen(open ? null : { isInDialog: currentTarget.closest('dialog') !== null })
        }
      >
        <CircleHelp className="icon" size={15} aria-hidden="true" />
      </button>
      {open ? renderBubble({ ...open, anchorRef, onClose }) : null}
    </span>
  );
}
