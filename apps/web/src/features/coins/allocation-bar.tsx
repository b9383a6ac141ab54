import './allocation-bar.css';
import { type CSSProperties, useMemo } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { allocation } from './allocation.ts';

interface AllocationBarProps {
  coins: readonly Coin[];
  isHidden: boolean;
}

/** The allocation as a bar, with its shares as text for whoever can't see it. When figures are hidden, it says nothing. */
export function AllocationBar({ coins, isHidden }: AllocationBarProps) {
  const parts = useMemo(() => allocation(coins), [coins]);
  if (parts.length === 0) return null;
  if (isHidden) {
    return (
      <span className="allocation" data-hidden aria-hidden="true">
        {HIDDEN_PARTS.map((part) => (
          <i key={part} />
        ))}
      </span>
    );
  }
  const text = parts.map(({ name, percent }) => `${name} ${percent}%`).join(', ');
  return (
    <span className="allocation" title={text}>
      {parts.map((part) => (
        <i key={part.name} style={{ ...markColour(part.name), flexGrow: part.percent }} />
      ))}
      <span className="visually-hidden">{text}</span>
    </span>
  );
}

/** Their number is fixed, because that of the coins says something too. */
const HIDDEN_PARTS = [0, 1, 2, 3];

/** A token without its own mark keeps the neutral colour of the style sheet. */
function markColour(symbol: string): CSSProperties | undefined {
  const mark = MARK_BY_SYMBOL[symbol];
  return mark ? ({ '--mark': `var(${mark})` } as CSSProperties) : undefined;
}

const MARK_BY_SYMBOL: Readonly<Record<string, string>> = {
  POL: '--mark-pol',
  KAX: '--mark-kax',
  USDC: '--mark-usdc',
  AVAX: '--mark-avax',
};
