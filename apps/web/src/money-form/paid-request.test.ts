import { describe, expect, it } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { canRemoveRequest, type PaidRequest, paysRequest, requestField } from './paid-request.ts';

const request: PaidRequest = {
  code: '7Q2MK9XD4TPA82WJ',
  tokenId: 'polygon-usdc',
  units: toBaseUnits(40_000_000n),
  recipient: '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a',
  name: 'Bob Okafor',
  message: null,
};
const payment = {
  tokenId: request.tokenId,
  units: request.units,
  recipientAddress: request.recipient,
};

describe('a payment of a request', () => {
  it('claims it with its code, whatever the capitals of the address', () => {
    const recipientAddress = request.recipient.toLowerCase();
    expect(requestField(request, { ...payment, recipientAddress })).toEqual({
      paymentRequest: request.code,
    });
  });

  it.each([
    ['another coin', { tokenId: 'polygon-pol' }],
    ['another amount', { units: toBaseUnits(40_000_001n) }],
    ['no amount', { units: null }],
    ['another recipient', { recipientAddress: '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE' }],
  ])('with %s claims nothing', (_, change) => {
    expect(paysRequest(request, { ...payment, ...change })).toBe(false);
    expect(requestField(request, { ...payment, ...change })).toEqual({});
  });

  it('that is in doubt keeps the request: without it, the same money would be paid under another key', () => {
    const inDoubt = { request: { ...payment, paymentRequest: request.code } };
    expect(canRemoveRequest(request, [inDoubt])).toBe(false);
    expect(canRemoveRequest(request, [{ request: {} }])).toBe(true);
  });

  it('of no request claims nothing', () => {
    expect(requestField(undefined, payment)).toEqual({});
  });
});
