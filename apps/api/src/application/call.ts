import type { Custody } from '#domain/custody/custody';
import type { Language } from '#language/languages';
import type { AnyContract, BodyOf, ParamsOf, QueryOf, ResponseOf } from '#wire/contract';
import type { ErrorCode } from '#wire/errors';
import type { ApprovalRequest } from '#wire/security/approval';
import type { AccountKeys } from '../ports/accounts.ts';
import type { DataKey, SessionBearer } from '../ports/key-vault.ts';
import type { WorkPuzzle } from '../ports/work-puzzles.ts';

interface CallParts<C extends AnyContract> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** The caller; present exactly when the contract's access is `session`. */
  readonly session: C extends { access: 'session' } ? CallSession : undefined;
  /** Present exactly when the contract requires it. */
  readonly idempotencyKey: C extends { needsIdempotencyKey: true } ? string : undefined;
  readonly client: Client;
}

/** One request after its schemas, its session and its idempotency key were checked. */
export type Call<C extends AnyContract> = CallParts<C> &
  (C extends { canRespondAsync: true } ? Waiting : unknown);

/** Whether the client waits for a call that may respond before the work is done. */
interface Waiting {
  /** True when the client requested an early response. */
  readonly respondAsync: boolean;
}

/** The session of a call and its user's wallet; the guard reads both with the request's only statement. */
export interface CallSession extends SessionBearer {
  readonly publicAddress: `0x${string}`;
  readonly privateAddress: `0zk${string}`;
  readonly custody: Custody;
}

/** Identifies the caller of a request; null when no live session matches the bearer and the device. */
export type SessionGuard = (request: {
  readonly authorization: string | undefined;
  /** True for what a page does automatically, without its user. */
  readonly isBackground: boolean;
  readonly client: Pick<Client, 'ip' | 'device'>;
}) => Promise<CallSession | null>;

/**
 * Verifies a signed-in user's password again and passes what it opens to `work`, which must not keep it.
 * @returns what `work` returns; a refusal when the password is wrong, was guessed too often, or the server is busy
 */
export type Reauthenticate = <T>(
  attempt: {
    readonly session: CallSession;
    readonly password: string;
    readonly client: Client;
  },
  work: (opened: OpenedAccount) => Promise<T | Refusal>,
) => Promise<T | Refusal>;

/** An account whose password was just verified. */
export type OpenedAccount = AccountKeys & { readonly dataKey: DataKey };

/** The calling client, as far as the server can tell. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
  /** The RFC 7638 thumbprint of the device key that signed this request; null without a proof. */
  readonly device: string | null;
  /** The solution of a puzzle, `<token>.<result in hex digits>`; null without one. */
  readonly work: string | null;
  /** An approval with a second factor, `<id>.<method>.<proof>`; null without one. */
  readonly approval: string | null;
  /** The one that its page is shown in. */
  readonly language: Language;
}

/** An expected refusal: a closed code, and optionally a sentence with the values of the case. */
export interface Refusal {
  readonly refused: ErrorCode;
  readonly sentence?: string;
  readonly operationId?: string;
  readonly retryAfter?: number;
  /** What `work-needed` asks for. */
  readonly work?: WorkPuzzle;
  /** What `approval-needed` asks for. */
  readonly approval?: ApprovalRequest;
}

/** Handles one call: returns the contract's response, or a refusal it lists. Throws only when a promise is broken. */
export type Handler<C extends AnyContract> = (call: Call<C>) => Promise<ResponseOf<C> | Refusal>;

/** @returns a refusal with this code, and with the code's sentence unless another is given. */
export function refuse(refused: ErrorCode, more: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused, ...more };
}

/** A call of the API with its handler, whatever the transport. */
export interface ServedCall {
  readonly contract: AnyContract;
  /** Takes what the contract's schemas accept; returns the contract's response, or a refusal it lists. */
  readonly handle: (call: Call<AnyContract>) => Promise<unknown>;
}

/** @returns the call with its handler; every request is checked by this contract */
export function serve<C extends AnyContract>(contract: C, handler: Handler<C>): ServedCall {
  return { contract, handle: (call) => handler(call as unknown as Call<C>) };
}
