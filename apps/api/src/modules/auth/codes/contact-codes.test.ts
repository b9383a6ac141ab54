import { beforeEach, expect, it } from 'vitest';
import type { Client } from '../../../application/call.ts';
import type { Counter } from '../../../application/take-quotas.ts';
import type { CodeDelivery } from '../../../ports/account-recovery.ts';
import { VaultBusy } from '../../../ports/key-vault.ts';
import { createContactCodes } from './contact-codes.ts';

const client: Client = {
  ...{
    ip: '203.0.113.7',
    userAgent: '',
    device: 'thumbprint',
    work: null,
    approval: null,
    language: 'en',
  },
};
const caller = { session: { userId: 'alice' }, client };
const contact = { channel: 'phone', value: '+14155550199' } as const;

let counts: Map<string, number>;
let sent: CodeDelivery[];

beforeEach(() => {
  counts = new Map();
  sent = [];
});

/** Counts as the database does, within one moment. */
const codeLimits = {
  async take(counters: readonly Counter[]) {
    for (const [key, { most, windowMs }] of counters) {
      if ((counts.get(key) ?? 0) >= most) return windowMs / 1_000;
    }
    for (const [key] of counters) counts.set(key, (counts.get(key) ?? 0) + 1);
    return 0;
  },
  async giveBack(counters: readonly Counter[]) {
    for (const [key] of counters) counts.set(key, (counts.get(key) ?? 0) - 1);
  },
  clear: async () => undefined,
};

function codes(budget = 100) {
  return createContactCodes({
    codeLimits,
    textBudgets: { notices: 0, resets: 0, registrations: budget, claims: 0 },
    textsAtOncePerHour: 20,
    textRefusals: { count: () => undefined },
    places: { find: () => ({ city: null, country: 'Portugal' }) },
    phoneRules: { countries: [], allowsVoip: false },
    clock: { now: () => new Date(1_800_000_000_000) },
  });
}

const send = (of = codes(), user = 'alice', value = contact.value as string) =>
  of.send({ session: { userId: user }, client }, { ...contact, value }, async (delivery) => {
    sent.push(delivery);
  });

it('sends codes that belong to the device, and says from where they were requested', async () => {
  expect(await send()).toEqual({ phoneCode: 'sent', resendAfter: 60 });
  expect(sent).toEqual([
    {
      ...{ requester: 'device thumbprint', isKnownDevice: false, phoneCode: 'sent' },
      origin: { device: 'an unknown device', place: 'Portugal', language: 'en' },
    },
  ]);
});

it('makes nothing and says so when the day’s text messages are used up', async () => {
  expect(await send(codes(1))).toMatchObject({ phoneCode: 'sent' });
  expect(await send(codes(1), 'bob')).toMatchObject({ phoneCode: 'unavailable' });
  expect(sent).toHaveLength(1);
});

it('counts nothing of what the server was too busy for', async () => {
  const busy = codes().send(caller, contact, async () => {
    throw new VaultBusy();
  });
  expect(await busy).toMatchObject({ refused: 'busy' });
  expect([...counts.values()].every((count) => count === 0)).toBe(true);
});

it('sends five times a day to one new contact, whoever asks', async () => {
  const outcomes = [];
  for (let user = 0; user < 7; user += 1) outcomes.push(await send(codes(), `user ${user}`));
  expect(outcomes.filter((each) => 'phoneCode' in each)).toHaveLength(5);
  expect(await send(codes(), 'another', '+14155550198')).toMatchObject({ phoneCode: 'sent' });
});

it('lets a user enter codes ten times a minute, from any address', async () => {
  let entered = 0;
  for (let count = 0; count < 15; count += 1) {
    const from = { ...caller, client: { ...client, ip: `198.51.${count}.1` } };
    await codes().enter(from, async () => {
      entered += 1;
    });
  }
  expect(entered).toBe(10);
});
