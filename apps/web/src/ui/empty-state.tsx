import './empty-state.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface EmptyStateProps {
  icon: ReactNode;
  /** What is so. */
  title: string;
  /** What to do. */
  children?: ReactNode;
  /** One or two buttons. */
  actions?: ReactNode;
  tone?: 'plain' | 'bad' | undefined;
  isAlert?: boolean | undefined;
}

/** Nothing here, and the way on. */
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
