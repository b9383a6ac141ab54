import type { resendOtp } from '#wire/auth/resend-otp';
import { type Handler, refuse } from '../../http/handler.ts';
import type { Accounts } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import { VaultBusy } from '../../ports/key-vault.ts';
import type { Registrations } from '../../ports/registrations.ts';
import { normaliseEmail } from './account-name.ts';
import { type ChallengePorts, makeChallenge } from './code-challenge.ts';
import { type CodeLimits, RESEND_AFTER_S, waitSentence } from './code-limits.ts';
import { BUSY_RETRY_S } from './login.ts';

export interface ResendOtpPorts extends ChallengePorts {
  readonly registrations: Pick<Registrations, 'find'>;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly codeLimits: CodeLimits;
  readonly audit: Audit;
}

const MESSAGE = 'If there is a registration with this e-mail address, new codes are on their way.';

/** Sends new codes for a registration; the answer does not tell whether there is one. */
export function createResendOtp(ports: ResendOtpPorts): Handler<typeof resendOtp> {
  return async ({ body, client }) => {
    const now = ports.clock.now();
    const email = normaliseEmail(body.email);
    const wait =
      (await ports.codeLimits.takeSendOfIp(client.ip, now)) ||
      (await ports.codeLimits.takeSend(email ?? 'nobody', now));
    if (wait > 0) {
      return refuse('too-many-requests', { retryAfter: wait, sentence: waitSentence(wait) });
    }
    try {
      await resend(ports, email, client.ip);
    } catch (cause) {
      if (!(cause instanceof VaultBusy)) throw cause;
      return refuse('busy', { retryAfter: BUSY_RETRY_S });
    }
    return { success: true, message: MESSAGE, resendAfter: RESEND_AFTER_S };
  };
}

async function resend(ports: ResendOtpPorts, email: string | null, ip: string): Promise<void> {
  const now = ports.clock.now();
  const found = email === null ? null : await ports.registrations.find(email, now);
  const subject = found?.id ?? `nobody ${email ?? ''}`;
  const recipient = found === null || (await isTaken(ports, found.account)) ? null : found.account;
  const isAllowed =
    recipient !== null && (await ports.codeLimits.takeSend(recipient.phone, now)) === 0;
  const { challenge, notices } = await makeChallenge(
    ports,
    'register',
    subject,
    recipient !== null && isAllowed ? { ...recipient, userId: null } : null,
  );
  await ports.codes.replace(challenge, notices, now);
  await ports.audit.append({ at: now, event: 'codes-sent', ip });
}

/** Somebody who has an account gets no codes for another one. */
async function isTaken(
  { accounts }: ResendOtpPorts,
  { email, phone }: { readonly email: string; readonly phone: string },
): Promise<boolean> {
  const found = await Promise.all([accounts.find({ email }), accounts.find({ phone })]);
  return found.some((each) => each !== null);
}
