import './notice.css';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type NoticeTone = 'plain' | 'accent' | 'warn' | 'bad';

interface NoticeProps {
  tone?: NoticeTone | undefined;
  /** One sentence in bold. */
  title?: ReactNode;
  /** One sentence in regular weight. */
  children?: ReactNode;
  /** At most one button. */
  action?: ReactNode;
  icon?: ReactNode;
  /** Announced immediately, for an error that just happened. */
  isAlert?: boolean | undefined;
}

/** Something to know before continuing: amber warns, red reports an error, the accent color suggests. */
export function Notice({ tone = 'plain', title, children, action, icon, isAlert }: NoticeProps) {
  const Icon = ICON_BY_TONE[tone];
  return (
    <div
      className={classNames('notice', `notice--${tone}`, action ? 'notice--with-action' : null)}
      role={isAlert ? 'alert' : undefined}
    >
      {icon ?? <Icon className="icon" size={18} aria-hidden="true" />}
      <div>
        {title ? <b>{title}</b> : null}
        {title && children ? ' ' : null}
        {children}
      </div>
      {action}
    </div>
  );
}

const ICON_BY_TONE = {
  plain: Info,
  accent: Info,
  warn: TriangleAlert,
  bad: CircleAlert,
} as const;
