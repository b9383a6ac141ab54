import type { PrivateAddress, PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type { Token } from '#domain/token/token';

/** A person's wallet that the pool looks for notes of. */
export interface OpenWallet {
  readonly walletId: string;
  readonly privateAddress: PrivateAddress;
}

/** Whose notes are spent, and what opens them. */
export interface Spender {
  readonly walletId: string;
  /** 32 bytes as hex, those that the wallet was opened with. */
  readonly encryptionKey: string;
}

/** Base units. What is pending counts, but cannot be spent yet. */
export interface ShieldedBalance {
  readonly spendable: BaseUnits;
  readonly pending: BaseUnits;
}

/** Notes of one token that one proof can make one. */
export interface FragmentedNotes {
  readonly token: Token;
  /** What they are worth together, base units. */
  readonly amount: BaseUnits;
}

/** Public to private. The amount is before the pool's fee; the payer needs it, and to have allowed it. */
export interface ShieldIntent {
  readonly token: Token;
  readonly amount: BaseUnits;
  readonly recipient: PrivateAddress;
  readonly payer: PublicAddress;
  /** Hash of the payer's signature of `shieldMessage`: with it the payer can read the note later. */
  readonly shieldKey: `0x${string}`;
}

/** Private to private, or private to public; the native coin arrives as itself. Amounts before the pool's fee. */
export type PrivateTransactionIntent = {
  readonly spender: Spender;
  readonly token: Token;
  readonly amount: BaseUnits;
  /** Base units of the native coin for one gas; a broadcaster who is paid is held to it. */
  readonly gasPrice: bigint;
  /** What the broadcaster is paid in notes; null when nothing. */
  readonly fee: BroadcasterFee | null;
} & (
  | {
      readonly kind: 'internal-transfer';
      readonly recipient: PrivateAddress;
      readonly memo: string | null;
      /** Whether the recipient reads from whom it came. */
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

/** A spend, before there is a proof of it. */
export interface PrivateTransactionEstimate {
  readonly gas: bigint;
  readonly broadcasterFee: BaseUnits | null;
}

/** A call that anyone may sign and send, once. */
export interface ProvedPrivateTransaction extends PoolCall {
  /** What it would use, with a reserve. */
  readonly gasLimit: bigint;
  /** Marks of the notes that it spends, 32 bytes each: once one is on the chain, this call fails for ever. */
  readonly nullifiers: readonly `0x${string}`[];
  readonly broadcasterFee: BaseUnits | null;
  readonly provedInMs: number;
}

/** One transaction as a wallet's notes tell of it. */
export interface ShieldedHistoryItem {
  readonly transactionHash: TransactionHash;
  readonly blockNumber: number;
  readonly kind: 'shield' | 'sent' | 'received' | 'unshield' | 'other';
  /** To others' private addresses, one entry a recipient and token. */
  readonly sent: readonly ShieldedMovement[];
  readonly received: readonly ShieldedMovement[];
  /** To public addresses, as they arrived there. */
  readonly unshielded: readonly ShieldedMovement[];
  /** What the pool kept, base units of the token that moved. */
  readonly poolFee: BaseUnits;
  readonly broadcasterFee: BaseUnits | null;
}

/** What moved; the other side's address and words where a note tells them. */
export interface ShieldedMovement {
  readonly token: Token;
  readonly amount: BaseUnits;
  readonly counterparty: string | null;
  readonly memo: string | null;
}

/**
 * Why something cannot be spent or shielded. `notes-scattered`: together there is enough, but not in notes
 * that fit into one transaction with the fee. `not-looked`: the wallet does not know the newest notes yet.
 */
export type ShieldedProblem =
  | 'balance-too-low'
  | 'fee-not-covered'
  | 'notes-scattered'
  | 'not-looked'
  | 'refused';

/** An answer, or why there is none; `detail` is for the log. */
export type ShieldedOutcome<Reply> =
  | { readonly ok: true; readonly response: Reply }
  | { readonly ok: false; readonly problem: ShieldedProblem; readonly detail: string };

/**
 * The pool of private notes of one network, with the wallets that are open in this process. Proofs are made
 * one after the other, whoever asks.
 * Every method that asks the chain rejects with `PoolUnavailable` when that does not work.
 */
export interface ShieldedPool {
  readonly chainId: number;
  /** What the pool takes of what goes in and out, basis points of the amount, rounded down. */
  readonly shieldFeeBps: bigint;
  readonly unshieldFeeBps: bigint;
  /** Whom a payer allows to take a token that is shielded. */
  readonly spender: PublicAddress;
  /** The words whose signature a payer's shield key is the hash of. */
  readonly shieldMessage: string;
  /**
   * Opens a person's wallet; opened again it knows at once what it knew. Blocks before `createdAtBlock` are
   * not searched for its notes; null searches all.
   */
  open(wallet: {
    readonly mnemonic: string;
    readonly encryptionKey: string;
    readonly createdAtBlock: number | null;
  }): Promise<OpenWallet>;
  /** Stops looking for the wallet's notes and forgets its keys; what was found stays on the disk. */
  close(walletId: string): void;
  /**
   * Looks for new notes of one wallet or of all, until everything in the pool is known or the time is over.
   * Finds out by itself when what it knew is not what the pool has, and begins anew then.
   * @returns whether everything is known.
   */
  look(options: { readonly walletId: string | null; readonly withinMs: number }): Promise<boolean>;
  /** How many notes of everybody are known: while it is the same, no wallet has received anything. */
  noteCount(): Promise<number>;
  /** The chain's newest block. */
  latestBlock(): Promise<bigint>;
  /** When blocks were made, by number. */
  blockTimes(blocks: readonly number[]): Promise<ReadonlyMap<number, Date>>;
  /** Balances as of the last look, in the order of `tokens`. */
  balances(walletId: string, tokens: readonly Token[]): Promise<readonly ShieldedBalance[]>;
  /**
   * Of each token in more spendable notes than one proof spends at its best: what the largest of them are worth
   * that one proof makes one, as of the last look.
   */
  fragmented(walletId: string, tokens: readonly Token[]): Promise<readonly FragmentedNotes[]>;
  /** As of the last look, newest first, without tokens that the network does not list. */
  history(walletId: string, fromBlock: number): Promise<readonly ShieldedHistoryItem[]>;
  /** What a shield would use, units of gas. */
  estimateShield(intent: ShieldIntent): Promise<ShieldedOutcome<bigint>>;
  /** Writes the call of a shield, for the payer to sign. It needs no proof. */
  prepareShield(intent: ShieldIntent): Promise<PoolCall>;
  /** What a spend would use and cost, without a proof. */
  estimatePrivateTransaction(
    intent: PrivateTransactionIntent,
  ): Promise<ShieldedOutcome<PrivateTransactionEstimate>>;
  /**
   * Proves a spend: seconds of all cores. `onProgress` hears which share of the proofs is done, 0 to 1. `signal`
   * interrupts it, for another that matters more.
   * Until the spend is on the chain and was looked for, the wallet would choose the same notes again.
   */
  prove(
    intent: PrivateTransactionIntent,
    onProgress?: (share: number) => void,
    signal?: AbortSignal,
  ): Promise<ShieldedOutcome<ProvedPrivateTransaction> | 'interrupted'>;
  /**
   * Does a step, at most some tenths of a second of all cores, of what makes the first proofs as quick as later
   * ones; for a time in which nobody waits for a proof.
   * @returns whether there is another step.
   */
  getReadyToProve(): Promise<boolean>;
  stop(): Promise<void>;
}

/** The chain did not answer, or the pool's software failed. Nothing was decided; try again later. */
export class PoolUnavailable extends Error {
  readonly chainId: number;
  constructor(chainId: number, cause: unknown) {
    super(`The private pool of chain ${chainId} cannot be used at present.`, { cause });
    this.name = 'PoolUnavailable';
    this.chainId = chainId;
  }
}
