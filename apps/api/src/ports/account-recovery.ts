import type { Language } from '#language/languages';
import type { Account } from './accounts.ts';
import type { ContactChange, NewContact } from './contact-changes.ts';
import type { EnrolledAccount, EnrolmentOutcome, KeyEnrolment } from './key-enrolment.ts';
import type { DataKey } from './key-vault.ts';
import type { CodePurpose, ConfirmedPurpose } from './one-time-codes.ts';
import type { RecoveryKey } from './recovery-key.ts';

/** A registration as its codes prove it: contacts and addresses cannot be exchanged between its steps. */
export interface RegisteringAccount {
  readonly registrationId: string;
  readonly account: Account;
}

/** Which contacts get a code. One that has an account already gets none, and the other one must not show it. */
export interface Receives {
  readonly email: boolean;
  readonly phone: boolean;
}

/** Whose codes are sent, and where to. */
export type CodeRequest =
  | ({ readonly purpose: 'register'; readonly receives: Receives } & RegisteringAccount)
  /** The contacts are those of the user's account. */
  | { readonly purpose: 'reset' | ConfirmedPurpose; readonly userId: string }
  /** One goes to the new contact, one to the contact that stays. */
  | { readonly purpose: 'contact-change'; readonly userId: string; readonly contact: NewContact }
  /** No one gets these: the work for a name without an account is the same. */
  | { readonly purpose: CodePurpose; readonly unknownName: string };

/** What the messages say about the request, in words of ours: as in `Chrome on Linux`, `Portugal`. */
export interface RequestOrigin {
  readonly device: string;
  readonly place: string;
  /** Of messages to someone who isn't a user yet. */
  readonly language: Language;
}

/** How codes are sent. */
export interface CodeDelivery {
  /** Who requests them, and alone may use them: a device by its key, or a network. */
  readonly requester: string;
  /** Whether that is a device with which the user signed in before. */
  readonly isKnownDevice: boolean;
  /** Whether the text message is sent now, or only once the code of the email was entered. */
  readonly phoneCode: 'sent' | 'after-email-code';
  readonly origin: RequestOrigin;
}

/** One or both codes, as they were typed, and who typed them. */
interface Typed {
  readonly emailOTP: string;
  readonly ip: string;
  /** As whom the caller may have requested them, most likely first; at least one. */
  readonly requesters: readonly string[];
}

export interface TypedCodes extends Typed {
  readonly phoneOTP: string;
}

export interface TypedEmailCode extends Typed {
  readonly origin: RequestOrigin;
}

/** Why codes open nothing. */
export type CodesRefused =
  | { readonly kind: 'wrong' }
  /** The subject had too many submissions; nothing was compared. */
  | { readonly kind: 'paused'; readonly seconds: number }
  /** The codes were right, but too many wallets were opened by recovery: of this user, from this network or in all. */
  | { readonly kind: 'capped'; readonly seconds: number };

/**
 * Codes and the recovery key, which belong together: nothing but both codes of a user makes the key open that user's
 * wallet. It is a process of its own, whose secrets no other process has. Each call rejects with `RecoveryUnavailable`
 * while that does not respond, and with `VaultBusy` when it has too much to do.
 */
export interface AccountRecovery {
  /** @returns where its key is stored */
  kind(): Promise<RecoveryKey['kind']>;
  /** Wraps the data key of a registration, which is bound to the account as it is now. */
  wrap(registering: RegisteringAccount, dataKey: DataKey): Promise<Uint8Array>;
  /** Creates codes and sends them; they replace the earlier ones of the same purpose, subject and requester. */
  sendCodes(request: CodeRequest, delivery: CodeDelivery): Promise<void>;
  /** Sends the text message that waited for the code of the email, once; a wrong code counts as a try. */
  sendPhoneCode(
    request: CodeRequest,
    typed: TypedEmailCode,
  ): Promise<{ readonly kind: 'right' } | CodesRefused>;
  /**
   * Completes a registration with its codes, once.
   * @param registration null for an email without one: the work is the same
   * @returns what its account needs; `dataKey` only when it was asked for
   */
  completeRegistration(
    registration: (RegisteringAccount & { readonly wrap: Uint8Array }) | null,
    codes: TypedCodes & { readonly unknownName: string; readonly needsDataKey: boolean },
  ): Promise<
    ({ readonly kind: 'right'; readonly dataKey: DataKey | null } & EnrolledAccount) | CodesRefused
  >;
  /**
   * Opens a user's data key with their codes, once, unless `release` makes the codes valid again.
   * @param userId null for a name without an account: the work is the same
   */
  recover(
    userId: string | null,
    codes: TypedCodes & { readonly unknownName: string },
  ): Promise<
    | { readonly kind: 'right'; readonly challengeId: string; readonly dataKey: DataKey }
    | CodesRefused
  >;
  /**
   * Confirms a change of a user's email or phone with both codes, once. It takes effect after a while, unless it is
   * cancelled.
   */
  confirmContactChange(
    userId: string,
    codes: TypedCodes,
  ): Promise<{ readonly kind: 'right'; readonly change: ContactChange } | CodesRefused>;
  /** Cancels what was confirmed and is not in effect yet. @returns false when there is nothing */
  cancelContactChange(userId: string): Promise<boolean>;
  /** Uses a user's codes for this purpose, once. Nothing is opened with them. */
  confirm(
    confirmed: { readonly userId: string; readonly purpose: ConfirmedPurpose },
    codes: TypedCodes,
  ): Promise<{ readonly kind: 'right'; readonly challengeId: string } | CodesRefused>;
  /**
   * Signs a user's account for a wallet that only its owner has the keys of, and wraps its data key again. It takes
   * effect once both are stored in the place of what was before.
   */
  enrolKeys(enrolment: KeyEnrolment): Promise<EnrolmentOutcome>;
  /** What the codes were used for did not happen: they are valid again until their original expiry. */
  release(challengeId: string): Promise<void>;
  /** Makes everything useless that the recovery key could still open for this user. */
  forget(userId: string): Promise<void>;
  /** Enrolls an account without codes, for the configured users of a sandbox. Rejects in production. */
  enroll(account: Account, dataKey: DataKey): Promise<EnrolledAccount>;
}

/**
 * The process with the recovery key does not respond. Registrations and resets have to wait; when it ended within a
 * call, codes may have been used or sent.
 */
export class RecoveryUnavailable extends Error {
  constructor(cause: unknown) {
    super('Account recovery does not respond. Is its process running?', { cause });
    this.name = 'RecoveryUnavailable';
  }
}
