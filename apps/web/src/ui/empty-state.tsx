import './empty-state.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface EmptyStateProps {
  icon: ReactNode;
  /** What is missing or wrong. */
  title: string;
  /** What the user can do. */
  children?: ReactNode;
  /** One or two buttons. */
  actions?: ReactNode;
  tone?: 'plain' | 'bad' | undefined;
  isAlert?: boolean | undefined;
}

/** Says why there is no content and what to do next. */
export function EmptyState(props: EmptyStateProps) {
  const { icon, title, children, actions, tone = 'plain', isAlert } = props;
  return (
    <div className="empty-state" role={isAlert ? 'alert' : undefined}>
      <span className={classNames('empty-state__disc', `empty-state__disc--${tone}`)}>{icon}</span>
      <h2 className="card-title">{title}</h2>
      {children ? <p>{children}</p> : null}
      {actions ? <div className="empty-state__actions">{actions}</div> : null}
    </div>
  );
}
