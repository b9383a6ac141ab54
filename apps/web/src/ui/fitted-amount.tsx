import './fitted-amount.css';
import type { CSSProperties } from 'react';
import { Amount } from './amount.tsx';

interface FittedAmountProps {
  /** The formatted figure, such as `$9,069.68` or `2.5 KAX`. */
  text: string;
  /** All of the figure, where `text` may be short. */
  title: string;
}

/** A figure on one line, as large as its length and the width of its container allow. */
export function FittedAmount({ text, title }: FittedAmountProps) {
  const [figure = '', symbol] = text.split(/ (?=\S+$)/);
  const fitted = { '--n': text.length } as CSSProperties;
  return (
    <span className="fitted-amount" style={fitted} title={title}>
      <Amount size="total" text={figure} symbol={symbol} />
    </span>
  );
}
