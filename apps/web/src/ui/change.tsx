import './change.css';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { pageLocale } from '#language/t';
import { rich } from './rich.tsx';

interface ChangeProps {
  /** Percent; null when unknown. */
  percent: number | null;
}

const figure = new Intl.NumberFormat(pageLocale(), {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** A price change with an arrow: up and green from 0, down and red below, a dash when unknown. */
export function Change({ percent }: ChangeProps) {
  if (percent === null) return <span className="change">—</span>;
  const isUp = percent >= 0;
  const Arrow = isUp ? ArrowUp : ArrowDown;
  const values = {
    direction: (word: ReactNode) => <span className="visually-hidden">{word}</span>,
    percent: figure.format(Math.abs(percent)),
  };
  return (
    <span className={`change change--${isUp ? 'up' : 'down'}`}>
      <Arrow className="icon" size={12} aria-hidden="true" />
      {isUp
        ? rich('<direction>up </direction>{percent}%', values)
        : rich('<direction>down </direction>{percent}%', values)}
    </span>
  );
}
