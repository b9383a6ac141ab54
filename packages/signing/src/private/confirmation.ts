/** What an owner confirms before a private payment is signed. Amounts are base units, before the pool's own fee. */
export type PrivateConfirmation = {
  readonly chainId: number;
  /** Contract, `0x…`; of the native coin its wrapped form. */
  readonly token: string;
  readonly amount: bigint;
  /** The most that the broadcaster gets; null when it gets nothing. */
  readonly fee: FeeCeiling | null;
} & (
  | {
      readonly kind: 'transfer';
      /** `0zk…` */
      readonly recipient: string;
      /** What the owner wrote to the recipient; null for nothing. */
      readonly memo: string | null;
      /** Whether the recipient can see the sender. */
      readonly showSender: boolean;
    }
  | {
      /** The native coin leaves the pool as itself. */
      readonly kind: 'unshield' | 'unshield-native';
      /** `0x…` */
      readonly recipient: string;
    }
);

export interface FeeCeiling {
  /** Contract, `0x…` */
  readonly token: string;
  /** Base units of it. */
  readonly most: bigint;
  /** The highest price of gas that the broadcaster may be bound to, base units of the native coin for one gas. */
  readonly mostPerGas: bigint;
}

/** The network's contracts, as whoever checks knows them, not as a plan says. */
export interface PoolContracts {
  /** Passes on several proofs together or none, and unwraps the native coin. */
  readonly relayAdapt: string;
}
