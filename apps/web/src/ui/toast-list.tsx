import { t } from '#language/t';
import './toast-list.css';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './icon-button.tsx';

export interface ToastView {
  id: number;
  text: string;
  tone: 'success' | 'error' | 'info';
  /** Replaces the icon and the text; null for none. */
  content: ReactNode;
}

interface ToastListProps {
  toasts: readonly ToastView[];
  onClose: (id: number) => void;
}

/** Toasts at the edge of the window. Errors are announced immediately, the others at the next pause. */
export function ToastList({ toasts, onClose }: ToastListProps) {
  const ref = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;
  useEffect(() => {
    // An empty one would stay above the page, where the signer takes it for something that covers it.
    ref.current?.hidePopover?.();
    // Showing it again moves it above a dialog that was opened in the meantime.
    if (newest !== undefined) ref.current?.showPopover?.();
  }, [newest]);

  return (
    <div className="toast-list" popover="manual" ref={ref}>
      {toasts.map(({ id, text, tone, content }) => {
        const Icon = ICON_BY_TONE[tone];
        return (
          <div
            key={id}
            className={`toast toast--${content === null ? tone : 'own'}`}
            role={tone === 'error' ? 'alert' : 'status'}
          >
            {content ?? (
              <>
                <Icon className="icon" size={20} aria-hidden="true" />
                <span className="toast__text">{text}</span>
              </>
            )}
            <IconButton
              look="bare"
              label={t('Close')}
              tooltip={false}
              icon={<X className="icon" size={16} />}
              onClick={() => onClose(id)}
            />
          </div>
        );
      })}
    </div>
  );
}

const ICON_BY_TONE = { success: CircleCheck, error: CircleAlert, info: Info } as const;
