import type { Coin } from '#wire/wallet/coin';
import { unitsText } from '../../money-form/amount-text.ts';
import type { LinkReason, UnshieldForecast } from './api/forecast-unshield.ts';

type WayOut = UnshieldForecast['waysOut'][number];

/** What each outlook is called, what stands below it, and how much of the scale it fills. */
export const wordsByOutlook: Readonly<
  Record<UnshieldForecast['outlook'], { title: string; below: string; level: 1 | 2 | 3 }>
> = {
  easy: { title: 'Easy to link', below: 'What a stranger could guess from the chain', level: 3 },
  possible: {
    title: 'Could be linked',
    below: 'What a stranger could guess from the chain',
    level: 2,
  },
  'nothing-stands-out': {
    title: 'Nothing stands out',
    below: 'No promise: what happens on the chain later can change it',
    level: 1,
  },
};

/** What helps against a reason. */
export const wayOutByReason: Readonly<Record<LinkReason['kind'], WayOut>> = {
  'same-amount': 'other-amount',
  'sum-of-shields': 'other-amount',
  'back-to-shielder': 'other-address',
  'linked-recipient': 'other-address',
  'soon-after': 'wait',
  'few-others': 'use-later-when-others-came',
};

/** @returns the fact, and what it rests on. */
export function reasonText(reason: LinkReason, coin: Coin): { fact: string; evidence: string } {
  switch (reason.kind) {
    case 'same-amount':
      return {
        fact: `Same amount as your shield of ${dayOf(reason.at)}.`,
        evidence: `${unitsText(BigInt(reason.paid), coin)} went in then, and nobody else moved this amount.`,
      };
    case 'sum-of-shields':
      return {
        fact: `Adds up to ${reason.shields.length} of your shields.`,
        evidence: `Together they are exactly this amount: ${reason.shields.map(({ paid, at }) => `${unitsText(BigInt(paid), coin)} of ${dayOf(at)}`).join(', ')}.`,
      };
    case 'back-to-shielder':
      return {
        fact: 'Goes to the address that shielded.',
        evidence: `Money of this address went in on ${dayOf(reason.at)}.`,
      };
    case 'linked-recipient':
      return {
        fact: 'This address is tied to one that shielded.',
        evidence: 'A public payment joins the two.',
      };
    case 'soon-after':
      return {
        fact: 'Soon after your last shield.',
        evidence: `${minutesText(reason.minutes)} have passed. The shorter the time, the easier the guess.`,
      };
    case 'few-others':
      return {
        fact: `Few others use the pool with ${coin.symbol}.`,
        evidence: othersText(reason.others),
      };
  }
}

function minutesText(minutes: number): string {
  return minutes === 1 ? 'Less than 2 minutes' : `${minutes} minutes`;
}

function othersText(others: number): string {
  const later = 'The more come, the harder it gets; you can come back later.';
  if (others === 0) return `Nobody else shielded it so far. ${later}`;
  const who = others === 1 ? '1 other address has' : `${others} other addresses have`;
  return `${who} shielded it so far. ${later}`;
}

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

function dayOf(at: string): string {
  return day.format(Date.parse(at));
}
