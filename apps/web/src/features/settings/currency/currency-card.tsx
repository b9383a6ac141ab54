import { useId } from 'react';
import { CURRENCIES, type Currency } from '#domain/price/currency';
import { t } from '#language/t';
import { LOCAL_DOLLARS, localMoneyAt } from '../../../lib/local-money.ts';
import { useDiscretion } from '../../../state/discretion.ts';
import { type KnownRates, useKnownRates } from '../../../state/money.ts';
import { useCurrencyRates } from '../../../state/rates-query.ts';
import { changeSettings, useSettings } from '../../../state/settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Secret } from '../../../ui/secret.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { CURRENCY_TITLES } from './currency-titles.ts';

interface CurrencyCardProps {
  /** Both balances together, US dollars with `USD_DECIMALS` decimals; null while it isn't known. */
  totalUsd: bigint | null;
}

/** The currencies, each with the user's own total in it. */
export function CurrencyCard({ totalUsd }: CurrencyCardProps) {
  const headingId = useId();
  const query = useCurrencyRates();
  const rates = useKnownRates() ?? [];
  const chosen = useSettings((settings) => settings.currency);
  return (
    <section className="card settings-card" aria-labelledby={headingId}>
      <header className="settings-card__head settings-card__head--ruled">
        <h2 id={headingId}>{t('Display currency')}</h2>
        <p>{t('This only changes how we show values. Your coins stay the same.')}</p>
      </header>
      {query.isError ? (
        <div className="currencies__failed">
          <Notice
            tone="bad"
            title={t('Couldn’t load exchange rates.')}
            action={
              <Button size="sm" isBusy={query.isFetching} onClick={() => void query.refetch()}>
                {t('Try again')}
              </Button>
            }
          >
            {rates.length === 0
              ? t('You can see values in US dollars.')
              : t('We’re using the last ones we have.')}
          </Notice>
        </div>
      ) : null}
      <div className="currencies" role="radiogroup" aria-labelledby={headingId}>
        {CURRENCIES.map((currency) => (
          <CurrencyRow
            key={currency}
            currency={currency}
            rates={rates}
            isLoading={query.isPending}
            isChosen={currency === chosen}
            totalUsd={totalUsd}
          />
        ))}
      </div>
    </section>
  );
}

interface RowProps {
  currency: Currency;
  rates: KnownRates;
  isLoading: boolean;
  isChosen: boolean;
  totalUsd: bigint | null;
}

function CurrencyRow({ currency, rates, isLoading, isChosen, totalUsd }: RowProps) {
  const id = useId();
  const isKnown = currency === 'USD' || hasRate(rates, currency);
  return (
    <label className="currencies__row">
      <input
        type="radio"
        name="currency"
        aria-labelledby={`${id}-name`}
        aria-describedby={`${id}-total`}
        checked={isChosen}
        disabled={!isKnown && !isChosen}
        onChange={() => changeSettings({ currency })}
      />
      <span id={`${id}-name`}>{CURRENCY_TITLES[currency]}</span>
      <span className="currencies__total" id={`${id}-total`}>
        {isKnown ? (
          <Total currency={currency} rates={rates} totalUsd={totalUsd} />
        ) : (
          <WhyNot isLoading={isLoading} />
        )}
      </span>
    </label>
  );
}

function hasRate(rates: KnownRates, currency: Currency): boolean {
  return rates.some((rate) => rate.currency === currency);
}

function WhyNot({ isLoading }: { isLoading: boolean }) {
  return isLoading ? <Skeleton width={86} /> : t('No rate right now');
}

function Total({ currency, rates, totalUsd }: Omit<RowProps, 'isLoading' | 'isChosen'>) {
  const isHidden = useDiscretion();
  if (totalUsd === null) return '—';
  const perUsd = rates.find((rate) => rate.currency === currency)?.perUsd;
  const money = perUsd === undefined ? LOCAL_DOLLARS : localMoneyAt({ currency, perUsd });
  return (
    <Secret isHidden={isHidden} width="5.4em">
      {money.short(totalUsd)}
    </Secret>
  );
}
