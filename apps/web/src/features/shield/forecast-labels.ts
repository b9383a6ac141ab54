import type { Coin } from '#wire/wallet/coin';
import { shortDayText } from '../../lib/elapsed.ts';
import { unitsText } from '../../money-form/amount-text.ts';
import type { LinkReason, UnshieldForecast } from './api/forecast-unshield.ts';

type Mitigation = UnshieldForecast['mitigations'][number];

/** The title, subtitle and level of each outlook. */
export const labelsByOutlook: Readonly<
  Record<UnshieldForecast['outlook'], { title: string; below: string; level: 1 | 2 | 3 }>
> = {
  easy: { title: 'Easy to link', below: 'What others could guess from public data', level: 3 },
  possible: {
    title: 'Could be linked',
    below: 'What others could guess from public data',
    level: 2,
  },
  'nothing-stands-out': {
    title: 'Nothing stands out',
    below: 'Later activity on Polygon can change this',
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
        fact: `Same amount as your shield on ${shortDayText(Date.parse(reason.at))}.`,
        evidence: `You shielded ${unitsText(BigInt(reason.paid), coin)}, and no one else moved this amount.`,
      };
    case 'sum-of-shields':
      return {
        fact: `Adds up to ${reason.shields.length} of your shields.`,
        evidence: `Together they equal this amount: ${reason.shields.map(({ paid, at }) => `${unitsText(BigInt(paid), coin)} on ${shortDayText(Date.parse(at))}`).join(', ')}.`,
      };
    case 'back-to-shielder':
      return {
        fact: `You’re sending back to the address you shielded from on ${shortDayText(Date.parse(reason.at))}.`,
        evidence: 'Anyone can see both.',
      };
    case 'linked-recipient':
      return {
        fact: 'This address is linked to one you shielded from.',
        evidence: 'A public payment connects them.',
      };
    case 'soon-after':
      return {
        fact: 'This is soon after your last shield.',
        evidence: `You shielded ${minutesText(reason.minutes)} ago. Waiting makes this harder to link.`,
      };
    case 'few-others':
      return {
        fact: `Few people shield ${coin.symbol} yet.`,
        evidence: othersText(reason.others),
      };
  }
}

function minutesText(minutes: number): string {
  return minutes === 1 ? 'less than 2 minutes' : `${minutes} minutes`;
}

function othersText(others: number): string {
  const later = 'Waiting until more do makes this harder to link.';
  if (others === 0) return `No one else has so far. ${later}`;
  const who = others === 1 ? '1 other address has' : `${others} other addresses have`;
  return `${who} so far. ${later}`;
}
