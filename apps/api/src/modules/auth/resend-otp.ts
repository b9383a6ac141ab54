import type { resendOtp } from '#wire/auth/resend-otp';
import type { Handler } from '../../application/call.ts';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Registrations } from '../../ports/registrations.ts';
import { normalizeEmail } from './accounts/account-name.ts';
import { RESEND_AFTER_S, sendsFrom, sendsTo } from './codes/code-limits.ts';
import { tooManySends, type WithinLimitsPorts, withinLimits } from './codes/within-limits.ts';

export interface ResendOtpPorts extends WithinLimitsPorts {
  readonly recovery: Pick<AccountRecovery, 'sendCodes'>;
  readonly registrations: Pick<Registrations, 'find'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly audit: Audit;
}

const MESSAGE = 'If this email address has a registration, we sent new codes.';

/** Sends new codes for a registration; the response does not reveal whether there is one. */
export function createResendOtp(ports: ResendOtpPorts): Handler<typeof resendOtp> {
  return async ({ body, client }) => {
    const email = normalizeEmail(body.email) ?? 'unknown';
    const counters = [...sendsFrom(client.ip), ...sendsTo(email)];
    return withinLimits(ports, { counters, tooMany: tooManySends }, async () => {
      await resend(ports, email, client.ip);
      return { success: true, message: MESSAGE, resendAfter: RESEND_AFTER_S };
    });
  };
}

/** Every step always runs, so that the timing does not reveal it either. */
async function resend(ports: ResendOtpPorts, email: string, ip: string): Promise<void> {
  const now = ports.clock.now();
  const found = await ports.registrations.find(email, now);
  const phone = found?.account.phone ?? `unknown ${email}`;
  const owners = await Promise.all([
    ports.accounts.find({ email }),
    ports.accounts.find({ phone }),
  ]);
  const hasRoom = (await ports.codeLimits.take(sendsTo(phone), now)) === 0;
  // A user with an account gets no codes for another one. Codes that no one receives replace no one's.
  const isSent = found !== null && hasRoom && owners.every((owner) => owner === null);
  const whom = isSent
    ? { registrationId: found.id, account: found.account }
    : { unknownName: email };
  await ports.recovery.sendCodes({ purpose: 'register', ...whom });
  await ports.audit.append({ at: now, event: 'codes-sent', ip });
}
