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
        fact: t('Same amount as your shield on {day}.', {
          day: shortDayText(Date.parse(reason.at)),
        }),
        evidence: t('You shielded {amount}, and no one else moved this amount.', {
          amount: unitsText(BigInt(reason.paid), coin),
        }),
      };
    case 'sum-of-shields':
      return {
        fact: t('Adds up to {count} of your shields.', { count: reason.shields.length }),
        evidence: t('Together they equal this amount: {shields}.', {
          shields: reason.shields.map((shield) => shieldText(shield, coin)).join(', '),
        }),
      };
    case 'back-to-shielder':
      return {
        fact: t('You’re sending back to the address you shielded from on {day}.', {
          day: shortDayText(Date.parse(reason.at)),
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
        evidence: t(
          '{minutes, plural, =1 {You shielded less than 2 minutes ago.} other {You shielded # minutes ago.}} Waiting makes this harder to link.',
          { minutes: reason.minutes },
        ),
      };
    case 'few-others':
      return {
        fact: t('Few people shield {symbol} yet.', { symbol: coin.symbol }),
        evidence: othersText(reason.others),
      };
  }
}

type Shield = Extract<LinkReason, { kind: 'sum-of-shields' }>['shields'][number];

function shieldText({ paid, at }: Shield, coin: Coin): string {
  return t('{amount} on {day}', {
    amount: unitsText(BigInt(paid), coin),
    day: shortDayText(Date.parse(at)),
  });
}

function othersText(others: number): string {
  return t(
    '{others, plural, =0 {No one else has so far.} one {# other address has so far.} other {# other addresses have so far.}} Waiting until more do makes this harder to link.',
    { others },
  );
}
