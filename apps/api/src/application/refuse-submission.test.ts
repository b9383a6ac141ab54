import { expect, test } from 'vitest';
import type { BaseUnits } from '#domain/amount/base-units';
import { POL } from '#testing/network';
import type { NotSubmitted } from '../ports/operations.ts';
import { type Refusal, refuse } from './call.ts';
import { refuseNetworkFee, refuseSubmission } from './refuse-submission.ts';

const funds = { available: 5n as BaseUnits, feeToken: POL };
const insufficient = (of: 'token' | 'fee', feeCeiling = 10n ** 16n) =>
  ({ kind: 'insufficient-funds', of, ...funds, feeCeiling: feeCeiling as BaseUnits }) as const;

test.each<[NotSubmitted<Refusal>, Refusal]>([
  [{ kind: 'refused', refusal: refuse('rate-changed') }, { refused: 'rate-changed' }],
  [insufficient('token'), { refused: 'amount-above-balance' }],
  [
    insufficient('fee'),
    { refused: 'not-enough-for-fee', sentence: 'You need 0.01 POL for the network fee.' },
  ],
  [
    insufficient('fee', 12_345_678_901_234_567n),
    { refused: 'not-enough-for-fee', sentence: 'You need 0.012346 POL for the network fee.' },
  ],
  [
    { kind: 'key-reused', operationId: 'one' },
    { refused: 'idempotency-key-reused', operationId: 'one' },
  ],
  [{ kind: 'locked' }, { refused: 'unauthorized' }],
])('%o is refused as %o', (outcome, refusal) => {
  expect(refuseSubmission(outcome)).toEqual(refusal);
});

test('a fee that the network did not name is refused without an amount', () => {
  expect(refuseNetworkFee(POL, null)).toEqual({
    refused: 'not-enough-for-fee',
    sentence: 'You need more POL for the network fee.',
  });
});
