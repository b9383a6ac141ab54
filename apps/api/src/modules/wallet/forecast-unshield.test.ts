import { describe, expect, it } from 'vitest';
import type { PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import { ALICE, BOB, KAX, POL, USDC } from '#testing/network';
import { START } from '#testing/operation';
import { forecastUnshield as contract } from '#wire/wallet/forecast-unshield';
import { toChecksumAddress } from '../../adapters/evm/to-checksum-address.ts';
import type { HistoryRequest, HistoryResponse } from '../../ports/pool-history.ts';
import { createForecastUnshield } from './forecast-unshield.ts';
import { callOf, polygon, workerOf } from './shielded/private.test-setup.ts';

const WRAPPED = '0x9fE46736679d2D9a65F0992F2272dE9f3c7fa6e0' as PublicAddress;
const DAY_MS = 86_400_000;

function setUp() {
  const harness = {
    terms: workerOf().terms as ReturnType<typeof workerOf>['terms'] | null,
    known: knownOf({}),
    requested: [] as HistoryRequest[],
  };
  const forecast = createForecastUnshield({
    networks: [polygon],
    poolChainIds: [polygon.chainId],
    toChecksumAddress,
    poolHistory: {
      read: async (query) => {
        harness.requested.push(query);
        return harness.known;
      },
    },
    wrappedNatives: new Map([[polygon.chainId, WRAPPED]]),
    poolClient: { terms: async () => harness.terms },
    clock: { now: () => START },
  });
  const call = (body: { tokenId: string; amount: string; recipientAddress?: string }) =>
    forecast({ ...callOf<typeof contract>({ params: undefined, query: undefined }), body });
  return {
    harness,
    call,
    read: async (body: Parameters<typeof call>[0]) =>
      contract.response.parse(await call(body)).data,
  };
}

function knownOf(more: Partial<HistoryResponse>): HistoryResponse {
  const ownShields = [shieldOf(1_000_000_000n)];
  const quiet = { othersShielded: [], common: [], otherShielders: 250, isLinked: false };
  return { ownShields, ...quiet, asOfBlock: 77n, ...more };
}

function shieldOf(paid: bigint, asset = USDC.address as PublicAddress) {
  const inside = toBaseUnits(paid - (paid * 25n) / 10_000n);
  const at = new Date(START.getTime() - 9 * DAY_MS);
  return { asset, inside, outside: toBaseUnits(paid), counterparty: ALICE, at };
}

const usdc = (amount: string, recipientAddress: string = BOB) => ({
  tokenId: USDC.id,
  amount,
  recipientAddress,
});

describe('the forecast', () => {
  it('names the shield whose amount is unshielded again, and amounts that would reveal less', async () => {
    const { read, harness } = setUp();
    expect(await read(usdc('997500000'))).toEqual({
      outlook: 'easy',
      reasons: [{ kind: 'same-amount', paid: '1000000000', at: '2025-12-24T03:04:05.000Z' }],
      mitigations: ['other-amount'],
      otherAmounts: ['990000000', '950000000', '900000000'],
      asOfBlock: '77',
    });
    expect(harness.requested).toMatchObject([
      { asset: USDC.address, own: ALICE, recipient: BOB, leaves: 997_500_000n },
    ]);
  });

  it('uses the amount that arrives, less the pool’s fee', async () => {
    const { read, harness } = setUp();
    harness.known = knownOf({ ownShields: [shieldOf(399_000_000n)] });
    expect(await read(usdc('400000000'))).toMatchObject({ reasons: [{ kind: 'same-amount' }] });
  });

  it('goes to the user’s own address when no other is given, and says so', async () => {
    const { read } = setUp();
    const { reasons, mitigations } = await read({ tokenId: USDC.id, amount: '7' });
    expect(reasons).toMatchObject([{ kind: 'back-to-shielder' }]);
    expect(mitigations).toEqual(['other-address']);
  });

  it('reports that a public payment links the recipient to the user', async () => {
    const { read, harness } = setUp();
    harness.known = knownOf({ isLinked: true });
    expect(await read(usdc('7'))).toMatchObject({
      outlook: 'easy',
      reasons: [{ kind: 'linked-recipient' }],
    });
  });

  it('treats the native coin as the wrapped one in the pool', async () => {
    const { read, harness } = setUp();
    harness.known = knownOf({ ownShields: [shieldOf(10n ** 18n, WRAPPED)] });
    const body = { tokenId: POL.id, amount: `${10n ** 18n}`, recipientAddress: BOB };
    expect(await read(body)).toMatchObject({ reasons: [{ kind: 'same-amount' }] });
    expect(harness.requested).toMatchObject([{ asset: WRAPPED }]);
  });

  it('compares amounts of one token only', async () => {
    const { read, harness } = setUp();
    const unlisted = '0x5FbDB2315678afecb367f032d93F642f64180aaA' as PublicAddress;
    const ownShields = [shieldOf(500n, KAX.address as PublicAddress), shieldOf(500n, unlisted)];
    harness.known = knownOf({ ownShields });
    expect(await read(usdc('500'))).toMatchObject({ outlook: 'nothing-stands-out', reasons: [] });
  });

  it('does not count others before all of their history was read', async () => {
    const { read, harness } = setUp();
    harness.known = knownOf({ otherShielders: 0, asOfBlock: null });
    expect(await read(usdc('7'))).toMatchObject({ reasons: [], asOfBlock: null });
    harness.known = knownOf({ otherShielders: 0 });
    expect(await read(usdc('7'))).toMatchObject({ reasons: [{ kind: 'few-others', others: 0 }] });
  });
});

describe('there is no forecast', () => {
  it.each([
    ['of a token that is not listed', { tokenId: 'polygon-none', amount: '1' }, 'unknown-token'],
    ['of nothing', { tokenId: USDC.id, amount: '0' }, 'amount-zero'],
    ['of what is no amount', { tokenId: USDC.id, amount: '1.5' }, 'amount-not-valid'],
    ['for what is no address', usdc('1', '0x12'), 'recipient-not-valid'],
    ['for a private address', usdc('1', `0zk1${'q'.repeat(123)}`), 'recipient-is-private'],
    ['for the contract of a token', usdc('1', USDC.address as string), 'recipient-is-token'],
  ])('%s', async (_of, body, code) => {
    const { call, harness } = setUp();
    expect(await call(body)).toMatchObject({ refused: code });
    expect(harness.requested).toEqual([]);
  });

  it('while the pool’s fee is not known', async () => {
    const { call, harness } = setUp();
    harness.terms = null;
    expect(await call(usdc('1'))).toMatchObject({ refused: 'private-not-ready' });
  });
});
