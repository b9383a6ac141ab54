import { describe, expect, test } from 'vitest';
import type { BaseUnits } from '#domain/amount/base-units';
import { ALICE, POL, USDC } from '#testing/network';
import { hashOf } from '#testing/operation';
import { quoteShield } from '#wire/wallet/quote-shield';
import { shield } from '#wire/wallet/shield';
import { FROZEN_GATE } from '../../simulator/open-gate.ts';
import { createQuoteShield } from './quote-shield.ts';
import { createShield } from './shield.ts';
import { createPoolHarness, POOL, poolCall } from './shielded/pool-calls.test-setup.ts';

const order = { tokenId: USDC.id as string, amount: '25000000' };

function setUp() {
  const { harness, ports, stored } = createPoolHarness();
  const handle = createShield(ports);
  const request = createQuoteShield(ports);
  return {
    harness,
    stored,
    shield: (body = order, idempotencyKey = 'key') =>
      handle(poolCall<typeof shield>(body, { idempotencyKey })),
    quote: (body: { tokenId: string; amount?: string } = order) =>
      request(poolCall<typeof quoteShield>(body)),
  };
}

describe('POST /wallet/shield', () => {
  test('signs nothing for a frozen account, and returns what was made before', async () => {
    const { harness, shield: post, stored } = setUp();
    await post();
    harness.gate = FROZEN_GATE;
    expect(await post(order, 'other')).toEqual({ refused: 'account-frozen' });
    expect(await post()).toMatchObject({ hash: hashOf(7) });
    expect(stored()).toHaveLength(1);
  });

  test('signs the approval and the shield, stores both and then sends them in order', async () => {
    const { harness, shield: post, stored } = setUp();
    const response = await post();
    expect(shield.response.parse(response)).toMatchObject({
      // Five rungs of the approval and its cancellation came before: what users look up is the shield.
      hash: hashOf(7),
      operation: {
        kind: 'shield',
        status: 'broadcast',
        from: ALICE,
        to: '0zkown',
        poolFee: '62500',
        received: '24937500',
      },
    });
    const [operation] = stored();
    expect(operation?.signing).toMatchObject({ nonce: 1, approval: { nonce: 0 } });
    expect(harness.signed.map(({ nonce, to }) => [nonce, to])).toEqual([
      ...Array.from({ length: 5 }, () => [0, USDC.address]),
      [0, ALICE],
      ...Array.from({ length: 5 }, () => [1, POOL]),
      [1, ALICE],
    ]);
    const [approval] = operation?.signing.approval?.ladder ?? [];
    expect(harness.broadcasts).toEqual([approval?.raw, operation?.signing.ladder[0]?.raw]);
  });

  test('reserves the highest fee of both transactions', async () => {
    const { shield: post, stored } = setUp();
    await post();
    expect(stored()[0]).toMatchObject({ estimatedFee: 10_000n, feeCeiling: 2n * 140n * 800n });
  });

  test('is one transaction when the pool already has a sufficient allowance', async () => {
    const { harness, shield: post, stored } = setUp();
    harness.allowance = 25_000_000n;
    await post();
    expect(stored()[0]?.signing).toMatchObject({ nonce: 0, approval: null });
  });

  test('does not rely on an allowance that another shield in progress will use', async () => {
    const { harness, shield: post, stored } = setUp();
    await post(order, 'first');
    harness.allowance = 25_000_000n;
    await post(order, 'second');
    expect(stored().map(({ signing }) => signing.approval?.nonce)).toEqual([0, 2]);
    expect(stored().map(({ signing }) => signing.nonce)).toEqual([1, 3]);
  });

  test('is one transaction for the native coin, through the companion contract', async () => {
    const { harness, shield: post, stored } = setUp();
    harness.written = { ok: true, response: { to: POOL, data: '0xf2', value: 5n } };
    await post({ tokenId: POL.id, amount: '5' });
    expect(stored()[0]?.signing.approval).toBeNull();
    expect(harness.signed[0]).toMatchObject({ to: POOL, data: '0xf2', value: 5n });
  });

  test('signs the message of the pool, so that the payer can read the note', async () => {
    const { harness, shield: post } = setUp();
    await post();
    expect(harness.requested).toEqual([`0xkey${2 + 2 * 'RAILGUN_SHIELD'.length}`]);
  });

  test('a repeat gets the same response, another shield under the key is refused', async () => {
    const { shield: post, stored } = setUp();
    const responses = await Promise.all([post(), post(), post()]);
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(await post()).toMatchObject({ hash: hashOf(7) });
    expect(await post({ ...order, amount: '1' })).toMatchObject({
      refused: 'idempotency-key-reused',
    });
    expect(stored()).toHaveLength(1);
  });

  test.each([
    [{ tokenId: 'polygon-nothing', amount: '1' }, 'unknown-token'],
    [{ ...order, amount: '0' }, 'amount-zero'],
    [{ ...order, amount: '-1' }, 'amount-not-valid'],
    [{ ...order, amount: (10n ** 24n + 1n).toString() }, 'amount-above-balance'],
  ])('%j is refused as %s, and nothing is signed', async (body, code) => {
    const { harness, shield: post, stored } = setUp();
    expect(await post(body)).toMatchObject({ refused: code });
    expect([harness.signed, stored()]).toEqual([[], []]);
  });

  test('a token of a network without a pool cannot be shielded', async () => {
    const { ports } = createPoolHarness();
    const handle = createShield({ ...ports, poolChainIds: [] });
    const response = await handle(poolCall<typeof shield>(order));
    expect(response).toMatchObject({ refused: 'not-shieldable' });
  });

  test('waits for whoever alone has the keys: nothing is signed, stored or sent', async () => {
    const { harness, ports, stored } = createPoolHarness();
    const call = poolCall<typeof shield>(order, { idempotencyKey: 'key' });
    const session = { ...call.session, custody: 'only-me' as const };
    const response = await createShield(ports)({ ...call, session });
    expect(shield.response.parse(response)).toMatchObject({
      operation: { kind: 'shield', status: 'awaiting_signature', amount: order.amount },
      toSign: { public: { call: { nonce: 1, to: POOL }, approval: { nonce: 0 }, rungs: 5 } },
    });
    expect([harness.signed, harness.broadcasts, stored()]).toEqual([[], [], []]);
  });

  test('what is not the shield that was requested is not signed', async () => {
    const { harness, shield: post, stored } = setUp();
    harness.checked = { ok: false, check: 'note' };
    await expect(post()).rejects.toThrow('not what was requested: note');
    expect([harness.signed, stored()]).toEqual([[], []]);
  });

  test('what the network would refuse is not signed', async () => {
    const { harness, shield: post } = setUp();
    harness.simulated = { ok: false, index: 1, reason: 'would-revert', detail: 'of the node' };
    expect(await post()).toMatchObject({ refused: 'transaction-would-fail' });
    expect(harness.signed).toEqual([]);
  });

  test('waits for the process with the pool', async () => {
    const { harness, shield: post } = setUp();
    harness.written = { ok: false, problem: 'away' };
    expect(await post()).toMatchObject({ refused: 'private-not-ready', retryAfter: 3 });
    harness.terms = null;
    expect(await post()).toMatchObject({ refused: 'private-not-ready' });
  });

  test('the native coin must cover the highest fee besides the amount', async () => {
    const { harness, shield: post } = setUp();
    harness.publicUnits = 28_000n as BaseUnits;
    expect(await post({ tokenId: POL.id, amount: '1' })).toMatchObject({
      refused: 'not-enough-for-fee',
      sentence: expect.stringContaining('POL'),
    });
    harness.publicUnits = 28_001n as BaseUnits;
    expect(await post({ tokenId: POL.id, amount: '1' })).toMatchObject({ hash: hashOf(1) });
  });

  test('a session that ended meanwhile signs nothing', async () => {
    const { harness, shield: post, stored } = setUp();
    harness.isLocked = true;
    expect(await post()).toMatchObject({ refused: 'unauthorized' });
    expect(stored()).toEqual([]);
  });
});

describe('POST /wallet/quote-shield', () => {
  test('shows the pool’s fee, what arrives, and that an approval is needed', async () => {
    const { quote, harness } = setUp();
    expect(quoteShield.response.parse(await quote()).data).toMatchObject({
      poolFee: '62500',
      poolFeeBps: 25,
      received: '24937500',
      networkFee: '10000',
      networkFeeCeiling: '56000',
      networkFeePaidBy: 'you',
      needsApproval: true,
      maxAmount: harness.publicUnits.toString(),
    });
  });

  test('of the native coin leaves a quarter more than the highest fee', async () => {
    const { quote, harness } = setUp();
    const response = await quote({ tokenId: POL.id });
    const { maxAmount } = quoteShield.response.parse(response).data;
    expect(BigInt(maxAmount)).toBe(harness.publicUnits - 35_000n);
  });

  test('is quoted without money, at the maximum cost of a shield', async () => {
    const { quote, harness } = setUp();
    harness.publicUnits = 0n as BaseUnits;
    const { data } = quoteShield.response.parse(await quote());
    expect(data).toMatchObject({ maxAmount: '0', networkFee: '75000000' });
  });
});
