import { describe, expect, test } from 'vitest';
import type { PublicAddress } from '../address/address.ts';
import type { TokenId } from '../token/token.ts';
import {
  forecastPrivacy,
  type OwnShield,
  type PlannedUnshield,
  type PublicHistory,
} from './forecast.ts';

const usdc = 'polygon-usdc' as TokenId;
const kax = 'polygon-kax' as TokenId;
const own = '0x1111111111111111111111111111111111111111' as PublicAddress;
const friend = '0x2222222222222222222222222222222222222222' as PublicAddress;
const stranger = '0x3333333333333333333333333333333333333333' as PublicAddress;
const now = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);

function shield(paid: bigint, more: Partial<OwnShield> = {}): OwnShield {
  const arrived = paid - (paid * 25n) / 10_000n;
  return { tokenId: usdc, paid, arrived, from: own, at: daysAgo(9), ...more };
}

function plan(leaves: bigint, more: Partial<PlannedUnshield> = {}): PlannedUnshield {
  const received = leaves - (leaves * 25n) / 10_000n;
  return { tokenId: usdc, leaves, received, recipient: stranger, at: now, ...more };
}

function history(more: Partial<PublicHistory> = {}): PublicHistory {
  return {
    ownShields: [shield(1_000_000_000n)],
    linkedAddresses: new Set([friend]),
    othersShielded: [],
    otherShielders: 250,
    ...more,
  };
}

const kindsOf = (planned: PlannedUnshield, known: PublicHistory) =>
  forecastPrivacy(planned, known).reasons.map(({ kind }) => kind);

describe('what an observer compares', () => {
  test('the amount that was shielded, before and after the fee', () => {
    expect(kindsOf(plan(1_000_000_000n), history())).toEqual(['same-amount']);
    expect(kindsOf(plan(997_500_000n), history())).toEqual(['same-amount']);
  });

  test('the amount that arrives at the other end', () => {
    const shields = [shield(399_000_000n)];
    expect(kindsOf(plan(400_000_000n), history({ ownShields: shields }))).toEqual(['same-amount']);
  });

  test('an amount that others also shielded reveals nothing', () => {
    const known = history({ othersShielded: [1_000_000_000n] });
    expect(kindsOf(plan(1_000_000_000n), known)).toEqual([]);
  });

  test('an amount of another token reveals nothing', () => {
    const known = history({ ownShields: [shield(1_000_000_000n, { tokenId: kax })] });
    expect(kindsOf(plan(1_000_000_000n), known)).toEqual([]);
  });

  test('the sum of several shields', () => {
    const shields = [shield(100n), shield(70n), shield(9n)];
    const forecast = forecastPrivacy(plan(170n), history({ ownShields: shields }));
    expect(forecast.reasons).toEqual([
      { kind: 'sum-of-shields', shields: [shields[0], shields[1]] },
    ]);
    expect(forecast.outlook).toBe('possible');
  });

  test('the address that shielded, whatever the token', () => {
    const known = history({ ownShields: [shield(5n, { tokenId: kax })] });
    expect(kindsOf(plan(7n, { recipient: own }), known)).toEqual(['back-to-shielder']);
  });

  test('an address that a public payment connects to the one that shielded', () => {
    expect(kindsOf(plan(7n, { recipient: friend }), history())).toEqual(['linked-recipient']);
  });

  test('the time since the last shield of the token', () => {
    const soon = history({ ownShields: [shield(9n, { at: new Date(now.getTime() - 600_000) })] });
    expect(forecastPrivacy(plan(7n), soon).reasons).toMatchObject([
      { kind: 'soon-after', minutes: 10 },
    ]);
  });

  test('how many others there are', () => {
    expect(kindsOf(plan(7n), history({ otherShielders: 0 }))).toEqual(['few-others']);
    expect(kindsOf(plan(7n), history({ otherShielders: null }))).toEqual([]);
  });
});

test('a revealing recipient, amount or address is easy to link, and each has a mitigation', () => {
  const forecast = forecastPrivacy(
    plan(1_000_000_000n, { recipient: own }),
    history({ otherShielders: 2 }),
  );
  expect(forecast.outlook).toBe('easy');
  expect(forecast.mitigations).toEqual([
    'other-amount',
    'other-address',
    'use-later-when-others-came',
  ]);
});

test('when nothing stands out it says so, and no more', () => {
  expect(forecastPrivacy(plan(7n), history())).toEqual({
    outlook: 'nothing-stands-out',
    reasons: [],
    mitigations: [],
  });
});

test('a long history is checked in bounded time', () => {
  const shields = Array.from({ length: 500 }, (_, index) => shield(BigInt(2 ** 20 + index * 7919)));
  const forecast = forecastPrivacy(plan(3n ** 20n), history({ ownShields: shields }));
  expect(forecast.reasons.map(({ kind }) => kind)).not.toContain('same-amount');
});
