import type { PrivateAddress, PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Token } from '#domain/token/token';
import type { PrivatePlan } from '#signing/private/plan';

/** A user's wallet that the pool scans for notes. */
export interface OpenWallet {
  readonly walletId: string;
  readonly privateAddress: PrivateAddress;
}

/** Whose notes are spent, and what opens them. */
export interface Spender {
  readonly walletId: string;
  /** 32 bytes as hex, the same that opened the wallet. */
  readonly encryptionKey: string;
}

/** Base units. Pending amounts are owned, but cannot be spent yet. */
export interface ShieldedBalance {
  readonly spendable: BaseUnits;
  readonly pending: BaseUnits;
}

/** Notes of one token that one proof can consolidate. */
export interface FragmentedNotes {
  readonly token: Token;
  /** What they are worth together, base units. */
  readonly amount: BaseUnits;
}

/** Public to private. The amount is before the pool's fee; the payer must own and have approved it. */
export interface ShieldRequest {
  readonly token: Token;
  readonly amount: BaseUnits;
  readonly recipient: PrivateAddress;
  readonly payer: PublicAddress;
  /** Hash of the payer's signature of `shieldMessage`: with it, the payer can read the note later. */
  readonly shieldKey: `0x${string}`;
}

/** Private to private, or private to public; the native coin arrives as itself. Amounts before the pool's fee. */
export type PoolTransaction = {
  readonly spender: Spender;
  readonly token: Token;
  readonly amount: BaseUnits;
  /** Base units of the native coin for one gas; a paid broadcaster is bound to it. */
  readonly gasPrice: bigint;
  /** What the broadcaster is paid in notes; null when it is not paid. */
  readonly fee: BroadcasterFee | null;
} & (
  | {
      readonly kind: 'internal-transfer';
      readonly recipient: PrivateAddress;
      readonly memo: string | null;
      /** Whether the recipient can see the sender. */
      readonly showSender: boolean;
    }
  | { readonly kind: 'unshield'; readonly recipient: PublicAddress }
);

/** The price of gas in notes. */
export interface BroadcasterFee {
  readonly token: Token;
  /** Base units of that token for 10^18 base units of the native coin. */
  readonly perNativeCoin: BaseUnits;
  readonly recipient: PrivateAddress;
}

/** A call that someone has yet to sign and send. */
export interface PoolCall {
  readonly to: PublicAddress;
  readonly data: `0x${string}`;
  readonly value: bigint;
}

/** A private transaction before it is proved. */
export interface PrivateTransactionEstimate {
  readonly gas: bigint;
  readonly broadcasterFee: BaseUnits | null;
  /** How long its proofs are going to take, milliseconds. */
  readonly proofMs: number;
}

/** A private transaction whose notes are chosen: everything but the signatures and the proofs. */
export interface PrivateTransactionPlan extends PrivateTransactionEstimate {
  /** What the wallet's owner has to agree to and sign. */
  readonly toSign: PrivatePlan;
  /** All that `proveSigned` needs besides the signatures. It says what the wallet's notes are worth: seal it. */
  readonly stored: string;
}

/** What the owner of a wallet signed of a private payment. */
export interface SignedPrivatePlan {
  /** As `plan` of the pool wrote it. */
  readonly stored: string;
  /** Of each part, 96 bytes as 0x and hex. */
  readonly signatures: readonly string[];
}

/** A call that anyone may sign and send, once. */
export interface ProvedPrivateTransaction extends PoolCall {
  /** What it would use, with a reserve. */
  readonly gasLimit: bigint;
  /** Nullifiers of the notes that it spends, 32 bytes each: once one is on the chain, this call fails permanently. */
  readonly nullifiers: readonly `0x${string}`[];
  readonly broadcasterFee: BaseUnits | null;
  readonly provedInMs: number;
}

/** One transaction as a wallet's notes show it. */
export interface ShieldedHistoryItem {
  readonly transactionHash: TransactionHash;
  readonly blockNumber: number;
  readonly kind: 'shield' | 'sent' | 'received' | 'unshield' | 'other';
  /** To others' private addresses, one entry per recipient and token. */
  readonly sent: readonly ShieldedMovement[];
  readonly received: readonly ShieldedMovement[];
  /** To public addresses, as they arrived there. */
  readonly unshielded: readonly ShieldedMovement[];
  /** What the pool charged, base units of the token that moved. */
  readonly poolFee: BaseUnits;
  readonly broadcasterFee: BaseUnits | null;
  /** What opens the notes in `sent`, or those received from others; left out of rows that an earlier version wrote. */
  readonly notes?: readonly OpenedNote[];
}

/** A note of a private payment, with what proves to others what is in it. */
export interface OpenedNote {
  readonly direction: 'sent' | 'received';
  readonly token: Token;
  /** Where it is in the pool. */
  readonly tree: number;
  readonly position: number;
  readonly value: BaseUnits;
  /** 16 bytes, which sender and recipient share. */
  readonly random: `0x${string}`;
  /** 15 bytes, all zero where the recipient can see the sender; null for a recipient who can't. */
  readonly senderRandom: `0x${string}` | null;
  /** The other side's private address; null when it is hidden. */
  readonly counterparty: string | null;
}

/** What moved; the counterparty's address and memo where a note contains them. */
export interface ShieldedMovement {
  readonly token: Token;
  readonly amount: BaseUnits;
  readonly counterparty: string | null;
  readonly memo: string | null;
}

/**
 * Why something cannot be spent or shielded. `notes-fragmented`: the total suffices, but the notes do not fit into
 * one transaction with the fee. `not-scanned`: the wallet does not know the newest notes yet.
 */
export type ShieldedProblem =
  | 'balance-too-low'
  | 'fee-not-covered'
  | 'notes-fragmented'
  | 'not-scanned'
  | 'refused';

/** A response, or why there is none; `detail` is for the log. */
export type ShieldedOutcome<Reply> =
  | { readonly ok: true; readonly response: Reply }
  | { readonly ok: false; readonly problem: ShieldedProblem; readonly detail: string };

/** What proofs are made with: Kax's program, or snarkjs. */
export type ProverKind = 'native' | 'snarkjs';

/** How proofs are made now. */
export interface ProverState {
  readonly prover: ProverKind;
  readonly proofsAtOnce: number;
  /** How long the proofs of a usual payment take, milliseconds. */
  readonly proofMs: number;
}

/** Who waits for a proof: someone in front of a page, someone who may come to it, or no one. */
export type ProofUrgency = 'interactive' | 'precomputed' | 'consolidation';

/** What a proof is wanted for. */
export interface ProofOrder {
  readonly urgency: ProofUrgency;
  /** Receives the share of the proofs that is done, 0 to 1. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Ends it for a more important one. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The pool of private notes of one network, with the wallets that are open in this process.
 * Every method that reads the chain rejects with `PoolUnavailable` when that fails.
 */
export interface ShieldedPool {
  readonly chainId: number;
  /** The pool's fee on what goes in and out, basis points of the amount, rounded down. */
  readonly shieldFeeBps: bigint;
  readonly unshieldFeeBps: bigint;
  /** The contract that a payer allows to take a token for shielding. */
  readonly spender: PublicAddress;
  /** The message that the payer signs; the shield key is the hash of the signature. */
  readonly shieldMessage: string;
  /**
   * Opens a user's wallet; opened again, it immediately knows what it knew before. Blocks before `createdAtBlock`
   * are not searched for its notes; null searches all.
   */
  open(wallet: {
    readonly mnemonic: string;
    readonly encryptionKey: string;
    readonly createdAtBlock: number | null;
  }): Promise<OpenWallet>;
  /**
   * Opens a wallet by its sight, 96 bytes: it finds its notes and spends none. What an earlier wallet under the same
   * encryption key kept to open it is deleted from the disk, its phrase included. Throws for what is no sight.
   */
  openBySight(wallet: {
    readonly sight: Uint8Array;
    readonly encryptionKey: string;
    readonly createdAtBlock: number | null;
  }): Promise<OpenWallet>;
  /** Stops scanning for the wallet's notes and erases its keys; what was found stays on disk. */
  close(walletId: string): void;
  /**
   * Scans for new notes of one wallet or of all, until everything in the pool is known or the time is up.
   * Detects when its state differs from the pool's, and then starts again.
   * @param options with `leastBlock`, a node that does not have this block yet cannot tell
   * @returns the block up to which everything is known; null while something is not.
   */
  look(options: {
    readonly walletId: string | null;
    readonly withinMs: number;
    readonly leastBlock?: bigint;
  }): Promise<bigint | null>;
  /** How many notes of all users are known: while this is unchanged, no wallet has received anything. */
  noteCount(): Promise<number>;
  /** The chain's newest block. */
  latestBlock(): Promise<bigint>;
  /** The times of blocks, by number. */
  blockTimes(blocks: readonly number[]): Promise<ReadonlyMap<number, Date>>;
  /** Balances as of the last scan, in the order of `tokens`. */
  balances(walletId: string, tokens: readonly Token[]): Promise<readonly ShieldedBalance[]>;
  /**
   * For each token with more spendable notes than one proof should spend: the value of the largest notes that one
   * proof can consolidate, as of the last scan.
   */
  fragmented(walletId: string, tokens: readonly Token[]): Promise<readonly FragmentedNotes[]>;
  /** As of the last scan, newest first, without tokens that the network does not list. */
  history(walletId: string, fromBlock: number): Promise<readonly ShieldedHistoryItem[]>;
  /** What a shield would use, units of gas. */
  estimateShield(shield: ShieldRequest): Promise<ShieldedOutcome<bigint>>;
  /** Builds the call of a shield, for the payer to sign. It needs no proof. */
  prepareShield(shield: ShieldRequest): Promise<PoolCall>;
  /** What a private transaction would use and cost, without a proof. */
  estimatePrivateTransaction(
    transaction: PoolTransaction,
  ): Promise<ShieldedOutcome<PrivateTransactionEstimate>>;
  /**
   * Chooses the notes of a private transaction and makes everything that its owner signs. Nothing is reserved: until the
   * transaction is on the chain and was scanned, the wallet would choose the same notes again.
   */
  plan(transaction: PoolTransaction): Promise<ShieldedOutcome<PrivateTransactionPlan>>;
  /** How many proofs can be made at once on this machine, whatever they are made with. */
  readonly mostProofsAtOnce: number;
  proving(): ProverState;
  /**
   * Proves a private transaction; several at once are proved side by side. Until the transaction is on the chain and
   * was scanned, the wallet would choose the same notes again.
   * @returns `interrupted` when the order's signal ended it
   */
  prove(
    transaction: PoolTransaction,
    order: ProofOrder,
  ): Promise<ShieldedOutcome<ProvedPrivateTransaction> | 'interrupted'>;
  /**
   * Proves what its wallet's owner signed; the wallet need not be open. Rejects for signatures that are not of the plan
   * and of the key that its notes need.
   */
  proveSigned(
    signed: SignedPrivatePlan,
    order: ProofOrder,
  ): Promise<ShieldedOutcome<ProvedPrivateTransaction>>;
  /**
   * Runs one warm-up step, at most a few tenths of a second of all cores, so that the first proofs are as quick as
   * later ones; for times when no one waits for a proof.
   * @returns whether there is another step.
   */
  getReadyToProve(): Promise<boolean>;
  stop(): Promise<void>;
}

/** The chain did not respond, or the pool's software failed. Nothing was decided; try again later. */
export class PoolUnavailable extends Error {
  readonly chainId: number;
  constructor(chainId: number, cause: unknown) {
    super(`The private pool of chain ${chainId} is unavailable.`, { cause });
    this.name = 'PoolUnavailable';
    this.chainId = chainId;
  }
}
