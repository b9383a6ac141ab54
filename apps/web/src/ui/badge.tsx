import './badge.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type BadgeTone = 'plain' | 'accent' | 'good' | 'bad' | 'warn';

interface BadgeProps {
  tone?: BadgeTone | undefined;
  icon?: ReactNode;
  children: ReactNode;
}

/** A status with an icon and a word, never with color alone. */
export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <span className={classNames('badge', `badge--${tone}`)}>
      {icon}
      {children}
    </span>
  );
}
