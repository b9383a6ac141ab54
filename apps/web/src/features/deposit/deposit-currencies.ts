import { t } from '#language/t';

/** A currency that can be deposited (§3 Deposit currency). */
export interface DepositCurrency {
  /** As in the URL of its screen. */
  readonly id: 'polygon' | 'kax' | 'usdc';
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  /** The coin it arrives as. */
  readonly coinId: string;
  readonly symbol: string;
}

/** The three cards of §2 Deposit, in their order. Deposits arrive on Polygon only (§9). */
export const depositCurrencies: readonly DepositCurrency[] = [
  {
    id: 'polygon',
    name: 'Pol',
    description: t('Polygon token'),
    icon: '/marks/token-pol.svg',
    coinId: 'polygon-pol',
    symbol: 'POL',
  },
  {
    id: 'kax',
    name: 'KAX',
    description: t('Kax token on Polygon'),
    icon: '/marks/token-kax.svg',
    coinId: 'polygon-kax',
    symbol: 'KAX',
  },
  {
    id: 'usdc',
    name: 'USDC',
    description: t('USD Coin on Polygon'),
    icon: '/marks/token-usdc.svg',
    coinId: 'polygon-usdc',
    symbol: 'USDC',
  },
];
