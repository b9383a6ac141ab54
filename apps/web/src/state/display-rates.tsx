import { lazy, Suspense } from 'react';
import { keepRates } from './money.ts';
import { useSettings } from './settings.ts';

// Only for those who see values in another currency. Without it, values are shown in US dollars.
const RatesReader = lazy(() =>
  import('./rates-reader.tsx').catch(() => {
    keepRates(null, Date.now());
    return { default: () => null };
  }),
);

/** Renders nothing. Reads exchange rates, unless values are shown in US dollars. */
export function DisplayRates() {
  const currency = useSettings((settings) => settings.currency);
  if (currency === 'USD') return null;
  return (
    <Suspense fallback={null}>
      <RatesReader />
    </Suspense>
  );
}
