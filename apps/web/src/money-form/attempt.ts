import type { BaseUnits } from '#domain/amount/base-units';
import { t } from '#language/t';
import type { ApiError } from '../lib/api-result.ts';
import type { WaitingCode } from './repeat-while-preparing.ts';

/** The fields that every operation request has. */
export interface MoneyRequest {
  readonly tokenId: string;
  readonly units: BaseUnits;
}

/** The idempotency key of a submitted request. The same request keeps its key until it's certain that nothing was sent. */
export interface IssuedKey<C extends MoneyRequest> {
  readonly key: string;
  readonly request: C;
}

/** The state of the last attempt to submit a request. */
export type Attempt =
  | { readonly at: 'idle' }
  | {
      readonly at: 'sending';
      /** What the server has to do before it; the request is repeated until that is done. */
      readonly waitsFor?: WaitingCode;
    }
  /** Nothing was sent. */
  | {
      readonly at: 'refused';
      readonly message: string;
      /** The account is frozen or held, which its security page explains and ends. */
      readonly isHeld?: true;
    }
  /** Its user cancelled it, or did not approve it, before anything was sent. */
  | { readonly at: 'cancelled'; readonly message: string }
  /** No response arrived; the request may have been accepted. */
  | { readonly at: 'unknown'; readonly message: string };

/** @returns the key to submit `request` with: the one of an earlier attempt, or the fresh one. */
export function keyFor<C extends MoneyRequest>(
  request: C,
  issued: readonly IssuedKey<C>[],
  freshKey: string,
): IssuedKey<C> {
  return issued.find((one) => isSameRequest(one.request, request)) ?? { key: freshKey, request };
}

/** @returns the attempt that a review starts with: the outcome of the same request is unknown when its key is kept. */
export function attemptOf<C extends MoneyRequest>(
  request: C,
  issued: readonly IssuedKey<C>[],
): Attempt {
  const isKnown = !issued.some((one) => isSameRequest(one.request, request));
  return isKnown ? { at: 'idle' } : { at: 'unknown', message: t('You already confirmed this.') };
}

/** @returns the keys with `newest` first. */
export function withNewest<C extends MoneyRequest>(
  issued: readonly IssuedKey<C>[],
  newest: IssuedKey<C>,
): readonly IssuedKey<C>[] {
  return [newest, ...issued.filter(({ key }) => key !== newest.key)];
}

/** The result of an attempt that was not accepted. */
export interface Refused<C extends MoneyRequest> {
  readonly attempt: Attempt;
  readonly issued: readonly IssuedKey<C>[];
}

/**
 * Decides what a failed attempt means.
 * @param issued starts with the key of that attempt.
 */
export function afterRefusal<C extends MoneyRequest>(
  error: ApiError,
  issued: readonly IssuedKey<C>[],
): Refused<C> {
  const { message, code } = error;
  if (isNotApproved(error))
    return { attempt: { at: 'cancelled', message }, issued: issued.slice(1) };
  // When the outcome is unknown, the key is kept: retrying with it cannot pay twice.
  return isOutcomeUnknown(error)
    ? { attempt: { at: 'unknown', message }, issued }
    : { attempt: { at: 'refused', message, ...heldBy(code) }, issued: issued.slice(1) };
}

/**
 * @returns whether the user did not give the approval or the signatures that are required: nothing was sent, and it is no
 *   error.
 */
export function isNotApproved({ code, status }: Pick<ApiError, 'status' | 'code'>): boolean {
  return code === 'aborted' && status !== null;
}

function heldBy(code: ApiError['code']): { isHeld?: true } {
  return HELD.has(code) ? { isHeld: true } : {};
}

const HELD: ReadonlySet<ApiError['code']> = new Set([
  'account-frozen',
  'held-after-reset',
  'held-new-device',
]);

/**
 * Only a deliberate refusal by the server guarantees that nothing was sent. While it reconciles an account, it looks for
 * this very request too.
 */
export function isOutcomeUnknown({ status, code }: Pick<ApiError, 'status' | 'code'>): boolean {
  if (REFUSED_BEFORE_STORED.has(code)) return false;
  return status === null || status < 400 || status >= 500 || code === 'operation-in-progress';
}

/** Codes that come with a 503, and only before anything about the request is stored. */
const REFUSED_BEFORE_STORED: ReadonlySet<ApiError['code']> = new Set([
  'queue-full',
  'private-not-ready',
  'network-fee-too-high',
]);

function isSameRequest<C extends MoneyRequest>(one: C, other: C): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof C>;
  return [...names].every((name) => one[name] === other[name]);
}
