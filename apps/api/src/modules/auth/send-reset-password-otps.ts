import type { sendResetPasswordOtps } from '#wire/auth/send-reset-password-otps';
import { type Handler, refuse } from '../../http/handler.ts';
import type { AccountName, Accounts } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import { VaultBusy } from '../../ports/key-vault.ts';
import { type ChallengePorts, makeChallenge } from './code-challenge.ts';
import { type CodeLimits, RESEND_AFTER_S, waitSentence } from './code-limits.ts';
import { BUSY_RETRY_S, nameOf } from './login.ts';

export interface SendResetPasswordOtpsPorts extends ChallengePorts {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly codeLimits: CodeLimits;
  readonly audit: Audit;
}

const MESSAGE = 'If there is an account with these details, both codes are on their way.';

/** Sends both codes to whoever forgot a password; somebody unknown gets the same answer after the same work. */
export function createSendResetPasswordOtps(
  ports: SendResetPasswordOtpsPorts,
): Handler<typeof sendResetPasswordOtps> {
  return async ({ body, client }) => {
    const now = ports.clock.now();
    const name = nameOf(body);
    const wait =
      (await ports.codeLimits.takeSendOfIp(client.ip, now)) ||
      (await ports.codeLimits.takeSend(nameSubject(name), now));
    if (wait > 0) {
      return refuse('too-many-requests', { retryAfter: wait, sentence: waitSentence(wait) });
    }
    try {
      await send(ports, name, client.ip);
    } catch (cause) {
      if (!(cause instanceof VaultBusy)) throw cause;
      return refuse('busy', { retryAfter: BUSY_RETRY_S });
    }
    return { success: true, message: MESSAGE, resendAfter: RESEND_AFTER_S };
  };
}

/** @returns what the codes of somebody unknown are kept under */
export function nameSubject(name: AccountName | null): string {
  return name === null ? 'nobody' : `name ${Object.values(name).join('')}`;
}

async function send(
  ports: SendResetPasswordOtpsPorts,
  name: AccountName | null,
  ip: string,
): Promise<void> {
  const account = name === null ? null : ((await ports.accounts.find(name))?.account ?? null);
  const subject = account === null ? nameSubject(name) : account.userId;
  const now = ports.clock.now();
  // The same person asked by e-mail and by phone: the codes of a moment ago still hold, and nobody learns it.
  const isAllowed = (await ports.codeLimits.takeSend(subject, now)) === 0;
  const { challenge, notices } = await makeChallenge(ports, 'reset', subject, account);
  if (account === null || isAllowed) await ports.codes.replace(challenge, notices, now);
  await ports.audit.append({
    at: now,
    event: 'codes-sent',
    ip,
    ...(account === null ? {} : { userId: account.userId }),
  });
}
