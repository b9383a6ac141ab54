import { t } from '#language/t';
import type { Coin } from '#wire/wallet/coin';
import { shortDayText } from '../../lib/elapsed.ts';
import { unitsText } from '../../money-form/amount-text.ts';
import type { LinkReason, UnshieldForecast } from './api/forecast-unshield.ts';

type Mitigation = UnshieldForecast['mitigations'][number];

/** The title, subtitle and level of each outlook. */
export const labelsByOutlook: Readonly<
  Record<UnshieldForecast['outlook'], { title: string; below: string; level: 1 | 2 | 3 }>
> = {
  easy: {
    title: t('Easy to link'),
    below: t('What others could guess from public data'),
    level: 3,
  },
  possible: {
    title: t('Could be linked'),
    below: t('What others could guess from public data'),
    level: 2,
  },
  'nothing-stands-out': {
    title: t('Nothing stands out'),
    below: t('Later activity on Polygon can change this'),
    level: 1,
  },
};

/** The mitigation for each reason. */
export const mitigationByReason: Readonly<Record<LinkReason['kind'], Mitigation>> = {
  'same-amount': 'other-amount',
  'sum-of-shields': 'other-amount',
  'back-to-shielder': 'other-address',
  'linked-recipient': 'other-address',
  'soon-after': 'wait',
  'few-others': 'use-later-when-others-came',
};

/** @returns the fact and the evidence for it. */
export function reasonText(reason: LinkReason, coin: Coin): { fact: string; evidence: string } {
  switch (reason.kind) {
    case 'same-amount':
      return {
        fact: t('Same amount as your shield on {shortDay}.', {
          shortDay: shortDayText(Date.parse(reason.at)),
        }),
        evidence: t('You shielded {units}, and no one else moved this amount.', {
          units: unitsText(BigInt(reason.paid), coin),
        }),
      };
    case 'sum-of-shields':
      return {
        fact: t('Adds up to {length} of your shields.', { length: reason.shields.length }),
        evidence: `Together they equal this amount: ${reason.shields.map(({ paid, at }) => t('{units} on {shortDay}', { units: unitsText(BigInt(paid), coin), shortDay: shortDayText(Date.parse(at)) })).join(', ')}.`,
      };
    case 'back-to-shielder':
      return {
        fact: t('You’re sending back to the address you shielded from on {shortDay}.', {
          shortDay: shortDayText(Date.parse(reason.at)),
        }),
        evidence: t('Anyone can see both.'),
      };
    case 'linked-recipient':
      return {
        fact: t('This address is linked to one you shielded from.'),
        evidence: t('A public payment connects them.'),
      };
    case 'soon-after':
      return {
        fact: t('This is soon after your last shield.'),
        evidence: t('You shielded {minutes} ago. Waiting makes this harder to link.', {
          minutes: minutesText(reason.minutes),
        }),
      };
    case 'few-others':
      return {
        fact: t('Few people shield {symbol} yet.', { symbol: coin.symbol }),
        evidence: othersText(reason.others),
      };
  }
}

function minutesText(minutes: number): string {
  return minutes === 1 ? 'less than 2 minutes' : t('{minutes} minutes', { minutes });
}

function othersText(others: number): string {
  const later = t('Waiting until more do makes this harder to link.');
  if (others === 0) return t('No one else has so far. {later}', { later });
  const who = others === 1 ? '1 other address has' : t('{others} other addresses have', { others });
  return t('{who} so far. {later}', { who, later });
}
