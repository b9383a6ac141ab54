import './amount.css';
import { classNames } from './class-names.ts';

interface AmountProps {
  /** The formatted figure, such as `4,725.00` or `$9,069.68`. */
  text: string;
  symbol?: string | undefined;
  /** `total` is for the largest figure of a page and mutes the fraction. */
  size?: 'body' | 'large' | 'total' | undefined;
}

/** A figure with tabular digits that never wraps. */
export function Amount({ text, symbol, size = 'body' }: AmountProps) {
  const [whole, fraction] = size === 'total' ? splitAtPoint(text) : [text, ''];
  return (
    <span className={classNames('amount', size !== 'body' && `amount--${size}`)}>
      {whole}
      {fraction ? <span className="amount__fraction">{fraction}</span> : null}
      {symbol ? ` ${symbol}` : null}
    </span>
  );
}

function splitAtPoint(text: string): readonly [string, string] {
  const point = text.lastIndexOf('.');
  return point < 0 ? [text, ''] : [text.slice(0, point), text.slice(point)];
}
