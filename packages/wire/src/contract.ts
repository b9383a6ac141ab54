import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

type Schema = z.ZodMiniType;

/** One API call: everything the server, the web client, the API description and the tests need to know of it. */
export interface Contract {
  /** The call's name, which is also its file name on the server and in the web client. */
  readonly name: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path below the API's base, with parameters as `{id}`. */
  readonly path: string;
  readonly access: 'public' | 'session';
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
  /** The refusals of this call besides those that every call can return. */
  readonly errors: readonly ErrorCode[];
  /** True when the response is a stream of server-sent events, each as `response` describes. */
  readonly isStream?: boolean;
  /** True for calls that move money: the `Idempotency-Key` header is required. */
  readonly needsIdempotencyKey?: boolean;
  /** True when a client may request a response before the work is done (`Prefer: respond-async`, RFC 7240). */
  readonly canRespondAsync?: boolean;
}

/**
 * Declares one API call.
 * @returns the declaration itself, with its schemas' types and its literals kept.
 */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract;
}

export type AnyContract = Contract;
export type ParamsOf<C> = C extends { params: infer S extends Schema } ? z.output<S> : undefined;
export type QueryOf<C> = C extends { query: infer S extends Schema } ? z.output<S> : undefined;
export type BodyOf<C> = C extends { body: infer S extends Schema } ? z.output<S> : undefined;
/** The body as a client writes it, before defaults. */
export type BodyInputOf<C> = C extends { body: infer S extends Schema } ? z.input<S> : undefined;
export type ResponseOf<C extends AnyContract> = z.output<C['response']>;
