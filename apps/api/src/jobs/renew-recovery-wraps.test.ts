import { expect, it } from 'vitest';
import { newAccount } from '#testing/account';
import type { RecoverableAccount } from '../ports/recoverable-accounts.ts';
import { createRenewRecoveryWraps, renewRecoveryWraps } from './renew-recovery-wraps.ts';

/** Accounts whose wraps begin with the name of a key, and what renews them. */
function setUp(wraps: readonly string[]) {
  const accounts = wraps
    .map((wrap): RecoverableAccount => {
      const recoveryWrap = Buffer.from(wrap);
      return { account: newAccount(), recoveryWrap, signature: Buffer.alloc(64) };
    })
    .toSorted((one, other) => (one.account.userId < other.account.userId ? -1 : 1));
  const rows = new Map(accounts.map((each) => [each.account.userId, each]));
  const harness = {
    rows,
    limits: [] as number[],
    announced: [] as number[],
    unopened: [] as string[],
    reports: [] as string[],
    meanwhile: async (_userId: string) => {},
    isAway: false,
  };
  const ports: Parameters<typeof renewRecoveryWraps>[0] = {
    accounts: {
      async listOutdated({ prefix, after, limit }) {
        if (harness.isAway) throw new Error('The database does not respond.');
        harness.limits.push(limit);
        const isOutdated = ({ account, recoveryWrap }: RecoverableAccount) =>
          account.userId > (after ?? '') && !startsWith(recoveryWrap, prefix);
        return [...rows.values()].filter(isOutdated).slice(0, limit);
      },
      async replaceWrap(userId, earlier, recoveryWrap) {
        const row = rows.get(userId);
        if (row === undefined || !Buffer.from(row.recoveryWrap).equals(earlier)) return false;
        rows.set(userId, { ...row, recoveryWrap });
        return true;
      },
    },
    key: {
      wrapPrefix: Buffer.from('new'),
      async rewrap(wrap, { userId }) {
        if (startsWith(wrap, Buffer.from('lost'))) throw new Error('It does not authenticate.');
        await harness.meanwhile(userId);
        return Buffer.from(`new of ${wrap}`);
      },
    },
    clock: { sleep: async () => {} },
    announce: (renewed) => harness.announced.push(renewed),
    reportUnopened: (userId) => harness.unopened.push(userId),
    report: ({ message }) => harness.reports.push(message),
  };
  return { harness, ports };
}

function startsWith(wrap: Uint8Array, prefix: Uint8Array): boolean {
  return Buffer.from(wrap).subarray(0, prefix.length).equals(prefix);
}

const run = (ports: Parameters<typeof renewRecoveryWraps>[0], reported = new Set<string>()) =>
  renewRecoveryWraps(ports, { reported, isStopped: () => false });
const wrapsOf = ({ rows }: ReturnType<typeof setUp>['harness']) =>
  [...rows.values()].map(({ recoveryWrap }) => String(recoveryWrap)).sort();

it('makes every wrap again that is not under the newest key, in bounded batches, and says how many', async () => {
  const { harness, ports } = setUp([...Array.from({ length: 450 }, () => 'old'), 'new']);
  await run(ports);
  expect(new Set(wrapsOf(harness))).toEqual(new Set(['new', 'new of old']));
  expect(harness.announced).toEqual([450]);
  expect(harness.limits.length).toBeGreaterThan(2);
  expect(Math.max(...harness.limits)).toBeLessThan(450);
  await run(ports);
  expect(harness.announced).toEqual([450]);
});

it('does not overwrite a wrap that was changed meanwhile, and brings back no deleted one', async () => {
  const { harness, ports } = setUp(['old', 'old', 'old']);
  const [changed, deleted] = [...harness.rows.keys()];
  harness.meanwhile = async (userId) => {
    const row = harness.rows.get(userId);
    if (userId === changed && row) {
      harness.rows.set(userId, { ...row, recoveryWrap: Buffer.from('other') });
    }
    if (userId === deleted) harness.rows.delete(userId);
  };
  await run(ports);
  expect(wrapsOf(harness)).toEqual(['new of old', 'other']);
  expect(harness.announced).toEqual([1]);
});

it('leaves a wrap that nothing opens, names its user once, and goes on', async () => {
  const { harness, ports } = setUp(['lost', 'old', 'lost']);
  const reported = new Set<string>();
  await run(ports, reported);
  await run(ports, reported);
  expect(wrapsOf(harness)).toEqual(['lost', 'lost', 'new of old']);
  expect(harness.unopened).toHaveLength(2);
});

it('continues where an earlier run was killed', async () => {
  const { harness, ports } = setUp(Array.from({ length: 5 }, () => 'old'));
  let made = 0;
  harness.meanwhile = async () => {
    made += 1;
    // A process that is killed never returns.
    if (made === 3) await new Promise(() => {});
  };
  void run(ports);
  await expect.poll(() => made).toBe(3);
  expect(wrapsOf(harness)).toEqual([...Array(2).fill('new of old'), ...Array(3).fill('old')]);
  await run(ports);
  expect(wrapsOf(harness)).toEqual(Array(5).fill('new of old'));
  expect(harness.announced).toEqual([3]);
});

it('stops between two wraps, and reports a database that does not respond', async () => {
  const { harness, ports } = setUp(Array.from({ length: 5 }, () => 'old'));
  const job = createRenewRecoveryWraps(ports);
  let stopped: Promise<void> | null = null;
  harness.meanwhile = async () => {
    stopped ??= job.stop();
  };
  job.start();
  await expect.poll(() => harness.announced).toEqual([1]);
  await stopped;
  harness.isAway = true;
  const other = createRenewRecoveryWraps(ports);
  other.start();
  await expect.poll(() => harness.reports.length).toBeGreaterThan(0);
  await other.stop();
});
