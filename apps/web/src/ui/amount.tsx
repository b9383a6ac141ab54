import './amount.css';
import { classNames } from './class-names.ts';

interface AmountProps {
  /** A figure as it is to be read, as in `4,725.00` or `$9,069.68`. */
  text: string;
  symbol?: string | undefined;
  /** `total` is the largest figure of a page, with a quieter fraction. */
  size?: 'body' | 'large' | 'total' | undefined;
}

/** A figure: tabular, never broken over two lines. */
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
