import { START } from '#testing/operation';
import type { LeavingPayment, PaymentGate } from '../application/admit-payment.ts';
import { type Refusal, refuse } from '../application/call.ts';
import type { RequireApproval } from '../application/require-approval.ts';

/** Lets everything pass: of an account without a second factor, a hold or a freeze. */
export const OPEN_GATE: PaymentGate = {
  admit: async () => ({ countedAt: null, giveBack: async () => {} }),
  giveBack: async () => {},
  refuseFrozen: async () => null,
  findHold: async () => null,
};

/** Records what is admitted and given back, and refuses with this instead where one is given. */
export function createRecordingGate(given: { refusal: Refusal | null } = { refusal: null }) {
  const admitted: LeavingPayment[] = [];
  const givenBack: string[] = [];
  const gate: PaymentGate = {
    async admit({ idempotencyKey }, payment) {
      if (given.refusal !== null) return given.refusal;
      admitted.push(payment);
      return { countedAt: START, giveBack: async () => void givenBack.push(idempotencyKey) };
    },
    giveBack: async ({ idempotencyKey }) => void givenBack.push(idempotencyKey),
    refuseFrozen: async () => given.refusal,
    findHold: async () => null,
  };
  return { gate, admitted, givenBack };
}

/** Of a frozen account. */
export const FROZEN_GATE: PaymentGate = {
  admit: async () => refuse('account-frozen'),
  giveBack: async () => {},
  refuseFrozen: async () => refuse('account-frozen'),
  findHold: async () => null,
};

/** Of an account without a second factor. */
const requireApproval: RequireApproval = async () => ({ kind: 'no-factor' });

export const OPEN = { gate: OPEN_GATE, requireApproval };
