import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ClaimView } from '#wire/wallet/claim';
import {
  type ClaimBench,
  createClaimBench,
  LENA,
  type Signed,
  TOKENS,
  usual,
} from './claims.test-setup.ts';

const DAY_MS = 24 * 60 * 60_000;
let bench: ClaimBench;
let alice: Signed;

beforeAll(async () => {
  bench = await createClaimBench();
});
afterAll(() => bench?.stop());
beforeEach(async () => {
  await bench.reset();
  alice = await bench.join('Alice Moreau');
  await query('truncate outbox');
});

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await bench.server.database.pool.query<Row>(text, values)).rows;

/** A page of Alice's is opened, in each of several tabs. */
async function openPage(tabs = 1): Promise<void> {
  const responses = await Promise.all(
    Array.from({ length: tabs }, () => bench.post('wallet/operations/continue', {}, alice)),
  );
  for (const response of responses) expect(response.statusCode, response.body).toBe(200);
}

/** Sessions end meanwhile. */
async function later(ms: number): Promise<void> {
  bench.server.later(ms);
  alice = await bench.signIn(alice.user);
}

async function made(count = 1): Promise<readonly ClaimView[]> {
  for (let each = 0; each < count; each += 1) {
    await bench.make(alice);
    await bench.settle();
  }
  return bench.list(alice);
}

const states = async () => (await bench.list(alice)).map(({ state }) => state);
const topics = async () =>
  (await query<{ topic: string }>("select topic from outbox where topic like 'claim-%'")).map(
    ({ topic }) => topic,
  );

describe('a payment that no one claimed in 30 days', () => {
  it('comes back with the next page of its sender, once, however many tabs they open', async () => {
    const [claim] = await made();
    await later(30 * DAY_MS - 1_000);
    await openPage();
    expect(await states()).toEqual(['waiting']);
    await later(1_000);
    const before = await bench.units(alice.address);
    await openPage(5);
    expect(await states()).toEqual(['returning']);
    await bench.settle();
    await openPage(2);
    expect(await states()).toEqual(['returned']);
    expect((await bench.units(alice.address)).usdc).toBe(before.usdc + 50_000_000n);
    expect((await bench.units(alice.address)).usdc).toBe(TOKENS);
    const ends = await query('select from operations where account = $1', [claim?.address]);
    expect(ends).toHaveLength(1);
  });

  it('is returned with at most two others by one page', async () => {
    await made(4);
    await later(30 * DAY_MS);
    await openPage();
    expect((await states()).toSorted()).toEqual(['expired', 'returning', 'returning', 'returning']);
    await openPage();
    expect(await states()).toEqual(Array.from({ length: 4 }, () => 'returning'));
  }, 60_000);

  it('waits for the next page while the network is too busy for it or does not respond', async () => {
    await made();
    await later(30 * DAY_MS);
    bench.script({ transactionCount: () => Promise.reject(new Error('No node.')) });
    await openPage();
    bench.script({ prepareTransfer: async () => ({ ok: false, refusal: 'would-fail' }) as never });
    await openPage();
    expect(await states()).toEqual(['expired']);
    bench.script({});
    await openPage();
    expect(await states()).toEqual(['returning']);
  });

  it('is not returned by anyone else', async () => {
    await made();
    await later(30 * DAY_MS);
    const lena = await bench.join('Lena Fischer', { email: LENA });
    await bench.post('wallet/operations/continue', {}, lena);
    expect(await states()).toEqual(['expired']);
  });
});

describe('the link of a payment', () => {
  const breakOutbox = () =>
    query("alter table outbox add constraint broken check (topic not like 'claim-%') not valid");
  const mendOutbox = () => query('alter table outbox drop constraint if exists broken');
  beforeEach(mendOutbox);

  it('is handed to the outbox when the payment is made, and a repeat of that sends no second one', async () => {
    const key = randomUUID();
    const view = await bench.make(alice, {}, key);
    const at = bench.server.now().toISOString();
    expect(view).toMatchObject({ state: 'sending', notifiedAt: null });
    await bench.settle();
    const again = await bench.make(alice, {}, key);
    expect(again).toMatchObject({ id: view.id, state: 'waiting', notifiedAt: at });
    expect(await topics()).toEqual(['claim-sent', ...Array(3).fill('claim-reminder')]);
  });

  it('is not sent when the payment was refused', async () => {
    const body = { ...usual(bench.usdc), amount: String(TOKENS + 1n) };
    const response = await bench.post('wallet/claims', body, alice, { key: randomUUID() });
    expect(response.json()).toMatchObject({ code: 'amount-above-balance' });
    await openPage();
    expect(await topics()).toEqual([]);
  });

  it.each([
    ['list', () => bench.list(alice)],
    ['next page', () => openPage()],
  ])('fails no payment when it could not be stored, and is sent with the %s', async (_, heal) => {
    await breakOutbox();
    const view = await bench.make(alice);
    expect(view).toMatchObject({ state: 'sending', notifiedAt: null });
    await mendOutbox();
    await heal();
    const at = bench.server.now().toISOString();
    expect(await topics()).toContain('claim-sent');
    await bench.settle();
    expect((await bench.list(alice))[0]?.notifiedAt).toBe(at);
  });

  it('is sent again by its sender, once a day, and only while the recipient can claim it', async () => {
    const view = await bench.make(alice);
    const remind = () => bench.post(`wallet/claims/${view.id}/remind`, {}, alice);
    expect((await remind()).json()).toMatchObject({ code: 'claim-not-ready' });
    await bench.settle();
    expect((await remind()).json()).toMatchObject({ code: 'reminded-already' });
    await later(DAY_MS);
    expect((await remind()).json().data).toMatchObject({
      ...{ reminders: 1, remindedAt: bench.server.now().toISOString() },
    });
    expect((await remind()).json()).toMatchObject({ code: 'reminded-already' });
    expect(await topics()).toContain('claim-reminder-link');
    await query('update claims set reminders = 10');
    await later(DAY_MS);
    expect((await remind()).body).toContain('You’ve sent 10 reminders');
    await later(28 * DAY_MS);
    expect((await remind()).json()).toMatchObject({ code: 'claim-over' });
  });
});
