import * as z from 'zod/mini';
import { base64url } from './base64url.ts';

/** Why a request has to be approved with a second factor. */
export const APPROVAL_REASONS = [
  'above-limit',
  'new-recipient',
  'new-device',
  'reset-hold',
  'export-keys',
  'enrol-keys',
  'delete-wallet',
  'add-factor',
  'remove-factor',
  'new-recovery-codes',
  'raise-limit',
  'notifications-off',
  'change-email',
  'change-phone',
  'unfreeze',
] as const;

export type ApprovalReason = (typeof APPROVAL_REASONS)[number];

/** How a request can be approved. */
export const APPROVAL_METHODS = ['passkey', 'app', 'recovery-code'] as const;

export type ApprovalMethod = (typeof APPROVAL_METHODS)[number];

/** The payment that is approved, as the server will make it. */
export const approvedPayment = z.object({
  kind: z.string(),
  /** Base units, digits only. */
  amount: z.string().check(z.regex(/^\d{1,78}$/)),
  symbol: z.string(),
  decimals: z.number(),
  chainId: z.number(),
  /** Display name of the chain. */
  chain: z.string(),
  recipient: z.string(),
  /** What it counts as towards the limit, US cents; null without a price. It may change, so it isn’t signed. */
  cents: z.nullable(z.string()),
  /** What is left of the daily limit before it, US cents. Neither is this. */
  limitLeft: z.string(),
});

/** What `approval-needed` asks for: the same request again, with an approval of exactly this. */
export const approvalRequest = z.object({
  id: z.string(),
  /** The first is shown; a payment may have several. */
  reasons: z.array(z.enum(APPROVAL_REASONS)).check(z.minLength(1)),
  methods: z.array(z.enum(APPROVAL_METHODS)).check(z.minLength(1)),
  expiresAt: z.string(),
  /** What a passkey signs: the hash of everything that is approved, with bytes that were never used before. */
  challenge: base64url,
  rpId: z.string(),
  /** The passkeys that may approve it. */
  credentialIds: z.array(base64url),
  /** Left out when it is no payment. */
  payment: z.optional(approvedPayment),
});

export type ApprovalRequest = z.output<typeof approvalRequest>;

/**
 * Where a client sends an approval: `<id>.<method>.<proof>`. The proof of a passkey is its assertion as JSON in
 * base64url; of an app, its 6 digits; of a recovery code, the code.
 */
export const APPROVAL_HEADER = 'kax-approval';
