import type * as z from 'zod/mini';
import type { ErrorCode } from './errors.ts';

type Schema = z.ZodMiniType;

/** One API call: everything the server, the web client, the API description and the tests need to know of it. */
export interface Contract<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema = Schema,
> {
  /** The call's name, which is also its file name on the server and in the web client. */
  readonly name: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path below the API's base, with parameters as `{id}`. */
  readonly path: string;
  readonly access: 'public' | 'session';
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Response;
  /** The refusals of this call besides those that every call can answer with. */
  readonly errors: readonly ErrorCode[];
  /** True for money commands: the `Idempotency-Key` header is required. */
  readonly needsIdempotencyKey?: boolean;
}

/**
 * Declares one API call.
 * @returns the declaration itself, with its schemas' types kept.
 */
export function defineContract<
  Response extends Schema,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  contract: Contract<Params, Query, Body, Response>,
): Contract<Params, Query, Body, Response> {
  return contract;
}

type OutputOf<S> = S extends Schema ? z.output<S> : undefined;
type InputOf<S> = S extends Schema ? z.input<S> : undefined;

// biome-ignore lint/suspicious/noExplicitAny: a bound that every contract fits
export type AnyContract = Contract<any, any, any, any>;
export type ParamsOf<C extends AnyContract> = OutputOf<C['params']>;
export type QueryOf<C extends AnyContract> = OutputOf<C['query']>;
export type BodyOf<C extends AnyContract> = OutputOf<C['body']>;
/** The body as a client writes it, before defaults. */
export type BodyInputOf<C extends AnyContract> = InputOf<C['body']>;
export type ResponseOf<C extends AnyContract> = OutputOf<C['response']>;
