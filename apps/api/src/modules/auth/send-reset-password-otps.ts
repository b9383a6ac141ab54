import type { sendResetPasswordOtps } from '#wire/auth/send-reset-password-otps';
import type { Handler } from '../../application/call.ts';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import type { AccountName, Accounts } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import { RESEND_AFTER_S, sendsFrom, sendsTo } from './codes/code-limits.ts';
import { tooManySends, type WithinLimitsPorts, withinLimits } from './codes/within-limits.ts';
import { nameOf } from './login.ts';

export interface SendResetPasswordOtpsPorts extends WithinLimitsPorts {
  readonly recovery: Pick<AccountRecovery, 'sendCodes'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly audit: Audit;
}

const MESSAGE = 'If these details have an account, we sent both codes.';

/** Sends both codes to a user who forgot the password; an unknown name gets the same response after the same work. */
export function createSendResetPasswordOtps(
  ports: SendResetPasswordOtpsPorts,
): Handler<typeof sendResetPasswordOtps> {
  return async ({ body, client }) => {
    const name = nameOf(body);
    const counters = [...sendsFrom(client.ip), ...sendsTo(nameSubject(name))];
    return withinLimits(ports, { counters, tooMany: tooManySends }, async () => {
      await send(ports, name, client.ip);
      return { success: true, message: MESSAGE, resendAfter: RESEND_AFTER_S };
    });
  };
}

/** @returns the subject of codes for a name without an account */
export function nameSubject(name: AccountName | null): string {
  return `name ${name === null ? 'unknown' : Object.values(name).join('')}`;
}

async function send(
  ports: SendResetPasswordOtpsPorts,
  name: AccountName | null,
  ip: string,
): Promise<void> {
  const account = name === null ? null : ((await ports.accounts.find(name))?.account ?? null);
  const ofName = nameSubject(name);
  const now = ports.clock.now();
  const counters = sendsTo(account?.userId ?? `unknown ${ofName}`);
  const hasRoom = (await ports.codeLimits.take(counters, now)) === 0;
  // The user requested codes by email and by phone: the earlier codes stay valid, and the response hides it.
  const userId = hasRoom ? (account?.userId ?? null) : null;
  const whom = userId === null ? { unknownName: ofName } : { userId };
  await ports.recovery.sendCodes({ purpose: 'reset', ...whom });
  const who = account === null ? {} : { userId: account.userId };
  await ports.audit.append({ at: now, event: 'codes-sent', ip, ...who });
}
