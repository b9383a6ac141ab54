import type { BaseUnits } from '#domain/amount/base-units';
import type { TokenId } from '#domain/token/token';

/** What a user received. Of a private payment, only that there was one. */
export interface Arrived {
  /** In public, base units by token. */
  readonly units: ReadonlyMap<TokenId, BaseUnits>;
  readonly privateCount: number;
}

/** @returns what the text of an email about it is filled with, but for the name */
export type ArrivalContent = (arrived: Arrived) => Readonly<Record<string, string>>;

/** Public payments from others that blocks have as final, of which users are notified once. */
export interface Arrivals {
  /**
   * Wakes up browsers and hands emails to the outbox, as their users want it, for what became final on a chain since
   * the last time. What was final before the first time is old.
   * @param least base units by token: smaller payments, and those of other tokens, are none
   * @returns false when nothing more became final, or another process is at it
   */
  announceNext(
    now: Date,
    least: ReadonlyMap<TokenId, BaseUnits>,
    contentOf: ArrivalContent,
  ): Promise<boolean>;
}
