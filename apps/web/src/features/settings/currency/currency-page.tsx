import { t } from '#language/t';
import '../../../ui/card.css';
import '../settings.css';
import './currency.css';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { LanguageCard } from '../language/language-card.tsx';
import { CurrencyCard } from './currency-card.tsx';

interface CurrencyPageProps {
  /** Both balances together, US dollars with `USD_DECIMALS` decimals; null while it isn't known. */
  totalUsd: bigint | null;
}

/** The language of texts and the currency of values (§2 /dashboard/settings/currency). */
export function CurrencyPage({ totalUsd }: CurrencyPageProps) {
  return (
    <div className="currency-page">
      <div>
        <BackLink to={paths.settings}>{t('Settings')}</BackLink>
        <h1 className="page-title">{t('Language and currency')}</h1>
      </div>
      <LanguageCard />
      <CurrencyCard totalUsd={totalUsd} />
    </div>
  );
}
