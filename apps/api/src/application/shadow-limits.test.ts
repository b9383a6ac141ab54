import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AttemptRule,
  type CountedLimits,
  type QuotaRule,
  secondsAfter,
} from '../ports/attempt-limits.ts';
import { createShadowLimits } from './shadow-limits.ts';

const MINUTE_MS = 60_000;
const attempts: AttemptRule = { free: 5, windowMs: 15 * MINUTE_MS };
const uses: QuotaRule = { most: 4, windowMs: MINUTE_MS };
const at = (ms: number) => new Date(ms);

interface Row {
  count: number;
  endsMs: number;
  blockedMs: number;
}

/** What the statements of the adapter do. */
function createHonestStore(): CountedLimits {
  const rows = new Map<string, Row>();
  const refused = (untilMs: number, now: Date) => {
    const wait = Math.max(1, Math.ceil((untilMs - now.getTime()) / 1_000));
    return { wait, windowEndsAt: null };
  };
  const allow = (key: string, row: Row) => {
    rows.set(key, row);
    return { wait: 0, windowEndsAt: at(row.endsMs) };
  };
  return {
    async take(key, rule, now) {
      const nowMs = now.getTime();
      const known = rows.get(key);
      const slidMs = nowMs + rule.windowMs;
      if (known === undefined) return allow(key, { count: 1, endsMs: slidMs, blockedMs: 0 });
      if (known.blockedMs > nowMs) return refused(known.blockedMs, now);
      if (known.endsMs <= nowMs) return allow(key, { count: 1, endsMs: slidMs, blockedMs: 0 });
      const count = known.count + 1;
      const blockedMs = count >= rule.free ? nowMs + 1_000 * secondsAfter(count, rule) : 0;
      const endsMs = known.count >= rule.free ? slidMs : known.endsMs;
      return allow(key, { count, endsMs, blockedMs });
    },
    async takeQuota(key, { most, windowMs }, now) {
      const nowMs = now.getTime();
      const known = rows.get(key);
      if (known === undefined || known.endsMs <= nowMs) {
        return allow(key, { count: 1, endsMs: nowMs + windowMs, blockedMs: 0 });
      }
      if (known.count >= most) return refused(known.endsMs, now);
      return allow(key, { ...known, count: known.count + 1 });
    },
    async count(key, rule, now) {
      const nowMs = now.getTime();
      const known = rows.get(key);
      const slidMs = nowMs + rule.windowMs;
      const isOver = known === undefined || known.endsMs <= nowMs;
      const count = isOver ? 1 : known.count + 1;
      const endsMs = isOver || known.count >= rule.free ? slidMs : known.endsMs;
      rows.set(key, { count, endsMs, blockedMs: 0 });
      return { count, windowEndsAt: at(endsMs) };
    },
    async giveBack(key) {
      const known = rows.get(key);
      if (known !== undefined) {
        rows.set(key, { ...known, count: Math.max(0, known.count - 1), blockedMs: 0 });
      }
    },
    async clear(key) {
      rows.delete(key);
    },
    sweep: async () => undefined,
  };
}

/** Allows everything, and says of each window whatever helps. */
function createHostileStore(endOf: (now: Date, windowMs: number) => number): CountedLimits {
  const allow = async (_key: string, { windowMs }: { readonly windowMs: number }, now: Date) => ({
    wait: 0,
    windowEndsAt: at(endOf(now, windowMs)),
  });
  return {
    take: allow,
    takeQuota: allow,
    count: async (_key, rule, now) => ({ count: 1, windowEndsAt: at(endOf(now, rule.windowMs)) }),
    giveBack: async () => undefined,
    clear: async () => undefined,
    sweep: async () => undefined,
  };
}

const step = fc.record({
  process: fc.nat(2),
  afterMs: fc.oneof(fc.nat(2_000), fc.nat(2 * MINUTE_MS), fc.nat(20 * MINUTE_MS)),
  key: fc.constantFrom('one', 'other'),
  call: fc.constantFrom('take' as const, 'quota' as const),
});

describe('with an honest store', () => {
  it('several processes together refuse exactly what the store refuses, for as long', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const store = createHonestStore();
        const alone = createHonestStore();
        const processes = [0, 1, 2].map(() => createShadowLimits(store));
        let ms = 0;
        for (const { process, afterMs, key, call } of steps) {
          ms += afterMs;
          const name = `${call} ${key}`;
          const limits = processes[process];
          const [wait, expected] =
            call === 'take'
              ? [limits?.take(name, attempts, at(ms)), alone.take(name, attempts, at(ms))]
              : [limits?.takeQuota(name, uses, at(ms)), alone.takeQuota(name, uses, at(ms))];
          expect(await wait).toBe((await expected).wait);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('one process gives back and clears as the store does', async () => {
    const undo = fc.constantFrom('none' as const, 'giveBack' as const, 'clear' as const);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, undo), { maxLength: 80 }), async (steps) => {
        const alone = createHonestStore();
        const limits = createShadowLimits(createHonestStore());
        let ms = 0;
        for (const [{ afterMs, key, call }, after] of steps) {
          ms += afterMs;
          const name = `${call} ${key}`;
          const wait =
            call === 'take'
              ? await limits.take(name, attempts, at(ms))
              : await limits.takeQuota(name, uses, at(ms));
          const expected =
            call === 'take'
              ? await alone.take(name, attempts, at(ms))
              : await alone.takeQuota(name, uses, at(ms));
          expect(wait).toBe(expected.wait);
          if (after === 'none' || wait > 0) continue;
          await limits[after](name);
          await alone[after](name);
        }
      }),
      { numRuns: 300 },
    );
  });
});

it('counts what it refuses no one for: several processes see what the store sees', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
      const store = createHonestStore();
      const alone = createHonestStore();
      const processes = [0, 1, 2].map(() => createShadowLimits(store));
      let ms = 0;
      for (const { process, afterMs, key } of steps) {
        ms += afterMs;
        const counted = await processes[process]?.count(key, attempts, at(ms));
        expect(counted).toBe((await alone.count(key, attempts, at(ms))).count);
      }
    }),
    { numRuns: 300 },
  );
});

describe('with a store whose rows are deleted or put back', () => {
  it('waits after the free attempts as long as ever: 1, 2, 4 … seconds', async () => {
    const limits = createShadowLimits(createHostileStore((now, ms) => now.getTime() + ms));
    for (let free = 0; free < 5; free += 1) expect(await limits.take('k', attempts, at(0))).toBe(0);
    expect(await limits.take('k', attempts, at(0))).toBe(1);
    expect(await limits.take('k', attempts, at(1_000))).toBe(0);
    expect(await limits.take('k', attempts, at(1_000))).toBe(2);
    expect(await limits.take('k', attempts, at(3_000))).toBe(0);
    expect(await limits.take('k', attempts, at(3_000))).toBe(4);
  });

  it('counts on although the store begins at one again and again, and forgets after a quiet window', async () => {
    const limits = createShadowLimits(createHostileStore((now, ms) => now.getTime() + ms));
    for (let n = 1; n <= 20; n += 1) expect(await limits.count('k', attempts, at(n))).toBe(n);
    const quiet = at(20 + 31 * MINUTE_MS);
    expect(await limits.count('k', attempts, quiet)).toBe(1);
  });

  it('refuses a quota that was used up, with the seconds until its window ends', async () => {
    const limits = createShadowLimits(createHostileStore((now, ms) => now.getTime() + ms));
    for (let use = 0; use < 4; use += 1) expect(await limits.takeQuota('k', uses, at(0))).toBe(0);
    expect(await limits.takeQuota('k', uses, at(20_000))).toBe(40);
    expect(await limits.takeQuota('k', uses, at(MINUTE_MS))).toBe(0);
  });

  it('lets a burst that the store allowed together past no limit', async () => {
    const limits = createShadowLimits(createHostileStore((now, ms) => now.getTime() + ms));
    const burst = (take: () => Promise<number>) => Promise.all(Array.from({ length: 50 }, take));
    const quota = await burst(() => limits.takeQuota('quota', uses, at(0)));
    const attempted = await burst(() => limits.take('attempts', attempts, at(0)));
    expect(quota.filter((wait) => wait === 0)).toHaveLength(4);
    expect(attempted.filter((wait) => wait === 0)).toHaveLength(5);
  });

  it('allows no more than the limit in each of its windows, whatever ends the store invents', async () => {
    const ends = fc.array(fc.integer({ min: -3 * MINUTE_MS, max: 9 * MINUTE_MS }), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(ends, fc.integer({ min: 200, max: 3_000 }), async (offsets, everyMs) => {
        let call = 0;
        const limits = createShadowLimits(
          createHostileStore((now) => {
            call += 1;
            return now.getTime() + (offsets[call % offsets.length] ?? 0);
          }),
        );
        let allowed = 0;
        for (let ms = 0; ms < 10 * MINUTE_MS; ms += everyMs) {
          if ((await limits.takeQuota('k', uses, at(ms))) === 0) allowed += 1;
        }
        // Ten windows of time, and one on either side that the store chose.
        expect(allowed).toBeLessThanOrEqual(12 * uses.most);
      }),
      { numRuns: 100 },
    );
  });
});

it('keeps a bounded number of counters, those nearest to their limit', async () => {
  const hostile = createHostileStore((now, ms) => now.getTime() + ms);
  const limits = createShadowLimits(hostile, 100);
  for (let use = 0; use < 4; use += 1) await limits.takeQuota('victim', uses, at(0));
  for (let other = 0; other < 1_000; other += 1) await limits.takeQuota(`${other}`, uses, at(0));
  expect(await limits.takeQuota('victim', uses, at(0))).toBe(60);
});
