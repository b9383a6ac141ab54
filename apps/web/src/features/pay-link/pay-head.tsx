import './pay-link.css';
import { BadgeCheck } from 'lucide-react';
import { formatUsd } from '#domain/price/format-usd';
import { valueInUsd } from '#domain/price/value-in-usd';
import { requestedFigure } from '../../money-form/amount-text.ts';
import { Avatar } from '../../ui/avatar.tsx';
import type { LinkedRequest } from './api/find-payment-request.ts';
import { payeeName } from './pay-texts.ts';

interface PayHeadProps {
  request: LinkedRequest;
  /** The payee is looking at it. */
  isOwn: boolean;
}

/** Who asks for how much, and what for. */
export function PayHead({ request, isOwn }: PayHeadProps) {
  const { name, symbol, decimals, priceUsd, message } = request;
  const units = BigInt(request.amount);
  const figure = requestedFigure(units, request);
  const value = priceUsd === null ? null : valueInUsd(units, decimals, priceUsd);
  return (
    <div className="pay-head">
      <span className="pay-head__face" aria-hidden="true">
        <Avatar name={name ?? '?'} size="lg" isTinted />
        {name === null ? null : (
          <span className="pay-head__verified">
            <BadgeCheck className="icon" size={15} />
          </span>
        )}
      </span>
      <h1>
        <span className="pay-head__who">
          {isOwn ? 'You’re asking for' : `${payeeName(request)} is asking you for`}
        </span>{' '}
        <span className="pay-head__amount" data-length={figure.length > 9 ? 'long' : undefined}>
          {figure} <small>{symbol}</small>
        </span>
      </h1>
      {value === null ? null : (
        <p className="pay-head__usd">{formatUsd(value, { places: 2, rounding: 'nearest' })}</p>
      )}
      {message === null ? null : (
        <p className="pay-head__message">
          <bdi>{message}</bdi>
        </p>
      )}
    </div>
  );
}
