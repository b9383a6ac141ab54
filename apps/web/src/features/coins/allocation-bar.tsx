import './allocation-bar.css';
import type { CSSProperties } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { Secret } from '../../ui/secret.tsx';
import { allocation } from './allocation.ts';

interface AllocationBarProps {
  coins: readonly Coin[];
  isHidden: boolean;
}

/** The allocation as a labelled bar. When figures are hidden, all parts have the same size. */
export function AllocationBar({ coins, isHidden }: AllocationBarProps) {
  const parts = allocation(coins);
  if (parts.length === 0) return null;
  // When figures are hidden, sorting by size would reveal the largest coin.
  const shown = isHidden ? [...parts].sort((a, b) => a.name.localeCompare(b.name)) : parts;
  return (
    <div className="allocation" data-hidden={isHidden || undefined}>
      <div className="allocation__bar" aria-hidden="true">
        {shown.map((part) => (
          <i
            key={part.name}
            style={{ ...markColour(part.name), flexGrow: isHidden ? 1 : part.percent }}
          />
        ))}
      </div>
      <ul aria-label="Share of the total by coin">
        {shown.map((part) => (
          <li key={part.name}>
            <i style={markColour(part.name)} />
            {part.name}
            <span className="allocation__percent">
              <Secret isHidden={isHidden} width="2.6em">
                {part.percent}%
              </Secret>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

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
