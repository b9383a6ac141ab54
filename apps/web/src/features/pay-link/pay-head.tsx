import { formatUsd } from '#domain/price/format-usd';
import { valueInUsd } from '#domain/price/value-in-usd';
import { requestedFigure } from '../../money-form/amount-text.ts';
import { LinkHead } from '../../ui/link-head.tsx';
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
  const value = priceUsd === null ? null : valueInUsd(units, decimals, priceUsd);
  return (
    <LinkHead
      name={name}
      isVerified={name !== null}
      who={isOwn ? 'You’re asking for' : `${payeeName(request)} is asking you for`}
      figure={requestedFigure(units, request)}
      symbol={symbol}
      value={value === null ? null : formatUsd(value, { places: 2, rounding: 'nearest' })}
      message={message}
    />
  );
}
