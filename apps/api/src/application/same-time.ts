import type { AnyContract } from '#wire/contract';
import type { Clock } from '../ports/clock.ts';
import type { Handler } from './call.ts';

/** Longer than the work takes on an idle machine. */
const FLOOR_MS = 250;

/**
 * Delays a handler's response to a minimum time, so that the timing of a response does not reveal whether there was
 * work to do, for example whether an account exists.
 */
export function inSameTime<C extends AnyContract>(clock: Clock, handler: Handler<C>): Handler<C> {
  return async (call) => {
    const begin = clock.now().getTime();
    try {
      return await handler(call);
    } finally {
      const left = begin + FLOOR_MS - clock.now().getTime();
      if (left > 0) await clock.sleep(left);
    }
  };
}
