import type { AnyContract, BodyOf, ParamsOf, QueryOf, ResponseOf } from '#wire/contract';
import type { ErrorCode } from '#wire/errors';
import type { AccountKeys } from '../ports/accounts.ts';
import type { DataKey, SessionBearer } from '../ports/key-vault.ts';

interface CallParts<C extends AnyContract> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** Who calls; present exactly when the contract's access is `session`. */
  readonly session: C extends { access: 'session' } ? CallSession : undefined;
  /** Present exactly when the contract needs it. */
  readonly idempotencyKey: C extends { needsIdempotencyKey: true } ? string : undefined;
  readonly client: Client;
}

/** One request after its schemas, its session and its idempotency key were checked. */
export type Call<C extends AnyContract> = CallParts<C> &
  (C extends { canRespondAsync: true } ? Waiting : unknown);

/** How long the client of a call waits that may be answered before the work is done. */
interface Waiting {
  /** True when the client asked for that. */
  readonly respondAsync: boolean;
}

/** The session of a call and whose wallet it is; the guard reads both with the one statement of a request. */
export interface CallSession extends SessionBearer {
  readonly publicAddress: `0x${string}`;
  readonly privateAddress: `0zk${string}`;
}

/** Finds out who calls from what a request says of itself; null when no live session knows the bearer. */
export type SessionGuard = (request: {
  readonly authorization: string | undefined;
  /** True for what a page does by itself, without its person. */
  readonly isBackground: boolean;
}) => Promise<CallSession | null>;

/**
 * Asks a signed-in person's password again and lends what it opens to `work`, which must not keep it.
 * @returns what `work` returns; a refusal when the password is wrong, was guessed too often, or nobody has time for it
 */
export type Reauthenticate = <T>(
  attempt: {
    readonly session: CallSession;
    readonly password: string;
    readonly client: Client;
  },
  work: (opened: OpenedAccount) => Promise<T | Refusal>,
) => Promise<T | Refusal>;

/** An account whose password was right a moment ago. */
export type OpenedAccount = AccountKeys & { readonly dataKey: DataKey };

/** Who is on the other end of the line, as far as the server can tell. */
export interface Client {
  readonly ip: string;
  readonly userAgent: string;
}

/** An expected refusal: a closed code, and optionally a sentence with the values of the case. */
export interface Refusal {
  readonly refused: ErrorCode;
  readonly sentence?: string;
  readonly operationId?: string;
  readonly retryAfter?: number;
}

/** Answers one call: the response of the contract, or a refusal it lists. Throws only when a promise is broken. */
export type Handler<C extends AnyContract> = (call: Call<C>) => Promise<ResponseOf<C> | Refusal>;

/** @returns a refusal with this code; the sentence of the code stands in unless another is given. */
export function refuse(refused: ErrorCode, more: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused, ...more };
}

/** A call of the API with its handler, whatever the transport. */
export interface ServedCall {
  readonly contract: AnyContract;
  /** Takes what its contract's schemas let through; the response of the contract, or a refusal it lists. */
  readonly handle: (call: Call<AnyContract>) => Promise<unknown>;
}

/** @returns the call with its handler: whoever registers it checks every request by this very contract */
export function serve<C extends AnyContract>(contract: C, handler: Handler<C>): ServedCall {
  return { contract, handle: (call) => handler(call as unknown as Call<C>) };
}
