import { beforeEach, describe, expect, it, test } from 'vitest';
import { refuse } from '../../../application/call.ts';
import type { Counter } from '../../../application/take-quotas.ts';
import type { AttemptLimits, QuotaRule } from '../../../ports/attempt-limits.ts';
import { VaultBusy } from '../../../ports/key-vault.ts';
import { createCodeLimits } from './code-limits.ts';
import { tooManySends, tooManyTries, withinLimits } from './within-limits.ts';

const rule: QuotaRule = { most: 2, windowMs: 60_000 };
const one: Counter = ['one', rule];
const other: Counter = ['other', rule];
let counts: Map<string, number>;

beforeEach(() => {
  counts = new Map();
});

function runWithin<T>(counters: readonly Counter[], work: () => Promise<T>) {
  const codeLimits = createCodeLimits(limitsInMemory());
  const clock = { now: () => new Date(0) };
  return withinLimits({ codeLimits, clock }, { counters, tooMany: tooManyTries }, work);
}

describe('work within limits', () => {
  it('is done and counted', async () => {
    expect(await runWithin([one, other], async () => 'done')).toBe('done');
    expect(Object.fromEntries(counts)).toEqual({ one: 1, other: 1 });
  });

  it('is refused when one counter is used up, and then counts in none', async () => {
    counts.set('other', 2);
    expect(await runWithin([one, other], async () => 'done')).toEqual(
      refuse('too-many-requests', {
        retryAfter: 60,
        sentence: 'Too many attempts. Try again in 60 seconds.',
      }),
    );
    expect(Object.fromEntries(counts)).toEqual({ one: 0, other: 2 });
  });

  it('is not counted when the server was too busy for it', async () => {
    const busy = await runWithin([one], async () => {
      throw new VaultBusy();
    });
    expect(busy).toMatchObject({ refused: 'busy' });
    expect(Object.fromEntries(counts)).toEqual({ one: 0 });
  });

  it('rethrows any other error', async () => {
    const broken = runWithin([one], async () => {
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(Object.fromEntries(counts)).toEqual({ one: 1 });
  });
});

test.each([
  [1, 'Wait 1 second before requesting new codes.'],
  [59, 'Wait 59 seconds before requesting new codes.'],
  [1_790, 'Wait 30 minutes before requesting new codes.'],
  [86_000, 'Wait 24 hours before requesting new codes.'],
])('the refusal of codes requested %i s too soon reads: %s', (seconds, sentence) => {
  expect(tooManySends(seconds)).toEqual(
    refuse('too-many-requests', { retryAfter: seconds, sentence }),
  );
});

function limitsInMemory(): AttemptLimits {
  const notRequested = async () => {
    throw new Error('Codes have quotas only.');
  };
  return {
    take: notRequested,
    count: notRequested,
    sweep: notRequested,
    async takeQuota(key, { most, windowMs }) {
      const count = counts.get(key) ?? 0;
      if (count >= most) return windowMs / 1000;
      counts.set(key, count + 1);
      return 0;
    },
    async giveBack(key) {
      counts.set(key, (counts.get(key) ?? 0) - 1);
    },
    async clear(key) {
      counts.delete(key);
    },
  };
}
