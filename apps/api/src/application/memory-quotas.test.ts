import { expect, it } from 'vitest';
import { createMemoryQuotas } from './memory-quotas.ts';

const DAY_MS = 86_400_000;
const rule = { most: 25, windowMs: DAY_MS };
const now = new Date(0);
const atTheEnd = new Date(DAY_MS);

it('counts until its limit, and again after its window', () => {
  const quotas = createMemoryQuotas();
  for (let count = 0; count < 25; count += 1) {
    expect(quotas.wait('alice', rule, now)).toBe(0);
    quotas.count('alice', rule, now);
  }
  expect(quotas.used('alice', now)).toBe(25);
  expect(quotas.wait('alice', rule, now)).toBe(86_400);
  expect(quotas.wait('alice', rule, new Date(DAY_MS - 1))).toBe(1);
  expect(quotas.wait('bob', rule, now)).toBe(0);
  expect(quotas.wait('alice', rule, atTheEnd)).toBe(0);
  expect(quotas.used('alice', atTheEnd)).toBe(0);
  quotas.count('alice', rule, atTheEnd);
  expect(quotas.used('alice', atTheEnd)).toBe(1);
});

it('gives back no more than was counted', () => {
  const quotas = createMemoryQuotas();
  quotas.giveBack('alice');
  quotas.count('alice', rule, now);
  quotas.giveBack('alice');
  quotas.giveBack('alice');
  quotas.count('alice', rule, now);
  expect(quotas.used('alice', now)).toBe(1);
  quotas.clear('alice');
  expect(quotas.used('alice', now)).toBe(0);
});

it('remembers users near their limit while a hundred times as many others come', () => {
  const quotas = createMemoryQuotas(1_000);
  const users = Array.from({ length: 100 }, (_, index) => `user ${index}`);
  const countAll = (times: number) => {
    for (const user of users)
      for (let count = 0; count < times; count += 1) quotas.count(user, rule, now);
  };
  countAll(20);
  const others = Array.from({ length: 100_000 }, (_, index) => `other ${index}`);
  for (const other of others) quotas.count(other, rule, now);
  countAll(5);
  expect(users.filter((user) => quotas.wait(user, rule, now) === 0)).toEqual([]);
  const remembered = others.filter((other) => quotas.used(other, now) > 0);
  expect(remembered.length).toBeLessThanOrEqual(1_000 - users.length);
  expect(remembered.length).toBeGreaterThanOrEqual(750 - users.length);
  expect(remembered).toEqual(others.slice(-remembered.length));
});

it('forgets what has expired before anything that has not', () => {
  const quotas = createMemoryQuotas(1_000);
  const countMany = (name: string, many: number, at: Date) => {
    for (let index = 0; index < many; index += 1) quotas.count(`${name} ${index}`, rule, at);
  };
  for (let times = 0; times < 20; times += 1) countMany('early', 600, now);
  countMany('late', 400, new Date(DAY_MS / 2));
  countMany('new', 600, atTheEnd);
  const late = Array.from({ length: 400 }, (_, index) => quotas.used(`late ${index}`, atTheEnd));
  expect(late).toEqual(late.map(() => 1));
});

it('stays small by itself', () => {
  const quotas = createMemoryQuotas();
  for (let index = 0; index < 110_000; index += 1) quotas.count(`user ${index}`, rule, now);
  expect(quotas.used('user 0', now)).toBe(0);
  expect(quotas.used('user 109999', now)).toBe(1);
});
