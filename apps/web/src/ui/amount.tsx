import './amount.css';
import { figureMarks } from '#language/figure-marks';
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
  const [whole, fraction, rest] = size === 'total' ? splitAtPoint(text) : [text, '', ''];
  return (
    <span className={classNames('amount', size !== 'body' && `amount--${size}`)}>
      {whole}
      {fraction ? <span className="amount__fraction">{fraction}</span> : null}
      {rest}
      {symbol ? ` ${symbol}` : null}
    </span>
  );
}

const { decimal } = figureMarks();

/** @returns what is before the decimals, the decimals, and a currency that comes last */
function splitAtPoint(text: string): readonly [string, string, string] {
  const point = text.lastIndexOf(decimal);
  if (point < 0) return [text, '', ''];
  const [fraction = ''] = /^.\d*/.exec(text.slice(point)) ?? [];
  return [text.slice(0, point), fraction, text.slice(point + fraction.length)];
}
