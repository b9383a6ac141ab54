import './review-head.css';
import { useEffect, useRef } from 'react';

interface ReviewHeadProps {
  /** What happens with the amount, such as `You send`. */
  label: string;
  /** The exact amount without its symbol, such as `250.000`. */
  figure: string;
  symbol: string;
  /** The value, such as `$249.98`; none when the price is unknown. */
  value?: string | undefined;
}

/** The title of a review: what is about to happen. Reading starts here, so it takes the focus when it appears. */
export function ReviewHead({ label, figure, symbol, value }: ReviewHeadProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <div className="review-head">
      <h3 ref={ref} tabIndex={-1}>
        <span className="review-head__label">{label}</span>{' '}
        <span className="review-head__amount">
          {figure} <span className="review-head__symbol">{symbol}</span>
        </span>
      </h3>
      {value ? <p>{value}</p> : null}
    </div>
  );
}
