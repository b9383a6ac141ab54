/** A coin or token that a release knows. */
export interface KnownToken {
  /** In lower case; null for the native coin. */
  readonly address: string | null;
  readonly symbol: string;
  readonly decimals: number;
}

/** A network that a release knows, so that no server names a contract of it. */
export interface KnownNetwork {
  readonly chainId: number;
  readonly name: string;
  /** Contracts of the private pool in lower case; null where the network has none. */
  readonly pool: {
    readonly contract: string;
    readonly relayAdapt: string;
    readonly wrappedNative: string;
  } | null;
  readonly exchangeContracts: readonly string[];
  readonly tokens: readonly KnownToken[];
}

/** What a build fixes. It is part of the release, and of its hash. */
export interface SignerSettings {
  /** Origins whose pages may frame the signer and request something from it. */
  readonly appOrigins: readonly string[];
  readonly networks: readonly KnownNetwork[];
}

/** Written into the scripts by `scripts/signer/build-signer.ts`. */
declare const SIGNER_SETTINGS: SignerSettings;

export const settings: SignerSettings = SIGNER_SETTINGS;
