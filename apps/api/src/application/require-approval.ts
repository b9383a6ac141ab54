import type { ApprovalMethod, ApprovalReason, ApprovalRequest } from '#wire/security/approval';
import type { CallSession, Client, Refusal } from './call.ts';

/** What a second factor has to approve. An approval of one thing approves no other. */
export interface ApprovalSubject {
  /** Not empty. */
  readonly reasons: readonly ApprovalReason[];
  /** Everything that would make it another request, for example recipient, amount and token, and its idempotency key. */
  readonly fields: readonly string[];
  readonly payment?: NonNullable<ApprovalRequest['payment']>;
  /** Only passkeys may approve it. */
  readonly isForPasskeys?: boolean;
  /** Only what was added before this may approve it. */
  readonly addedBefore?: Date;
}

/** How a request was approved. */
export interface Approved {
  readonly kind: 'approved';
  readonly by: ApprovalMethod;
}

/**
 * Requires an approval of a request, once for each time that it is asked for.
 * @returns `no-factor` when the user has nothing that may approve it; a refusal with what has to be approved, or of what
 * was presented
 */
export type RequireApproval = (
  request: { readonly session: CallSession; readonly client: Client },
  subject: ApprovalSubject,
) => Promise<Approved | { readonly kind: 'no-factor' } | Refusal>;
