import './review-head.css';
import { useEffect, useRef } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { useMoney } from '../state/money.ts';
import { confirmFigure, worthText } from './amount-text.ts';

interface ReviewHeadProps {
  /** What happens with the amount, such as `You send`. */
  label: string;
  units: bigint;
  coin: Coin;
}

/** The title of a review: what is about to happen, with the exact amount and its value. Reading starts here, so it takes the focus when it appears. */
export function ReviewHead({ label, units, coin }: ReviewHeadProps) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const value = worthText(units, coin, useMoney());
  return (
    <div className="review-head">
      <h3 ref={ref} tabIndex={-1}>
        <span className="review-head__label">{label}</span>{' '}
        <span className="review-head__amount figures">
          {confirmFigure(units, coin)} <span className="review-head__symbol">{coin.symbol}</span>
        </span>
      </h3>
      {value ? <p>{value}</p> : null}
    </div>
  );
}
