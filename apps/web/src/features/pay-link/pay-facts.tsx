import { t } from '#language/t';
import { firstNameOf } from '../../contacts/first-name.ts';
import { clockText, dayOfYearText } from '../../lib/elapsed.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Summary } from '../../ui/summary.tsx';
import type { LinkedRequest } from './api/find-payment-request.ts';

/** To whom the money goes, as what, and until when. */
export function PayFacts({ request }: { request: LinkedRequest }) {
  const { name, recipient, symbol, chain, balance } = request;
  const expiresAt = Date.parse(request.expiresAt);
  return (
    <Summary
      rows={[
        {
          label: t('To'),
          value: name ?? <ShortAddress address={recipient} />,
          note: name === null ? undefined : t('verified email'),
        },
        {
          label: t('Arrives as'),
          value:
            balance === 'private'
              ? t('Private {symbol} on {chain}', { symbol, chain })
              : t('{symbol} on {chain}', { symbol, chain }),
        },
        { label: t('Expires'), value: dayOfYearText(expiresAt), note: clockText(expiresAt) },
      ]}
    />
  );
}

/** What every payer should know. A name is whatever someone registered with. */
export function PayWarning({ request: { name } }: { request: LinkedRequest }) {
  return (
    <p className="link-card__small">
      {name === null
        ? t('Don’t know who sent you this link? Don’t pay. Payments can’t be reversed.')
        : t(
            'People choose their own names; Kax verified only the email. Don’t know {name}? Don’t pay. Payments can’t be reversed.',
            { name: firstNameOf(name) },
          )}
    </p>
  );
}
