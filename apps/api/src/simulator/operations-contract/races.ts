import { expect, test } from 'vitest';
import { ALICE, BOB } from '#testing/network';
import {
  detailsOf,
  type EmptyRepository,
  LEASE_MS,
  requestOf,
  sign,
  signAll,
  units,
} from './steps.ts';

export function describeRaces(repository: () => EmptyRepository): void {
  test('50 parallel payments of 60 % of the balance: exactly one is accepted', async () => {
    const { operations } = repository();
    const state = { tokenBalance: units(100n) };
    const kinds = await signAll(50, (n) =>
      operations.signNext(
        requestOf(n, { details: detailsOf(n, { amount: units(60n) }), state }),
        sign(n),
        LEASE_MS,
      ),
    );
    expect(kinds).toEqual({ signed: 1, 'insufficient-funds': 49 });
  });

  test('200 parallel payments of one unit: 200 consecutive nonces', async () => {
    const { operations } = repository();
    const nonces: number[] = [];
    const kinds = await signAll(200, (n) =>
      operations.signNext(
        requestOf(n, { details: detailsOf(n, { amount: units(1n) }) }),
        (nonce) => {
          nonces.push(nonce);
          return sign(n)(nonce);
        },
        LEASE_MS,
      ),
    );
    expect(kinds).toEqual({ signed: 200 });
    expect(nonces.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, n) => n));
  });

  test('100 parallel payments with one key: one is signed and all others get that one', async () => {
    const { operations } = repository();
    const kinds = await signAll(100, (n) =>
      operations.signNext(requestOf(n, { idempotencyKey: 'one' }), sign(n), LEASE_MS),
    );
    expect(kinds).toEqual({ signed: 1, exists: 99 });
  });

  test('one key on two accounts at the same time is one payment', async () => {
    const { operations } = repository();
    const kinds = await signAll(2, (n) =>
      operations.signNext(
        requestOf(n, {
          details: detailsOf(n, { account: n === 0 ? ALICE : BOB }),
          idempotencyKey: 'one',
        }),
        async (nonce) => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          return sign(n)(nonce);
        },
        LEASE_MS,
      ),
    );
    expect(kinds).toEqual({ signed: 1, exists: 1 });
  });
}
