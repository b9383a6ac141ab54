import { describe, expect, it } from 'vitest';
import type { TransactionHash } from '../address/address.ts';
import { toBaseUnits } from '../amount/base-units.ts';
import type { TokenId } from '../token/token.ts';
import { type Arrival, matchArrivals } from './match-arrivals.ts';

const USDC = 'polygon-usdc' as TokenId;
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));

const request = (id: string, minute: number, terms = {}) => ({
  id,
  terms: {
    ...{ tokenId: USDC, units: toBaseUnits(40n), balance: 'public' as const },
    createdAt: at(minute),
    ...terms,
  },
});

const arrival = (hash: string, minute: number, more: Partial<Arrival> = {}): Arrival => ({
  ...{ balance: 'public', tokenId: USDC, units: toBaseUnits(40n), from: null },
  ...{ transactionHash: `0x${hash}` as TransactionHash, at: at(minute), ...more },
});

const hashes = (...given: Parameters<typeof matchArrivals>) =>
  [...matchArrivals(...given)].map(([id, found]) => [id, found.transactionHash]);

describe('an arrival that may be for a request', () => {
  it('has exactly its token, amount and balance, and is not older', () => {
    const others = [
      arrival('1', 9),
      arrival('2', 11, { units: toBaseUnits(41n) }),
      arrival('3', 11, { tokenId: 'polygon-usdt' as TokenId }),
      arrival('4', 11, { balance: 'private' }),
    ];
    expect(hashes([request('a', 10)], others)).toEqual([]);
    expect(hashes([request('a', 10)], [...others, arrival('5', 10)])).toEqual([['a', '0x5']]);
  });

  it('is for one request, the oldest that it fits, whatever order they are in', () => {
    const requests = [request('younger', 11), request('older', 10)];
    expect(hashes(requests, [arrival('1', 12)])).toEqual([['older', '0x1']]);
    const arrivals = [arrival('late', 20), arrival('early', 12)];
    expect(hashes(requests, arrivals)).toEqual([
      ['older', '0xearly'],
      ['younger', '0xlate'],
    ]);
  });

  it('is for one request although its transaction paid twice', () => {
    const twice = [arrival('1', 12), arrival('1', 12)];
    expect(hashes([request('a', 10), request('b', 11)], twice)).toEqual([['a', '0x1']]);
  });

  it('leaves a younger one to a request that is younger than it', () => {
    const requests = [request('older', 10), request('younger', 15)];
    expect(hashes(requests, [arrival('1', 12), arrival('2', 16)])).toEqual([
      ['older', '0x1'],
      ['younger', '0x2'],
    ]);
  });
});
