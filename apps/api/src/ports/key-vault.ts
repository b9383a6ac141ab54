import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { UnsignedTransaction } from '#domain/operation/unsigned-transaction';
import type { Trusted } from '#signing/private/check-plan';
import type { OwnSealPurpose, OwnSeals } from './own-seals.ts';
import type { ShieldedSecrets } from './shielded-seals.ts';

/** Signs for one public address while it is open. */
export interface PublicSigner {
  readonly address: PublicAddress;
  /** @returns 65 bytes as 0x and hex (parity, `r` and `s`), from which `AssembleTransaction` makes what is sent */
  sign(transaction: UnsignedTransaction): Promise<`0x${string}`>;
  /** @returns the signature of a text (EIP-191), which moves nothing; the same text has the same signature. */
  signMessage(text: string): Promise<`0x${string}`>;
}

/** A bearer that the session guard accepted: the user, the session, and the token that opens the wallet's key. */
export interface SessionBearer {
  readonly userId: string;
  readonly sessionId: string;
  readonly accessToken: string;
}

export interface WalletAddresses {
  readonly publicAddress: PublicAddress;
  readonly privateAddress: PrivateAddress;
}

/** The secrets of a password and a wallet, safe to store: nothing in it opens the wallet on its own. */
export interface SealedWallet extends WalletAddresses {
  /** Columns of the key record, opaque to everyone but the vault. */
  readonly keyRecord: KeyRecord;
}

export interface KeyRecord {
  /** Of the seed or, of a wallet whose owner keeps the keys, of what sees it. */
  readonly seedCiphertext: Uint8Array;
  readonly passwordSalt: Uint8Array;
  readonly passwordParameters: {
    readonly memoryKiB: number;
    readonly iterations: number;
    readonly parallelism: number;
  };
  readonly passwordVerifierHash: Uint8Array;
  readonly pepperId: string;
  readonly passwordWrap: Uint8Array;
  readonly recoveryWrap: Uint8Array;
}

/** The part of a key record that a new password replaces. */
export type PasswordRecord = Pick<
  KeyRecord,
  'passwordSalt' | 'passwordParameters' | 'passwordVerifierHash' | 'pepperId' | 'passwordWrap'
>;

/** The part of a password's record that depends on the pepper. */
export type PepperRecord = Pick<
  PasswordRecord,
  'passwordVerifierHash' | 'pepperId' | 'passwordWrap'
>;

/** Whose token a wrap is for. A registration has no session yet; its own id takes that place. */
export interface TokenOwner {
  readonly userId: string;
  readonly sessionId: string;
  readonly kind: TokenKind;
  readonly token: string;
}

export type TokenKind = 'access' | 'refresh' | 'registration';

/** What a user exports to leave, or as a backup. */
export interface RevealedKeys {
  /** 12 words of BIP-39. */
  readonly phrase: string;
  /** Of the public address: 0x and 64 hex digits. */
  readonly privateKey: `0x${string}`;
}

/**
 * Whose password is checked first when many wait: who is known (a device of the account, a session, right codes), who
 * did work, and everyone else.
 */
export const PASSWORD_LANES = ['known', 'worked', 'stranger'] as const;

export type PasswordLane = (typeof PASSWORD_LANES)[number];

/** The wallet of a payment by link while it is open. */
export interface ClaimWallet {
  /** 16 bytes behind its 12 words, overwritten afterwards. */
  readonly entropy: Uint8Array;
  readonly signer: PublicSigner;
}

/** What finds the notes of a private address. */
export type NoteKeys = Pick<Trusted['keys'], 'viewing' | 'masterPublicKey' | 'publicSpendingKey'>;

/** Controls all spending of assisted wallets. The only place that ever sees a seed. */
export interface KeyVault {
  /**
   * Creates a wallet for a new user: seed, both addresses, and the record with its wraps.
   * @param wrap receives the data key before it is erased, to wrap it for recovery, and for a token too
   */
  createWallet(
    owner: { readonly userId: string; readonly password: string },
    wrap: (
      dataKey: DataKey,
      addresses: WalletAddresses,
    ) => Promise<Pick<KeyRecord, 'recoveryWrap'>>,
  ): Promise<SealedWallet>;
  /**
   * Compares a password, when it is its lane’s turn, in the same time whether or not there is a record.
   * @returns the user's data key, to be wrapped for a new session and then erased, or null when the password is wrong.
   */
  openWithPassword(attempt: {
    readonly userId: string;
    readonly password: string;
    readonly keyRecord: KeyRecord | null;
    readonly lane: PasswordLane;
  }): Promise<DataKey | null>;
  /** Wraps the data key for a new password. */
  wrapForPassword(
    dataKey: DataKey,
    owner: { readonly userId: string; readonly password: string },
  ): Promise<PasswordRecord>;
  /**
   * Wraps the data key again for the same password, where its record is under an earlier pepper.
   * @returns null when the record is under the newest one. Rejects with `VaultBusy`.
   */
  renewPepper(
    dataKey: DataKey,
    owner: { readonly userId: string; readonly password: string; readonly keyRecord: KeyRecord },
  ): Promise<PepperRecord | null>;
  /** Shows the keys themselves. @returns `no-key` for a wallet whose owner alone has them */
  reveal(
    dataKey: DataKey,
    owner: { readonly userId: string; readonly seedCiphertext: Uint8Array },
  ): RevealedKeys | 'no-key';
  /**
   * Encrypts what sees a wallet and can't move its money, for the place of its seed.
   * @param owner with 96 bytes; throws for what is no sight
   */
  sealSight(
    dataKey: DataKey,
    owner: { readonly userId: string; readonly sight: Uint8Array },
  ): Uint8Array;
  /** @returns the wallet as an encrypted file (Web3 Secret Storage with its phrase) that the password opens. */
  encryptFile(keys: RevealedKeys, password: string): Promise<string>;
  /** Wraps the data key so that only the holder of this token can open it. */
  wrapForToken(dataKey: DataKey, owner: TokenOwner): Uint8Array;
  openWithToken(wrap: Uint8Array, owner: TokenOwner): DataKey;
  /** Encrypts a short text so that only the holder of this token can read it. */
  sealForToken(token: string, text: string): Uint8Array;
  openForToken(token: string, sealed: Uint8Array): string;
  /**
   * Opens the public key of a session for one piece of work and erases it afterwards.
   * @returns what `work` returns, `locked` when the session ended meanwhile, `no-key` when there is none.
   */
  withPublicSigner<T>(
    bearer: SessionBearer,
    work: (signer: PublicSigner) => Promise<T>,
  ): Promise<LendingOutcome<T>>;
  /**
   * Opens the wallet of one of a user's own payments by link: child `number` of their seed (BIP-85). Throws for what is
   * no number.
   */
  withClaimWallet<T>(
    bearer: SessionBearer,
    number: number,
    work: (wallet: ClaimWallet) => Promise<T>,
  ): Promise<LendingOutcome<T>>;
  /** @returns the signer of a payment by link's wallet, of the 16 bytes behind its 12 words */
  claimSigner(entropy: Uint8Array): PublicSigner;
  /** @returns the private address of a payment by link's wallet, of the 16 bytes behind its 12 words */
  claimPrivateAddress(entropy: Uint8Array): Promise<PrivateAddress>;
  /**
   * Signs a receipt with the viewing key of a session's private address (Ed25519), which can't move money.
   * @returns 64 bytes. Throws for a text that is no receipt.
   */
  signPrivateReceipt(bearer: SessionBearer, text: string): Promise<LendingOutcome<`0x${string}`>>;
  /** @returns 32 bytes that encrypt what the session's public address shields, of its signature of this message */
  shieldKey(bearer: SessionBearer, message: string): Promise<LendingOutcome<`0x${string}`>>;
  /** Passes the keys that find a session's private money, and move none, to `work`; they are overwritten afterwards. */
  withViewingKeys<T>(
    bearer: SessionBearer,
    work: (keys: NoteKeys) => Promise<T>,
  ): Promise<LendingOutcome<T>>;
  /** Passes what opens the private wallet of a session to `work`, which must not keep it. */
  withShieldedSecrets<T>(
    bearer: SessionBearer,
    work: (secrets: ShieldedSecrets) => T,
  ): Promise<LendingOutcome<T>>;
  /** Passes the key that seals a session's private balances and history to `work`; it is overwritten afterwards. */
  withViewKey<T>(
    bearer: SessionBearer,
    work: (viewKey: Uint8Array) => Promise<T>,
  ): Promise<LendingOutcome<T>>;
  /** Passes what seals and opens what a session's user keeps to `work`; its key is overwritten afterwards. */
  withOwnSeals<T>(
    bearer: SessionBearer,
    purpose: OwnSealPurpose,
    work: (seals: OwnSeals) => Promise<T>,
  ): Promise<LendingOutcome<T>>;
}

/**
 * The result of work with a session's secrets; `locked` when the session ended meanwhile, `no-key` when it needs a key
 * that only the wallet's owner has.
 */
export type LendingOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'locked' | 'no-key' };

/** 32 random bytes that encrypt a user's seed. Never stored, never logged. */
export type DataKey = Uint8Array & { readonly __dataKey: true };

/** More users are signing in than the server can check passwords for. Try again in a few seconds. */
export class VaultBusy extends Error {
  constructor() {
    super('Too many passwords are being checked at once. Try again in a few seconds.');
    this.name = 'VaultBusy';
  }
}
