import type { PhoneCode } from '#wire/auth/codes-sent';
import type { CodeDelivery } from '../ports/account-recovery.ts';
import type { NewContact } from '../ports/contact-changes.ts';
import type { CallSession, Client, Refusal } from './call.ts';

/** A caller who changes a contact. */
export interface ContactCaller {
  readonly session: Pick<CallSession, 'userId'>;
  readonly client: Client;
}

/** Codes that confirm a change of a contact, within the limits of all codes. */
export interface ContactCodes {
  /** @returns the contact, normalized; a refusal when it is none, or gets no text messages */
  readContact(body: { readonly email: string } | { readonly phone: string }): NewContact | Refusal;
  /**
   * Counts codes and sends them.
   * @returns when the text message goes out, and the seconds until new codes may be requested; a refusal when there
   *   were too many
   */
  send(
    caller: ContactCaller,
    contact: NewContact,
    work: (delivery: CodeDelivery) => Promise<void>,
  ): Promise<{ readonly phoneCode: PhoneCode; readonly resendAfter: number } | Refusal>;
  /** Counts a submission. @returns what `work` returns; a refusal when there were too many */
  enter<T>(
    caller: ContactCaller,
    work: (as: {
      readonly ip: string;
      readonly requesters: readonly string[];
    }) => Promise<T | Refusal>,
  ): Promise<T | Refusal>;
}
