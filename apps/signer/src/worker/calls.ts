import type { Owner, OwnerWrap } from '#signing/messages/owner-wrap';
import type { ApprovalRequest, EnrolmentProofs } from '#signing/messages/protocol';
import type { BoxUse } from '../wraps/associated-data.ts';
import type { TimeOutMinutes } from './keyring.ts';

/** A wallet whose entropy is in the Worker, until `end`. */
export interface StartedWallet {
  readonly owner: Owner;
  /** 96 bytes as hex. */
  readonly sight: string;
  readonly proofs: EnrolmentProofs;
}

/** Typed words that make no entropy: some aren't in the list, or they don't belong together. */
export interface WordsError {
  readonly outcome: 'not-words';
  /** From 1; empty where each is a word of the list. */
  readonly places: readonly number[];
  /** The one that the first may have been meant as. */
  readonly meant: string | null;
}

export interface Refusal {
  readonly outcome: 'refused';
  readonly check: string;
  readonly sentence: string;
}

export type Signing =
  | { readonly outcome: 'signed'; readonly signatures: readonly string[] }
  | { readonly outcome: 'expired' }
  | { readonly outcome: 'closed' }
  | Refusal;

interface Call<Request, Response> {
  readonly request: Request;
  readonly response: Response;
}
interface Opening {
  readonly owner: Owner;
  readonly use: BoxUse;
}

/** What the page can have the Worker do. Keys are never in a response; words are, because they have to be drawn. */
export interface WorkerCalls {
  start: Call<{ userId: string; challenge: string }, StartedWallet>;
  startFromWords: Call<
    { userId: string; challenge: string; words: readonly string[] },
    ({ outcome: 'started' } & StartedWallet) | WordsError
  >;
  openWrap: Call<
    Opening & { wrap: OwnerWrap; secret: Uint8Array<ArrayBuffer> },
    { isOpen: boolean }
  >;
  openPhrase: Call<
    Opening & { wraps: readonly OwnerWrap[]; words: readonly string[] },
    { isOpen: boolean }
  >;
  openWords: Call<
    Opening & { words: readonly string[] },
    { outcome: 'open' } | { outcome: 'other'; address: string } | WordsError
  >;
  sealPasskey: Call<
    { credentialId: string; publicKey: string; secret: Uint8Array<ArrayBuffer> },
    OwnerWrap
  >;
  sealPhrase: Call<Record<string, never>, { wrap: OwnerWrap; words: readonly string[] }>;
  words: Call<Record<string, never>, readonly string[]>;
  /** @returns the places that are wrong */
  checkWords: Call<{ places: readonly number[]; words: readonly string[] }, readonly number[]>;
  compareWords: Call<
    { owner: Owner; words: readonly string[] },
    { outcome: 'same' } | { outcome: 'other'; address: string } | WordsError
  >;
  end: Call<Record<string, never>, null>;
  hasOpenKeys: Call<Record<string, never>, boolean>;
  isOpen: Call<{ owner: Owner }, boolean>;
  wasPaid: Call<{ owner: Owner; recipient: string }, boolean>;
  checkPlan: Call<{ request: ApprovalRequest }, { outcome: 'fits' } | Refusal>;
  sign: Call<{ request: ApprovalRequest }, Signing>;
  lock: Call<Record<string, never>, null>;
  hidden: Call<Record<string, never>, null>;
  shown: Call<Record<string, never>, null>;
  timeOut: Call<Record<string, never>, TimeOutMinutes>;
  setTimeOut: Call<{ minutes: TimeOutMinutes }, null>;
}

export type CallName = keyof WorkerCalls;

/** Calls one function of the Worker. It rejects where that one threw: then the signer is broken. */
export type CallWorker = <Name extends CallName>(
  name: Name,
  request: WorkerCalls[Name]['request'],
) => Promise<WorkerCalls[Name]['response']>;

export type WorkerHandlers = {
  readonly [Name in CallName]: (
    request: WorkerCalls[Name]['request'],
  ) => Promise<WorkerCalls[Name]['response']>;
};

/** What the Worker posts: the result of one call, or that it threw. */
export type WorkerReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string };

/** What the page posts. */
export interface WorkerRequest {
  readonly id: number;
  readonly name: CallName;
  readonly request: unknown;
}
