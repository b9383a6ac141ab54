import { expect, test } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { createShieldPattern } from './shield-pattern.ts';

const proxy = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0' as PublicAddress;
const relayAdapt = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9' as PublicAddress;
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3' as PublicAddress;
const pattern = createShieldPattern([
  { network: { chainId: 1 }, shieldedPool: { proxy, relayAdapt } },
]);

test('a shield of a token is recognized by token and amount, and by nothing random', () => {
  const amount = toBaseUnits(25_000_000n);
  const { to, value, dataLike } = pattern({ chainId: 1, token: { address: token }, amount });
  const words = dataLike.slice(10).match(/.{64}/g);
  expect([to, value, dataLike.slice(0, 10)]).toEqual([proxy, 0n, '0x044a40c3']);
  expect(words).toEqual([
    (32).toString(16).padStart(64, '0'),
    (1).toString(16).padStart(64, '0'),
    '_'.repeat(64),
    '0'.repeat(64),
    token.slice(2).toLowerCase().padStart(64, '0'),
    '0'.repeat(64),
    amount.toString(16).padStart(64, '0'),
    ...Array.from({ length: 4 }, () => '_'.repeat(64)),
  ]);
});

test('a shield of the native coin is recognized by its value', () => {
  const amount = toBaseUnits(7n);
  expect(pattern({ chainId: 1, token: { address: null }, amount })).toEqual({
    ...{ to: relayAdapt, value: 7n, dataLike: '%' },
  });
});
