import type { RemoveAllFactors } from './lost-factors.ts';
import type { Notice } from './outbox.ts';

/** A passkey of a user. */
export interface StoredPasskey {
  /** Base64url. */
  readonly credentialId: string;
  readonly name: string;
  /** COSE. */
  readonly publicKey: Uint8Array;
  /** What `PasskeyWraps` made; null for one that only approves. */
  readonly wrap: Uint8Array | null;
  readonly isSynced: boolean;
  readonly transports: readonly string[];
  /** The highest that its authenticator reported; 0 where it does not count. */
  readonly signCount: number;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface AuthenticatorApp {
  /** Base32. */
  readonly secret: string;
  readonly createdAt: Date;
}

/** What a user can approve with. A row without its seal is not among them. */
export interface Factors {
  /** The oldest first. */
  readonly passkeys: readonly StoredPasskey[];
  readonly app: AuthenticatorApp | null;
  /** Null when none are left. */
  readonly recoveryCodes: { readonly left: number; readonly createdAt: Date } | null;
}

/** A change of a user's factors, stored together with the notices of it. */
export interface FactorChange {
  readonly userId: string;
  readonly notices: readonly Notice[];
  readonly now: Date;
}

export interface FactorAddition extends FactorChange {
  /** Stored when the user has none left. */
  readonly recoveryCodes: readonly string[];
}

export type AddedFactor =
  | { readonly kind: 'added'; readonly hasNewCodes: boolean }
  | { readonly kind: 'too-many' }
  /** The credential is stored already. */
  | { readonly kind: 'taken' };

/** A user's second factors. Nothing here decides whether a proof is right. */
export interface SecondFactors {
  find(userId: string): Promise<Factors>;
  /** @returns true when the user has a passkey or an app */
  readonly hasAny: (userId: string) => Promise<boolean>;
  /** @param credentialId base64url */
  findPasskey(
    credentialId: string,
  ): Promise<{ readonly userId: string; readonly passkey: StoredPasskey } | null>;
  addPasskey(
    passkey: Omit<StoredPasskey, 'createdAt' | 'lastUsedAt'>,
    addition: FactorAddition,
    mostPerUser: number,
  ): Promise<AddedFactor>;
  /** Replaces the app before. @param app its secret, and the step of the code that was entered */
  addApp(
    app: { readonly secret: string; readonly step: number },
    addition: FactorAddition,
  ): Promise<{ readonly hasNewCodes: boolean }>;
  /** @returns null when the user has no such passkey */
  renamePasskey(userId: string, credentialId: string, name: string): Promise<StoredPasskey | null>;
  /** With the last factor, the recovery codes are deleted too. @returns false when there is no such passkey */
  removePasskey(credentialId: string, change: FactorChange): Promise<boolean>;
  /** With the last factor, the recovery codes are deleted too. @returns false when there is no app */
  removeApp(change: FactorChange): Promise<boolean>;
  /** Removes every factor and every recovery code, once or more often. */
  readonly removeAll: RemoveAllFactors;
  replaceRecoveryCodes(codes: readonly string[], change: FactorChange): Promise<void>;
  /**
   * Records a use.
   * @returns false when the passkey was removed meanwhile, or its count did not grow: there may be a copy of it
   */
  recordPasskeyUse(
    passkey: { readonly userId: string; readonly credentialId: string },
    signCount: number,
    now: Date,
  ): Promise<boolean>;
  /** @returns false when a code of this step, or of a later one, was used before */
  takeAppStep(userId: string, step: number): Promise<boolean>;
  /**
   * Deletes a code.
   * @param addedBefore only codes from before this are right; null for all
   * @returns false when it is not one of the user's
   */
  takeRecoveryCode(code: string, addedBefore: Date | null, change: FactorChange): Promise<boolean>;
}
