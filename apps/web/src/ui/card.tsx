import './card.css';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

interface CardProps {
  className?: string | undefined;
  children: ReactNode;
}

export function Card({ className, children }: CardProps) {
  return <div className={classNames('card', className)}>{children}</div>;
}
