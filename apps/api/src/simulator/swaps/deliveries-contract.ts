import { beforeEach, describe, expect, it } from 'vitest';
import type { TransactionHash } from '#domain/address/address';
import { advanceSwap, type DeliveryProof } from '#domain/swap/swap';
import type { StoredSwap, Swaps } from '../../ports/swaps.ts';
import { buildStoredSwap } from './swaps-contract.ts';

const HASH = `0x${'1'.repeat(64)}` as TransactionHash;
const DELIVERY = `0x${'2'.repeat(64)}` as TransactionHash;

/** Declares the tests of what the port guarantees of deliveries; each implementation runs them. */
export function describeDeliveries(name: string, openEmpty: () => Promise<Swaps>): void {
  describe(name, () => {
    let swaps: Swaps;
    beforeEach(async () => {
      swaps = await openEmpty();
    });

    it('keeps since when a delivery is looked for, and how its end is known', async () => {
      const sent = await storeSent(swaps);
      const at = new Date(sent.createdAt.getTime() + 1);
      const waiting = advanceSwap(sent, { type: 'delivery-reported', at });
      expect(await swaps.record({ swap: sent, version: 1 }, waiting, at)).toBe(true);
      expect((await swaps.find(sent.userId, sent.requestId))?.swap).toEqual(waiting);
      const ended = endOf(waiting, 'confirmed');
      expect(await swaps.record({ swap: waiting, version: 2 }, ended, at)).toBe(true);
      expect((await swaps.find(sent.userId, sent.requestId))?.swap).toEqual(ended);
    });

    it('knows a confirmed delivery as that of its own swap alone', async () => {
      const [first, second] = [await storeSent(swaps), await storeSent(swaps)];
      await swaps.record({ swap: first, version: 1 }, endOf(first, 'confirmed'), first.createdAt);
      expect(await swaps.isDeliveryOfAnother(first, DELIVERY)).toBe(false);
      expect(await swaps.isDeliveryOfAnother(second, DELIVERY)).toBe(true);
      expect(await swaps.isDeliveryOfAnother(second, HASH)).toBe(false);
      const stranger = { ...second, userId: '00000000-0000-4000-8000-000000000b0b' };
      expect(await swaps.isDeliveryOfAnother(stranger, DELIVERY)).toBe(false);
    });

    it('a delivery that was only reported can be another swap’s', async () => {
      const [first, second] = [await storeSent(swaps), await storeSent(swaps)];
      await swaps.record({ swap: first, version: 1 }, endOf(first, 'reported'), first.createdAt);
      expect(await swaps.isDeliveryOfAnother(second, DELIVERY)).toBe(false);
      const ended = endOf(second, 'confirmed');
      expect(await swaps.record({ swap: second, version: 1 }, ended, ended.updatedAt)).toBe(true);
    });

    it('of two swaps that name one delivery at the same time, one is stored as confirmed', async () => {
      for (let round = 0; round < 5; round += 1) {
        const destinationHash = `0x${String(round + 3).repeat(64)}` as TransactionHash;
        const both = [await storeSent(swaps), await storeSent(swaps)];
        const stored = await Promise.all(
          both.map((swap) =>
            swaps.record(
              { swap, version: 1 },
              endOf(swap, 'confirmed', destinationHash),
              swap.createdAt,
            ),
          ),
        );
        expect(stored.sort()).toEqual([false, true]);
      }
    });
  });
}

/** A swap of one step, which was sent. */
async function storeSent(swaps: Swaps): Promise<StoredSwap> {
  const begun = buildStoredSwap();
  const { requestId, createdAt: at } = begun;
  const single = { ...begun, steps: begun.steps.slice(0, 1) };
  const sent = advanceSwap(single, { type: 'sent', operationId: 'o1', hash: HASH, at });
  expect(await swaps.insert(sent, { idempotencyKey: requestId, fingerprint: 'f' })).toBe(true);
  return sent;
}

function endOf(swap: StoredSwap, delivery: DeliveryProof, destinationHash = DELIVERY): StoredSwap {
  const output = {
    ...{ amount: '1', symbol: 'USDC', blockchain: 'POLYGON' },
    type: 'DESIRED_OUTPUT',
  } as const;
  const at = swap.createdAt;
  return advanceSwap(swap, { type: 'step-done', output, destinationHash, delivery, at });
}
