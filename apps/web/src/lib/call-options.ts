import type { AnyContract, BodyInputOf, ParamsOf, QueryOf, ResponseOf } from '#wire/contract';
import type { ApiResult } from './api-result.ts';

/** What only the page knows of the coin that the user chose. */
export interface ChosenCoin {
  /** The coin of the network itself, which has no contract. */
  readonly isNative: boolean;
}

type Needed<Name extends string, Value> = [Value] extends [undefined]
  ? { [key in Name]?: undefined }
  : { [key in Name]: Value };

export type CallOptions<C extends AnyContract> = Needed<'params', ParamsOf<C>> &
  Needed<'query', QueryOf<C>> &
  Needed<'body', BodyInputOf<C>> & {
    /** Identifies one request: the same key never moves money twice. */
    idempotencyKey?: string | undefined;
    /** Made by a timer, not by the user: it does not extend the session. */
    isBackground?: boolean | undefined;
    /** Of a payment that its user may have to sign. */
    coin?: ChosenCoin | undefined;
    signal?: AbortSignal | undefined;
    /** Is told how much of the work is done, 0 to 1, when the server asks for some first. */
    onWork?: ((share: number) => void) | undefined;
  } & (C extends { canRespondAsync: true }
    ? {
        /** Respond as soon as the operation is stored, before its work is done. */
        respondsAsync?: boolean | undefined;
      }
    : { respondsAsync?: undefined });

/** Calls the API, as `callApi` does. */
export type CallApi = <C extends AnyContract>(
  contract: C,
  options: CallOptions<C>,
) => Promise<ApiResult<ResponseOf<C>>>;
