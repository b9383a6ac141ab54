import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENTRY_ID_MAX_LENGTH, type EntryParts, entryIdOf, parseEntryId } from './entry-id.ts';

const HASH = `0x${'ab'.repeat(32)}`;
const NOTHING: EntryParts = {
  id: '137-12-3',
  chainId: 137,
  transactionHash: null,
  operationId: null,
  swapId: null,
  orderId: null,
};

describe('the id of an entry', () => {
  it('is the same for the rows of one payment before and after its transaction is in a block', () => {
    const waiting = { ...NOTHING, id: '137-waiting-x', operationId: 'op-1' };
    const mined = { ...NOTHING, id: '137-9-0', operationId: 'op-1', transactionHash: HASH };
    expect(entryIdOf(waiting)).toBe(entryIdOf(mined));
  });

  it('is the same for every step of a swap and for what arrives on another chain', () => {
    const step = { ...NOTHING, swapId: 'r-1', operationId: 'op-1', transactionHash: HASH };
    const arrival = {
      ...NOTHING,
      chainId: 43_114,
      swapId: 'r-1',
      transactionHash: `0x${'01'.repeat(32)}`,
    };
    expect(entryIdOf(step)).toBe('swap-r-1');
    expect(entryIdOf(arrival)).toBe('swap-r-1');
  });

  it('names the transaction and its chain for what came from outside', () => {
    expect(entryIdOf({ ...NOTHING, transactionHash: HASH })).toBe(`transaction-137-${HASH}`);
    expect(parseEntryId(`transaction-137-${HASH}`)).toEqual({
      kind: 'transaction',
      chainId: 137,
      transactionHash: HASH,
    });
  });

  it('can be read again, whatever the row has', () => {
    const word = fc.stringMatching(/^[\w.:-]{1,60}$/);
    const maybe = fc.option(word, { nil: null });
    const rows = fc.record({
      id: word,
      chainId: fc.integer({ min: 1, max: 9_999_999 }),
      transactionHash: fc.option(fc.constant(HASH), { nil: null }),
      operationId: maybe,
      swapId: maybe,
      orderId: maybe,
    });
    fc.assert(
      fc.property(rows, (row) => {
        const id = entryIdOf(row);
        expect(id.length).toBeLessThanOrEqual(ENTRY_ID_MAX_LENGTH);
        const entry = parseEntryId(id);
        const whole = { swap: row.swapId, operation: row.operationId, order: row.orderId };
        if (entry?.kind === 'swap') expect(entry.swapId).toBe(whole.swap);
        if (entry?.kind === 'operation') expect(entry.operationId).toBe(whole.operation);
        if (entry?.kind === 'order') expect(entry.orderId).toBe(whole.order);
        expect(entry).not.toBeNull();
      }),
    );
  });

  it.each([
    '',
    'wallet',
    'operation-',
    'transaction-137-0xab',
    `transaction-0-${HASH}`,
    `transaction-137-${HASH.toUpperCase()}`,
    'order-a b',
    `row-${'x'.repeat(200)}`,
    "operation-1' or 1=1",
  ])('%j is none', (text) => {
    expect(parseEntryId(text)).toBeNull();
  });
});
