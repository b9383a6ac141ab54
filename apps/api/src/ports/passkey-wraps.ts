import type { DataKey } from './key-vault.ts';

/** The passkey that a data key is wrapped for. */
export interface PasskeyHolder {
  readonly userId: string;
  /** Base64url. */
  readonly credentialId: string;
  /** 32 bytes in base64url, which only the passkey derives. */
  readonly secret: string;
}

/** Wraps data keys for passkeys: neither the database nor this server opens one without the passkey. */
export interface PasskeyWraps {
  wrap(dataKey: DataKey, holder: PasskeyHolder): Uint8Array;
  /** @returns null when the secret, the user or the passkey is another one */
  open(wrap: Uint8Array, holder: PasskeyHolder): DataKey | null;
}
