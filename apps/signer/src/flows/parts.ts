import type { Owner } from '#signing/messages/owner-wrap';
import type { SignerSettings } from '../settings.ts';
import type { CallWorker } from '../worker/calls.ts';
import type { Screen } from './views.ts';

/** A passkey that was made on this host. */
export interface MadePasskey {
  readonly outcome: 'created';
  /** base64url. */
  readonly credentialId: string;
  /** SPKI as base64url. */
  readonly publicKey: string;
}

/** What a passkey derives for this host. */
export interface PasskeySecret {
  readonly outcome: 'secret';
  readonly credentialId: string;
  /** 32 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>;
}

/** `no-secret`: this browser or that passkey derives nothing, or there are no passkeys here. */
export type PasskeyError = { readonly outcome: 'cancelled' | 'no-secret' };

/** Passkeys of the signer's host. */
export interface Passkeys {
  isAvailable(): boolean;
  create(owner: Owner, signal: AbortSignal): Promise<MadePasskey | PasskeyError>;
  /** @param credentialIds of the passkeys that may be used */
  secretOf(
    credentialIds: readonly string[],
    signal: AbortSignal,
  ): Promise<PasskeySecret | PasskeyError>;
}

/** What the flows need from around them. */
export interface FlowParts {
  readonly screen: Screen;
  readonly passkeys: Passkeys;
  readonly callWorker: CallWorker;
  readonly settings: SignerSettings;
  readonly toChecksum: (lowerCase: string) => string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<undefined>;
  /** @returns numbers from 0 to 2^32 − 1 that no one can predict */
  readonly draw: (count: number) => readonly number[];
}
