import { valueInUsd } from '#domain/price/value-in-usd';
import { t } from '#language/t';
import { requestedFigure } from '../../money-form/amount-text.ts';
import { useMoney } from '../../state/money.ts';
import { LinkHead } from '../../ui/link-head.tsx';
import type { LinkedRequest } from './api/find-payment-request.ts';

interface PayHeadProps {
  request: LinkedRequest;
  /** The payee is looking at it. */
  isOwn: boolean;
}

/** Who asks for how much, and what for. */
export function PayHead({ request, isOwn }: PayHeadProps) {
  const { name, symbol, decimals, priceUsd, message } = request;
  const money = useMoney();
  const units = BigInt(request.amount);
  const value = priceUsd === null ? null : valueInUsd(units, decimals, priceUsd);
  return (
    <LinkHead
      name={name}
      isVerified={name !== null}
      who={isOwn ? t('You’re asking for') : requestTitle(name)}
      figure={requestedFigure(units, request)}
      symbol={symbol}
      value={value === null ? null : money.text(value, { places: 2, rounding: 'nearest' })}
      message={message}
    />
  );
}

function requestTitle(name: string | null): string {
  return name === null ? t('Someone is asking you for') : t('{name} is asking you for', { name });
}
