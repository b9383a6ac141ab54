import type { ApprovalRequest } from '#wire/security/approval';
import type { FakeResponse } from './fake-api.ts';

/** A large payment of 1,200 USDC to bob, which a passkey, an app or a recovery code approves. */
export function buildApprovalRequest(values: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    id: 'approval-1',
    reasons: ['above-limit'],
    methods: ['passkey', 'app', 'recovery-code'],
    expiresAt: '2026-01-02T03:09:05.000Z',
    challenge: 'Y2hhbGxlbmdlLTE',
    rpId: 'localhost',
    credentialIds: ['Y3JlZGVudGlhbC0x'],
    payment: {
      kind: 'send',
      amount: '1200000000',
      symbol: 'USDC',
      decimals: 6,
      chainId: 137,
      chain: 'Polygon',
      recipient: '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a',
      cents: '119976',
      limitLeft: '50000',
    },
    ...values,
  };
}

/** The refusal of a call until it is approved. */
export function approvalNeeded(values: Partial<ApprovalRequest> = {}): FakeResponse {
  return {
    status: 403,
    body: {
      error: 'Approve this with your passkey or your authenticator app.',
      code: 'approval-needed',
      approval: buildApprovalRequest(values),
    },
  };
}

/** The refusal of an approval that does not verify. */
export const approvalNotValid: FakeResponse = {
  status: 403,
  body: {
    error: 'We couldn’t verify that. Nothing happened. Try again.',
    code: 'approval-not-valid',
  },
};
