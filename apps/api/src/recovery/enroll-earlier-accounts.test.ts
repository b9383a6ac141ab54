import { expect, it } from 'vitest';
import { newAccount } from '#testing/account';
import type { RecoverableAccount } from '../ports/recoverable-accounts.ts';
import { enrollEarlierAccounts } from './enroll-earlier-accounts.ts';

const EARLIER = Buffer.from('earlier');
const LOST = Buffer.from('lost');

/** Accounts of before signatures existed, and what stores them. */
function createStore(wraps: readonly Buffer[]) {
  const rows = wraps.map((recoveryWrap): RecoverableAccount => {
    return { account: newAccount(), recoveryWrap, signature: null };
  });
  let isSet = false;
  const unopened: string[] = [];
  let isAway = false;
  const ports: Parameters<typeof enrollEarlierAccounts>[0] = {
    accounts: {
      async enrollAll(enroll) {
        let count = 0;
        for (const [index, row] of rows.entries()) {
          if (row.signature !== null) continue;
          rows[index] = { ...row, ...(await enroll(row)) };
          count += 1;
        }
        return count;
      },
    },
    signer: { sign: ({ email }) => Buffer.from(email) },
    key: {
      async bindEarlier(wrap, { email }) {
        if (isAway) throw new Error('The key’s owner does not respond.');
        return Buffer.from(wrap).equals(EARLIER) ? Buffer.from(`bound to ${email}`) : null;
      },
    },
    mark: {
      isSet: async () => isSet,
      async set() {
        isSet = true;
      },
    },
    reportUnopened: (userId) => unopened.push(userId),
  };
  const setAway = (value: boolean) => {
    isAway = value;
  };
  return { rows, ports, unopened, setAway };
}

it('signs every account and binds its wrap, once', async () => {
  const { rows, ports, unopened } = createStore([EARLIER, EARLIER]);
  expect(await enrollEarlierAccounts(ports)).toBe(2);
  for (const { account, recoveryWrap, signature } of rows) {
    expect(String(recoveryWrap)).toBe(`bound to ${account.email}`);
    expect(String(signature)).toBe(account.email);
  }
  expect(unopened).toEqual([]);
  // What appears afterwards without a signature was put there by something else.
  rows.push({ account: newAccount(), recoveryWrap: EARLIER, signature: null });
  expect(await enrollEarlierAccounts(ports)).toBe(0);
  expect(rows.at(-1)?.signature).toBeNull();
});

it('signs an account whose wrap nothing opens any more, and says whose it is', async () => {
  const { rows, ports, unopened } = createStore([LOST, EARLIER]);
  expect(await enrollEarlierAccounts(ports)).toBe(2);
  expect(rows[0]?.recoveryWrap).toBe(LOST);
  expect(unopened).toEqual([rows[0]?.account.userId]);
});

it('goes on where it stopped when the key’s owner did not respond', async () => {
  const { rows, ports, setAway } = createStore([EARLIER]);
  setAway(true);
  await expect(enrollEarlierAccounts(ports)).rejects.toThrow('does not respond');
  expect(rows[0]?.signature).toBeNull();
  setAway(false);
  expect(await enrollEarlierAccounts(ports)).toBe(1);
});
