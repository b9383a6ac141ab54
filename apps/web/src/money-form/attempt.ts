import type { BaseUnits } from '#domain/amount/base-units';
import type { ApiError } from '../lib/api-result.ts';

/** What every money command has. */
export interface Command {
  readonly tokenId: string;
  readonly units: BaseUnits;
}

/** The key under which a command was tried. The same command keeps it until it is known that nothing was sent. */
export interface IssuedKey<C extends Command> {
  readonly key: string;
  readonly command: C;
}

/** How the last try of a command went. */
export type Attempt =
  | { readonly at: 'idle' }
  | { readonly at: 'sending' }
  /** Nothing was sent. */
  | { readonly at: 'refused'; readonly message: string }
  /** It was accepted, and cancelled before anything was sent. */
  | { readonly at: 'cancelled'; readonly message: string }
  /** No response came; the command may have been taken. */
  | { readonly at: 'unknown'; readonly message: string };

/** @returns the key to confirm `command` with: the one it was tried with before, or the fresh one. */
export function keyFor<C extends Command>(
  command: C,
  issued: readonly IssuedKey<C>[],
  freshKey: string,
): IssuedKey<C> {
  return issued.find((one) => isSameCommand(one.command, command)) ?? { key: freshKey, command };
}

/** @returns the keys with `newest` before all others. */
export function withNewest<C extends Command>(
  issued: readonly IssuedKey<C>[],
  newest: IssuedKey<C>,
): readonly IssuedKey<C>[] {
  return [newest, ...issued.filter(({ key }) => key !== newest.key)];
}

/** What a try that was not accepted leaves behind. */
export interface Refused<C extends Command> {
  readonly attempt: Attempt;
  readonly issued: readonly IssuedKey<C>[];
}

/**
 * Judges a try that was not accepted.
 * @param issued the key it was tried with goes first.
 */
export function afterRefusal<C extends Command>(
  error: ApiError,
  issued: readonly IssuedKey<C>[],
): Refused<C> {
  const { message } = error;
  // A key whose fate is unknown is kept: trying again with it cannot pay twice.
  return isOutcomeUnknown(error)
    ? { attempt: { at: 'unknown', message }, issued }
    : { attempt: { at: 'refused', message }, issued: issued.slice(1) };
}

/** Only a refusal that the server made on purpose says for certain that nothing was sent. */
function isOutcomeUnknown({ status, code }: ApiError): boolean {
  if (REFUSED_BEFORE_STORED.has(code)) return false;
  return status === null || status < 400 || status >= 500 || code === 'operation-in-progress';
}

/** They come with a 503, and only before anything of the command is stored. */
const REFUSED_BEFORE_STORED: ReadonlySet<ApiError['code']> = new Set([
  'queue-full',
  'private-not-ready',
]);

function isSameCommand<C extends Command>(one: C, other: C): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof C>;
  return [...names].every((name) => one[name] === other[name]);
}
