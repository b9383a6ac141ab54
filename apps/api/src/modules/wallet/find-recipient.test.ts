import { describe, expect, it } from 'vitest';
import type { PrivateAddress } from '#domain/address/address';
import { ALICE, BOB } from '#testing/network';
import { START } from '#testing/operation';
import type { findRecipient } from '#wire/wallet/find-recipient';
import type { Call } from '../../application/call.ts';
import { AccountChanged, type AccountName } from '../../ports/accounts.ts';
import type { QuotaRule } from '../../ports/attempt-limits.ts';
import type { SearchedUser } from '../../ports/discoverability.ts';
import { createFindRecipient } from './find-recipient.ts';

const BOBS_PRIVATE = '0zk1bob' as PrivateAddress;
const bob = {
  userId: '6f1c1d4e-0000-4000-8000-00000000000b',
  account: {
    userId: '6f1c1d4e-0000-4000-8000-00000000000b',
    name: 'Bob Tanaka',
    email: 'bob@kax.test',
    phone: '+14155550102',
    wallet: {
      id: 'w',
      name: 'Bob’s',
      publicAddress: BOB,
      privateAddress: BOBS_PRIVATE,
      custody: 'assisted' as const,
    },
  },
} satisfies SearchedUser;
const alice = '6f1c1d4e-0000-4000-8000-00000000000a';

/** Alice searches from one address. */
function createSearch(find: (name: AccountName) => SearchedUser | null, usedUp: string[] = []) {
  const searched: AccountName[] = [];
  const reported: string[] = [];
  const counted = new Map<string, { count: number; rule: QuotaRule }>();
  const handler = createFindRecipient({
    discoverability: {
      async find(name) {
        searched.push(name);
        return find(name);
      },
    },
    limits: {
      async takeQuota(key, rule) {
        if (usedUp.some((part) => key.includes(part))) return rule.windowMs / 1_000;
        counted.set(key, { count: (counted.get(key)?.count ?? 0) + 1, rule });
        return 0;
      },
      async giveBack(key) {
        const { count, rule } = counted.get(key) ?? { count: 0, rule: { most: 0, windowMs: 0 } };
        counted.set(key, { count: count - 1, rule });
      },
    },
    clock: { now: () => START },
    report: ({ message }) => reported.push(message),
  });
  const search = (emailOrPhone: string, ip = '203.0.113.9') =>
    handler({
      body: { emailOrPhone },
      session: { userId: alice, publicAddress: ALICE },
      client: { ip },
    } as unknown as Call<typeof findRecipient>);
  return { search, searched, reported, counted };
}

const countsOf = ({ counted }: Pick<ReturnType<typeof createSearch>, 'counted'>) =>
  [...counted.values()].map(({ count }) => count);

describe('finding a recipient', () => {
  it.each([
    [' Bob@Kax.test ', { email: 'bob@kax.test' }, 'bob@kax.test'],
    ['(415) 555-0102', { phone: '+14155550102' }, '+14155550102'],
    ['+351 912 345 678', { phone: '+351912345678' }, '+351912345678'],
  ])('searches for %j as sign-in reads it', async (text, name, normalized) => {
    const { search, searched } = createSearch(() => bob);
    expect(await search(text)).toEqual({
      data: {
        name: 'Bob Tanaka',
        emailOrPhone: normalized,
        publicAddress: BOB,
        privateAddress: BOBS_PRIVATE,
      },
    });
    expect(searched).toEqual([name]);
  });

  it.each([
    ['bob@', 'email-not-valid'],
    ['ｂob@kax.test', 'email-not-valid'],
    ['Bob', 'phone-not-valid'],
    ['', 'phone-not-valid'],
  ])('neither searches for %j nor counts it', async (text, refused) => {
    const harness = createSearch(() => bob);
    expect(await harness.search(text)).toEqual({ refused });
    expect(harness.searched).toEqual([]);
    expect(countsOf(harness)).toEqual([]);
  });

  it('says so when it is the user’s own email, whether they can be found or not', async () => {
    const { search } = createSearch(() => ({ userId: alice, account: null }));
    expect(await search('alice@kax.test')).toEqual({ refused: 'recipient-is-sender' });
  });

  it('responds the same to no account, to one that can’t be found and to one that was changed', async () => {
    const responses = [];
    for (const find of [
      () => null,
      () => ({ ...bob, account: null }),
      () => {
        throw new AccountChanged(bob.userId);
      },
    ]) {
      responses.push(JSON.stringify(await createSearch(find).search('bob@kax.test')));
    }
    expect(new Set(responses)).toEqual(new Set(['{"data":null}']));
  });

  it('reports an account that was changed, without its email', async () => {
    const { search, reported } = createSearch(() => {
      throw new AccountChanged(bob.userId);
    });
    await search('bob@kax.test');
    expect(reported).toEqual(['A recipient was not found, because their account was changed.']);
  });

  it('passes on any other error', async () => {
    const { search } = createSearch(() => {
      throw new Error('The database is away.');
    });
    await expect(search('bob@kax.test')).rejects.toThrow('The database is away.');
  });
});

describe('the limits of searches', () => {
  it('count every search, found or not: 30 an hour and 100 a day for a user, 120 an hour for an address', async () => {
    const harness = createSearch((name) => ('email' in name ? bob : null));
    await harness.search('bob@kax.test');
    await harness.search('bob@kax.test');
    await harness.search('+14155550109');
    expect([...harness.counted]).toEqual([
      [`recipient searches day ${alice}`, { count: 3, rule: { most: 100, windowMs: 86_400_000 } }],
      [`recipient searches hour ${alice}`, { count: 3, rule: { most: 30, windowMs: 3_600_000 } }],
      ['recipient searches ip 203.0.113.9', { count: 3, rule: { most: 120, windowMs: 3_600_000 } }],
    ]);
  });

  it('allow the wider networks that one IPv6 caller may have more', async () => {
    const { search, counted } = createSearch(() => null);
    await search('bob@kax.test', '2001:db8:1:2::9');
    expect([...counted.values()].slice(2).map(({ rule }) => rule.most)).toEqual([120, 480, 1_920]);
  });

  it.each([
    [' day ', 'You’ve searched too often. Try again in 24 hours.', 86_400],
    [' hour ', 'You’ve searched too often. Try again in 60 minutes.', 3_600],
    [' ip ', 'You’ve searched too often. Try again in 60 minutes.', 3_600],
  ])(
    'refuse beyond the one of%swithout a search, which uses up no other',
    async (part, sentence, retryAfter) => {
      const harness = createSearch(() => bob, [part]);
      expect(await harness.search('bob@kax.test')).toEqual({
        ...{ refused: 'too-many-requests', sentence, retryAfter },
      });
      expect(harness.searched).toEqual([]);
      expect(countsOf(harness).filter((count) => count !== 0)).toEqual([]);
    },
  );
});
