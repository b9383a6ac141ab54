import { expect, test } from 'vitest';
import { buildActivity } from '#testing/activity';
import { depositsSince, settledIdsIn } from './deposit-watch.ts';

const old = buildActivity({ id: 'old' });
const coming = buildActivity({ id: 'coming', status: 'pending', progress: { done: 1, of: 2 } });

test('rows that were final on the first read are not shown; rows that were pending are', () => {
  const settled = settledIdsIn([coming, old]);
  expect(depositsSince([coming, old], settled)).toEqual([
    { id: 'coming', at: 'detected', amount: '1.5', symbol: 'USDC', progress: { done: 1, of: 2 } },
  ]);
  const arrived = { ...coming, status: 'success', progress: null } as const;
  expect(depositsSince([arrived, old], settled)).toMatchObject([{ id: 'coming', at: 'arrived' }]);
});

test('a payment that was reverted is not shown', () => {
  expect(depositsSince([buildActivity({ status: 'failed' })], new Set())).toEqual([]);
});
