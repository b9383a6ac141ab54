import type { PhoneCode } from '#wire/auth/codes-sent';
import type { ResponseOf } from '#wire/contract';
import type { beginContactChange } from '#wire/security/begin-contact-change';
import type { PaymentGate } from '../../application/admit-payment.ts';
import {
  type CallSession,
  type Client,
  type Handler,
  type Reauthenticate,
  type Refusal,
  refuse,
} from '../../application/call.ts';
import type { ContactCodes } from '../../application/contact-codes.ts';
import type { RequireApproval } from '../../application/require-approval.ts';
import type { AccountRecovery } from '../../ports/account-recovery.ts';
import type { Account } from '../../ports/accounts.ts';
import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { NewContact } from '../../ports/contact-changes.ts';

export interface BeginContactChangePorts {
  readonly reauthenticate: Reauthenticate;
  readonly requireApproval: RequireApproval;
  readonly gate: Pick<PaymentGate, 'refuseFrozen'>;
  readonly contactCodes: Pick<ContactCodes, 'readContact' | 'send'>;
  readonly recovery: Pick<AccountRecovery, 'sendCodes'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

type Reply = ResponseOf<typeof beginContactChange> | Refusal;

interface Request {
  readonly account: Account;
  readonly contact: NewContact;
  readonly session: CallSession;
  readonly client: Client;
}

const messageByPhoneCode: Readonly<Record<PhoneCode, string>> = {
  sent: 'We sent one code by email and one by text.',
  'after-email-code': 'Enter the code we emailed, and we’ll text the other one.',
  unavailable: 'We can’t send texts right now. Try again later.',
};

/**
 * Sends the codes that confirm another email or phone, to that and to the contact that stays. When another account has
 * it, the response is the same, and that account's owner gets a message instead of the code.
 */
export function createBeginContactChange(
  ports: BeginContactChangePorts,
): Handler<typeof beginContactChange> {
  return async ({ body, session, client }) => {
    const contact = ports.contactCodes.readContact(body);
    if ('refused' in contact) return contact;
    const { password } = body;
    return ports.reauthenticate({ session, password, client }, ({ account }) =>
      begin(ports, { account, contact, session, client }),
    );
  };
}

async function begin(
  ports: BeginContactChangePorts,
  { account, contact, session, client }: Request,
): Promise<Reply> {
  const { channel, value } = contact;
  if (account[channel] === value) return refuse('contact-unchanged');
  const frozen = await ports.gate.refuseFrozen(account.userId);
  if (frozen !== null) return frozen;
  const approved = await ports.requireApproval(
    { session, client },
    { reasons: [channel === 'email' ? 'change-email' : 'change-phone'], fields: [channel, value] },
  );
  if ('refused' in approved) return approved;
  const { userId, sessionId } = session;
  const sent = await ports.contactCodes.send({ session, client }, contact, (delivery) =>
    ports.recovery.sendCodes({ purpose: 'contact-change', userId, contact }, delivery),
  );
  if ('refused' in sent) return sent;
  const at = ports.clock.now();
  await ports.audit.append({ at, event: 'codes-sent', ip: client.ip, userId, sessionId });
  return {
    success: sent.phoneCode !== 'unavailable',
    message: messageByPhoneCode[sent.phoneCode],
    ...sent,
  };
}
