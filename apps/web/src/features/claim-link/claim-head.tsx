import { formatUsd } from '#domain/price/format-usd';
import { valueInUsd } from '#domain/price/value-in-usd';
import type { FoundClaim } from '#wire/wallet/find-claim';
import { requestedFigure } from '../../money-form/amount-text.ts';
import { LinkHead } from '../../ui/link-head.tsx';

/** Who sent how much, and what they wrote. */
export function ClaimHead({ claim }: { claim: FoundClaim }) {
  const { senderName, symbol, decimals, priceUsd, message } = claim;
  const units = BigInt(claim.amount);
  const value = priceUsd === null ? null : valueInUsd(units, decimals, priceUsd);
  return (
    <LinkHead
      name={senderName}
      isVerified={false}
      mode={claim.balance === 'private' ? 'private' : undefined}
      who={`${senderName} sent you`}
      figure={requestedFigure(units, claim)}
      symbol={symbol}
      value={value === null ? null : formatUsd(value, { places: 2, rounding: 'nearest' })}
      message={message}
    />
  );
}
