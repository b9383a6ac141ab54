import { type DestinationStream, type Logger, pino } from 'pino';

/** What is logged about an error. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: LoggedError;
  /** Of an aggregate error. */
  readonly errors?: readonly LoggedError[];
}

const MOST_CAUSES = 5;

/** @returns a log of one JSON line per event, on the standard output unless another stream is given. */
export function createLog(
  { level, process: processName }: { readonly level: string; readonly process: string },
  destination: DestinationStream = pino.destination(1),
): Logger {
  return pino(
    {
      level,
      base: { process: processName },
      serializers: { err: (error: unknown) => describeError(error, MOST_CAUSES) },
    },
    destination,
  );
}

/**
 * Only these fields: errors carry whatever their makers attach to them, and a database's errors carry the row, with
 * everything that is sealed in it.
 */
function describeError(error: unknown, causesLeft: number): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Not an error.' };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    ...(stack === undefined ? {} : { stack }),
    ...(cause === undefined || causesLeft === 0
      ? {}
      : { cause: describeError(cause, causesLeft - 1) }),
    ...(error instanceof AggregateError && causesLeft > 0
      ? { errors: error.errors.map((one) => describeError(one, causesLeft - 1)) }
      : {}),
  };
}
