import { RESEND_AFTER_S } from '#domain/codes/code-limits';
import type { sendConfirmationCodes } from '#wire/security/send-confirmation-codes';
import { type Client, type Handler, refuse } from '../../application/call.ts';
import { durationText } from '../../application/too-many-requests.ts';
import type { AccountRecovery, RequestOrigin } from '../../ports/account-recovery.ts';
import type { AttemptLimits, QuotaRule } from '../../ports/attempt-limits.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import { VaultBusy } from '../../ports/key-vault.ts';
import { requesterOf } from './confirm-with-codes.ts';

export interface SendConfirmationCodesPorts {
  readonly recovery: Pick<AccountRecovery, 'sendCodes'>;
  readonly limits: Pick<AttemptLimits, 'takeQuota'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
  /** @returns what the messages say about who requested the codes */
  readonly originOf: (client: Pick<Client, 'ip' | 'userAgent' | 'language'>) => RequestOrigin;
}

const MINUTE_MS = 60_000;
const BUSY_RETRY_S = 3;
/** To one user, for all purposes: of these, no session has its own. */
const sendsTo = (userId: string): readonly (readonly [key: string, rule: QuotaRule])[] => [
  [`confirmation codes minute ${userId}`, { most: 1, windowMs: MINUTE_MS }],
  [`confirmation codes hour ${userId}`, { most: 5, windowMs: 60 * MINUTE_MS }],
  [`confirmation codes day ${userId}`, { most: 10, windowMs: 24 * 60 * MINUTE_MS }],
];

/** Sends both codes to a signed-in user; they work in this session alone, for one purpose. */
export function createSendConfirmationCodes(
  ports: SendConfirmationCodesPorts,
): Handler<typeof sendConfirmationCodes> {
  return async ({ session, client, body }) => {
    const { userId, sessionId } = session;
    const now = ports.clock.now();
    for (const [key, rule] of sendsTo(userId)) {
      const seconds = await ports.limits.takeQuota(key, rule, now);
      if (seconds > 0) {
        const sentence = `Wait ${durationText(seconds)} before requesting new codes.`;
        return refuse('too-many-requests', { retryAfter: seconds, sentence });
      }
    }
    try {
      await ports.recovery.sendCodes(
        { purpose: body.purpose, userId },
        {
          ...{ requester: requesterOf(session), isKnownDevice: true, phoneCode: 'sent' },
          origin: ports.originOf(client),
        },
      );
    } catch (cause) {
      if (!(cause instanceof VaultBusy)) throw cause;
      return refuse('busy', { retryAfter: BUSY_RETRY_S });
    }
    await ports.audit.append({ at: now, event: 'codes-sent', ip: client.ip, userId, sessionId });
    return {
      success: true,
      message: 'We sent one code by email and one by text.',
      ...{ resendAfter: RESEND_AFTER_S, phoneCode: 'sent' },
    };
  };
}
