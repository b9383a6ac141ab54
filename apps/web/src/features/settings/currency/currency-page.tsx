import { t } from '#language/t';
import '../../../ui/card.css';
import '../settings.css';
import './currency.css';
import { useId } from 'react';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { CurrencyCard } from './currency-card.tsx';

interface CurrencyPageProps {
  /** Both balances together, US dollars with `USD_DECIMALS` decimals; null while it isn't known. */
  totalUsd: bigint | null;
}

/** Which currency values are shown in (§2 /dashboard/settings/currency). */
export function CurrencyPage({ totalUsd }: CurrencyPageProps) {
  const headingId = useId();
  return (
    <div className="currency-page">
      <div>
        <BackLink to={paths.settings}>{t('Settings')}</BackLink>
        <h1 className="page-title" id={headingId}>
          {t('Display currency')}
        </h1>
      </div>
      <CurrencyCard headingId={headingId} totalUsd={totalUsd} />
    </div>
  );
}
