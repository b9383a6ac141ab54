import { valueInUsd } from '#domain/price/value-in-usd';
import { t } from '#language/t';
import type { FoundClaim } from '#wire/wallet/find-claim';
import { requestedFigure } from '../../money-form/amount-text.ts';
import { useMoney } from '../../state/money.ts';
import { LinkHead } from '../../ui/link-head.tsx';

/** Who sent how much, and what they wrote. */
export function ClaimHead({ claim }: { claim: FoundClaim }) {
  const { senderName, symbol, decimals, priceUsd, message } = claim;
  const money = useMoney();
  const units = BigInt(claim.amount);
  const value = priceUsd === null ? null : valueInUsd(units, decimals, priceUsd);
  return (
    <LinkHead
      name={senderName}
      isVerified={false}
      mode={claim.balance === 'private' ? 'private' : undefined}
      who={t('{name} sent you', { name: senderName })}
      figure={requestedFigure(units, claim)}
      symbol={symbol}
      value={value === null ? null : money.text(value, { places: 2, rounding: 'nearest' })}
      message={message}
    />
  );
}
