import './notice.css';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type NoticeTone = 'plain' | 'accent' | 'warn' | 'bad';

interface NoticeProps {
  tone?: NoticeTone | undefined;
  /** One strong sentence. */
  title?: ReactNode;
  /** One plain one. */
  children?: ReactNode;
  /** At most one button. */
  action?: ReactNode;
  icon?: ReactNode;
  /** Read out immediately, for what just went wrong. */
  isAlert?: boolean | undefined;
}

/** Something to know before going on: amber warns, red reports, the accent suggests. */
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
