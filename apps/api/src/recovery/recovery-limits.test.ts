import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AttemptLimits, QuotaRule } from '../ports/attempt-limits.ts';
import { createRecoveryLimits, type RecoveryLimits } from './recovery-limits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const account = { phone: '+14155550100' };
const requester = 'device one';
const alice = { purpose: 'reset', subject: 'alice', requester, account } as const;
const bob = { ...alice, subject: 'bob' } as const;
const stranger = { ...alice, requester: 'device two' } as const;

let rows: Map<string, { count: number; endsMs: number }>;
/** Run while the database is waited for. */
let meanwhile: () => Promise<void>;
let alarms: string[];
let limits: RecoveryLimits;

beforeEach(() => {
  rows = new Map();
  alarms = [];
  meanwhile = async () => undefined;
  limits = startProcess();
});

/** A process with no memory of earlier ones, at the same database. */
function startProcess(): RecoveryLimits {
  return createRecoveryLimits(storedQuotas(), (message) => alarms.push(message));
}

function storedQuotas(): Pick<AttemptLimits, 'takeQuota' | 'giveBack' | 'clear'> {
  return {
    async takeQuota(key: string, { most, windowMs }: QuotaRule, now: Date) {
      await meanwhile();
      const row = rows.get(key);
      if (row === undefined || row.endsMs <= now.getTime()) {
        rows.set(key, { count: 1, endsMs: now.getTime() + windowMs });
        return 0;
      }
      if (row.count >= most) return Math.ceil((row.endsMs - now.getTime()) / 1_000);
      row.count += 1;
      return 0;
    },
    async giveBack(key) {
      const row = rows.get(key);
      if (row !== undefined) row.count -= 1;
    },
    async clear(key) {
      rows.delete(key);
    },
  };
}

/** What someone who can write to the database does. */
const attacks: Readonly<Record<string, () => void>> = {
  'that are left alone': () => undefined,
  'that are deleted': () => rows.clear(),
  'that are set back': () => {
    for (const row of rows.values()) row.count = 0;
  },
  'that count into the negative': () => {
    for (const row of rows.values()) row.count = -1_000_000;
  },
  'whose windows ended': () => {
    for (const row of rows.values()) row.endsMs = 0;
  },
};

const at = (ms: number) => new Date(1_800_000_000_000 + ms);

/** Repeats it until it has to wait. @returns how often it did not, and the wait */
async function repeat(take: (index: number) => Promise<number>, attack = () => {}) {
  for (let count = 0; count < 2_000; count += 1) {
    attack();
    const wait = await take(count);
    if (wait > 0) return { count, wait };
  }
  return { count: 'no end', wait: 0 };
}

const recover = (userId: string, network: string, ms = 0) =>
  limits.takeRecovery({ userId, network }, at(ms));

describe.each(Object.entries(attacks))('with counters in the database %s', (_, attack) => {
  it('codes are tried 25 times a day, and 100 times in five', async () => {
    for (let day = 0; day < 4; day += 1) {
      const tried = await repeat(() => limits.takeTry(alice, at(day * DAY_MS)), attack);
      expect(tried).toEqual({ count: 25, wait: day < 3 ? 86_400 : 172_800 });
    }
    attack();
    expect(await limits.takeTry(alice, at(4 * DAY_MS))).toBe(86_400);
    expect(await limits.takeTry(alice, at(5 * DAY_MS - 1))).toBe(1);
    expect(await limits.takeTry(bob, at(4 * DAY_MS))).toBe(0);
    expect(await limits.takeTry(stranger, at(4 * DAY_MS))).toBe(0);
    expect(await repeat(() => limits.takeTry(alice, at(5 * DAY_MS)), attack)).toEqual({
      count: 25,
      wait: 86_400,
    });
  });

  it('six-digit codes are sent 20 times in 30 days for strangers, and for known devices apart', async () => {
    const ofStrangers = await repeat(() => limits.takeShortCodes(alice, false, at(0)), attack);
    expect(ofStrangers).toEqual({ count: 20, wait: 30 * 86_400 });
    const ofKnown = await repeat(() => limits.takeShortCodes(stranger, true, at(0)), attack);
    expect(ofKnown).toEqual({ count: 20, wait: 30 * 86_400 });
    attack();
    expect(await limits.takeShortCodes(alice, false, at(30 * DAY_MS - 1))).toBe(1);
    expect(await limits.takeShortCodes(bob, false, at(0))).toBe(0);
  });

  it('codes for another contact are sent 20 times in 30 days, from anywhere, and apart from resets', async () => {
    const change = { ...alice, purpose: 'contact-change' } as const;
    const sent = await repeat(() => limits.takeShortCodes(change, false, at(0)), attack);
    expect(sent).toEqual({ count: 20, wait: 30 * 86_400 });
    attack();
    const elsewhere = { ...change, requester: stranger.requester };
    expect(await limits.takeShortCodes(elsewhere, true, at(30 * DAY_MS - 1))).toBe(1);
    expect(await limits.takeShortCodes(alice, false, at(0))).toBe(0);
    expect(await limits.takeShortCodes({ ...change, subject: 'bob' }, false, at(0))).toBe(0);
  });

  it('the owner of a contact is notified once an hour, and by text three times a day', async () => {
    expect(await limits.takeOwnerNotice('alice', 'email', at(0))).toBe(true);
    attack();
    expect(await limits.takeOwnerNotice('alice', 'email', at(HOUR_MS - 1))).toBe(false);
    let texts = 0;
    for (let hour = 0; hour < 20; hour += 1) {
      attack();
      texts += Number(await limits.takeOwnerNotice('alice', 'sms', at(hour * HOUR_MS)));
    }
    expect(texts).toBe(3);
    expect(await limits.takeOwnerNotice('bob', 'sms', at(0))).toBe(true);
  });

  it('ten texts a day follow the code of the email to one number, for each purpose', async () => {
    const texts = await repeat(() => limits.takeText(alice, at(0)), attack);
    expect(texts).toEqual({ count: 10, wait: 86_400 });
    expect(await limits.takeText({ ...bob, purpose: 'register' }, at(0))).toBe(0);
    attack();
    expect(await limits.takeText(stranger, at(DAY_MS - 1))).toBe(1);
  });

  it('one challenge has five tries, whatever the database says', () => {
    for (let count = 0; count < 5; count += 1) {
      attack();
      expect(limits.hasTry('one', 5, at(0))).toBe(true);
    }
    attack();
    expect(limits.hasTry('one', 5, at(600_000))).toBe(false);
    expect(limits.hasTry('other', 5, at(0))).toBe(true);
  });

  it('the wallet of one user is opened five times a day', async () => {
    const opened = await repeat((index) => recover('alice', `network ${index}`), attack);
    expect(opened).toEqual({ count: 5, wait: 86_400 });
    attack();
    expect(await recover('alice', 'another network', DAY_MS - 1)).toBe(1);
    expect(await recover('alice', 'another network', DAY_MS)).toBe(0);
  });

  it('wallets are opened ten times an hour from one network', async () => {
    const opened = await repeat((index) => recover(`user ${index}`, 'one network'), attack);
    expect(opened).toEqual({ count: 10, wait: 3_600 });
    attack();
    expect(await recover('someone', 'one network', HOUR_MS - 1)).toBe(1);
    expect(await recover('someone', 'another network')).toBe(0);
    expect(await recover('someone', 'one network', HOUR_MS)).toBe(0);
  });

  it('wallets are opened 300 times an hour in all', async () => {
    const opened = await repeat((index) => recover(`user ${index}`, `network ${index}`), attack);
    expect(opened).toEqual({ count: 300, wait: 3_600 });
    attack();
    expect(await recover('someone', 'some network', HOUR_MS - 1)).toBe(1);
    expect(await recover('someone', 'some network', HOUR_MS)).toBe(0);
  });

  it('a burst does not get past, however slow the database is', async () => {
    meanwhile = async () => {
      await new Promise((done) => setImmediate(done));
      attack();
    };
    const tries = Array.from({ length: 400 }, () => limits.takeTry(alice, at(0)));
    const openings = Array.from({ length: 400 }, (__, index) =>
      recover(`user ${index}`, `${index}`),
    );
    const ofOne = Array.from({ length: 400 }, (__, index) => recover('bob', `from ${index}`));
    const passed = async (waits: readonly Promise<number>[]) =>
      (await Promise.all(waits)).filter((wait) => wait === 0).length;
    expect(await passed(tries)).toBe(25);
    expect((await passed(openings)) + (await passed(ofOne))).toBe(300);
    expect(await passed(ofOne)).toBeLessThanOrEqual(5);
  });
});

describe('a count', () => {
  it('is shared with other processes by the database', async () => {
    await repeat(() => limits.takeTry(alice, at(0)));
    await repeat((index) => recover('alice', `network ${index}`));
    limits = startProcess();
    expect(await limits.takeTry(alice, at(1_000))).toBe(86_399);
    expect(await recover('alice', 'network', 1_000)).toBe(86_399);
  });

  it('is given back in every counter when a later one is used up', async () => {
    await repeat((index) => recover(`user ${index}`, 'full network'));
    const before = new Map([...rows].map(([key, row]) => [key, { ...row }]));
    limits = startProcess();
    for (let count = 0; count < 20; count += 1) {
      expect(await recover('alice', 'full network')).toBe(3_600);
    }
    expect(rows.get('recoveries of alice')?.count).toBe(0);
    rows.delete('recoveries of alice');
    expect(rows).toEqual(before);
    expect((await repeat((index) => recover('alice', `network ${index}`))).count).toBe(5);
  });

  it('is given back in memory when the database does not respond', async () => {
    meanwhile = async () => Promise.reject(new Error('The connection was lost.'));
    for (let count = 0; count < 50; count += 1) {
      await expect(limits.takeTry(alice, at(0))).rejects.toThrow('The connection was lost.');
      await expect(recover('alice', 'network')).rejects.toThrow('The connection was lost.');
    }
    meanwhile = async () => undefined;
    expect((await repeat(() => limits.takeTry(alice, at(0)))).count).toBe(25);
    expect((await repeat((index) => recover('alice', `network ${index}`))).count).toBe(5);
  });

  it('of tries ends with right codes, and with theirs alone', async () => {
    for (const of of [alice, bob]) await repeat(() => limits.takeTry(of, at(0)));
    await repeat(() => limits.takeShortCodes(alice, false, at(0)));
    await limits.clearTries(alice);
    expect((await repeat(() => limits.takeShortCodes(alice, false, at(0)))).count).toBe(20);
    expect((await repeat(() => limits.takeTry(alice, at(0)))).count).toBe(25);
    expect(await limits.takeTry(bob, at(0))).toBe(86_400);
  });

  it('of openings does not end with right codes', async () => {
    await repeat((index) => recover('alice', `network ${index}`));
    await limits.clearTries(alice);
    expect(await recover('alice', 'network')).toBe(86_400);
  });

  it('of tries is not kept for registrations, which have no wallet that could be opened', async () => {
    const registration = { ...alice, purpose: 'register' } as const;
    expect(await repeat(() => limits.takeTry(registration, at(0)))).toMatchObject({
      count: 'no end',
    });
    await limits.clearTries(registration);
    expect(rows.size).toBe(0);
  });

  it('is never below what was let through, whatever the order', async () => {
    const step = fc.record({
      userId: fc.constantFrom('alice', 'bob', 'carol'),
      network: fc.constantFrom('one', 'two'),
      laterMs: fc.nat({ max: DAY_MS / 8 }),
      attack: fc.constantFrom(...Object.values(attacks)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        rows.clear();
        limits = startProcess();
        let ms = 0;
        const opened: { userId: string; network: string; ms: number }[] = [];
        for (const { userId, network, laterMs, attack } of steps) {
          ms += laterMs;
          attack();
          if ((await recover(userId, network, ms)) === 0) opened.push({ userId, network, ms });
        }
        // A window begins with its first use, so any span of its length overlaps with two.
        for (const last of opened) {
          const within = opened.filter((each) => each.ms <= last.ms);
          const day = within.filter((each) => each.ms > last.ms - DAY_MS);
          const hour = within.filter((each) => each.ms > last.ms - HOUR_MS);
          const ofUser = day.filter((each) => each.userId === last.userId);
          const fromNetwork = hour.filter((each) => each.network === last.network);
          expect(ofUser.length).toBeLessThanOrEqual(2 * 5);
          expect(fromNetwork.length).toBeLessThanOrEqual(2 * 10);
        }
      }),
    );
  });
});

describe('the alarm', () => {
  const openMany = async (many: number, ms: number) => {
    for (let index = 0; index < many; index += 1) {
      await recover(`user ${ms} ${index}`, `network ${index}`, ms);
    }
  };

  it('is raised once an hour while more than 30 wallets are opened in it', async () => {
    await openMany(30, 0);
    expect(alarms).toEqual([]);
    await openMany(1, 1_000);
    expect(alarms).toEqual(['More than 30 wallets were opened by recovery within an hour.']);
    await openMany(400, 2_000);
    expect(alarms).toHaveLength(1);
    await openMany(31, HOUR_MS);
    expect(alarms).toHaveLength(1);
    await openMany(1, HOUR_MS + 1_000);
    expect(alarms).toHaveLength(2);
    await openMany(30, 3 * HOUR_MS);
    expect(alarms).toHaveLength(2);
  });

  it('is raised though the counters of the database are deleted', async () => {
    for (let index = 0; index < 31; index += 1) {
      rows.clear();
      await recover(`user ${index}`, `network ${index}`);
    }
    expect(alarms).toHaveLength(1);
  });
});
