import './change.css';
import { ArrowDown, ArrowUp } from 'lucide-react';

interface ChangeProps {
  /** Percent; null when unknown. */
  percent: number | null;
}

const figure = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** A price change with an arrow: up and green from 0, down and red below, a dash when unknown. */
export function Change({ percent }: ChangeProps) {
  if (percent === null) return <span className="change">—</span>;
  const isUp = percent >= 0;
  const Arrow = isUp ? ArrowUp : ArrowDown;
  return (
    <span className={`change change--${isUp ? 'up' : 'down'}`}>
      <Arrow className="icon" size={12} aria-hidden="true" />
      <span className="visually-hidden">{isUp ? 'up ' : 'down '}</span>
      {figure.format(Math.abs(percent))}%
    </span>
  );
}
