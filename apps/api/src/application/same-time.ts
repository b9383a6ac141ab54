import type { AnyContract } from '#wire/contract';
import type { Clock } from '../ports/clock.ts';
import type { Handler } from './call.ts';

/** Longer than the work takes on an idle machine. */
const FLOOR_MS = 250;

/**
 * Lets a handler answer no sooner than after a floor, so that the time of an answer does not tell whether there
 * was something to do for it: who has an account, for one.
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
