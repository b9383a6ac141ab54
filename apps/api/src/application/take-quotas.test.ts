import { expect, it } from 'vitest';
import { START } from '#testing/operation';
import type { QuotaRule } from '../ports/attempt-limits.ts';
import { type Counter, takeQuotas } from './take-quotas.ts';

const once: QuotaRule = { most: 1, windowMs: 60_000 };
const often: QuotaRule = { most: 5, windowMs: 1_000 };

function createLimits() {
  const uses = new Map<string, number>();
  return {
    uses,
    async takeQuota(key: string, { most, windowMs }: QuotaRule) {
      const count = uses.get(key) ?? 0;
      if (count >= most) return windowMs / 1_000;
      uses.set(key, count + 1);
      return 0;
    },
    async giveBack(key: string) {
      uses.set(key, (uses.get(key) ?? 0) - 1);
    },
  };
}

it('counts under every counter or, when one of them is used up, under none', async () => {
  const limits = createLimits();
  const counters: readonly Counter[] = [
    ['often', often],
    ['once', once],
  ];
  expect(await takeQuotas(limits, counters, START)).toBe(0);
  expect(await takeQuotas(limits, counters, START)).toBe(60);
  expect([...limits.uses]).toEqual([
    ['often', 1],
    ['once', 1],
  ]);
});
