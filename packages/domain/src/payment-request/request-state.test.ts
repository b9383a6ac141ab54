import { describe, expect, it } from 'vitest';
import { OPERATION_STATUSES } from '../operation/operation.ts';
import type { RequestState } from './payment-request.ts';
import { keepsOthersOut, type RequestRecord, requestState } from './request-state.ts';

const now = new Date('2026-01-02T12:00:00Z');
const terms = { expiresAt: new Date('2026-01-03T12:00:00Z') };
const over = { expiresAt: now };
const untouched: RequestRecord = { cancelledAt: null, settledAt: null, payment: null };
const paymentIn = (status: (typeof OPERATION_STATUSES)[number], isPaidInPart = false) => ({
  ...untouched,
  payment: { status, isPaidInPart },
});

const stateByStatus: Readonly<Record<(typeof OPERATION_STATUSES)[number], RequestState>> = {
  created: 'being-paid',
  prepared: 'being-paid',
  needs_unlock: 'being-paid',
  signed: 'being-paid',
  broadcast: 'being-paid',
  mined: 'being-paid',
  confirmed: 'paid',
  reverted: 'open',
  failed: 'open',
  replaced: 'open',
};

describe('what became of a payment request', () => {
  it('is nothing yet while no one paid it, until it expires', () => {
    expect(requestState(terms, untouched, now)).toBe('open');
    expect(requestState(over, untouched, now)).toBe('expired');
  });

  it.each(OPERATION_STATUSES)('follows a payment that is %s', (status) => {
    expect(requestState(terms, paymentIn(status), now)).toBe(stateByStatus[status]);
    const { payment } = paymentIn(status);
    expect(keepsOthersOut(payment)).toBe(stateByStatus[status] !== 'open');
  });

  it('is paid once only a part of a payment can arrive', () => {
    expect(requestState(terms, paymentIn('replaced', true), now)).toBe('paid');
  });

  it('expires only when no payment of it was stored in time', () => {
    expect(requestState(over, paymentIn('signed'), now)).toBe('being-paid');
    expect(requestState(over, paymentIn('confirmed'), now)).toBe('paid');
    expect(requestState(over, paymentIn('failed'), now)).toBe('expired');
  });

  it('is what its payee decided, unless a payment says otherwise', () => {
    const cancelled = { cancelledAt: now };
    expect(requestState(over, { ...untouched, ...cancelled }, now)).toBe('cancelled');
    expect(requestState(terms, { ...paymentIn('confirmed'), ...cancelled }, now)).toBe('paid');
    expect(requestState(terms, { ...paymentIn('failed'), ...cancelled }, now)).toBe('cancelled');
    expect(requestState(over, { ...untouched, settledAt: now }, now)).toBe('paid');
  });
});
