import type { PoolCall, ShieldedOutcome, ShieldIntent, SpendEstimate } from './shielded-pool.ts';
import type { AskedSpend } from './shielded-pool-client.ts';

/** What the process that holds a pool can be asked. */
export type ShieldedQuestion =
  | { readonly kind: 'prepare-shield'; readonly intent: ShieldIntent }
  | { readonly kind: 'estimate-shield'; readonly intent: ShieldIntent }
  | { readonly kind: 'estimate-spend'; readonly userId: string; readonly spend: AskedSpend }
  | { readonly kind: 'refresh'; readonly userId: string };

/** What it answers, by kind of question. */
export interface ShieldedAnswers {
  readonly 'prepare-shield': PoolCall;
  readonly 'estimate-shield': bigint;
  readonly 'estimate-spend': SpendEstimate;
  readonly refresh: boolean;
}

export type ShieldedAnswer<Kind extends ShieldedQuestion['kind']> =
  | ShieldedOutcome<ShieldedAnswers[Kind]>
  | { readonly ok: false; readonly problem: 'away' | 'not-open' };

/** A question that this process took up. */
export interface TakenQuestion {
  readonly question: ShieldedQuestion;
  /** Tells whoever asked. */
  answer(answer: ShieldedAnswer<ShieldedQuestion['kind']>): Promise<void>;
}

/** The questions that others ask of this process. Source: the database. */
export interface ShieldedQuestions {
  /** Takes up what was asked and is not too late; what cannot be opened is left out. */
  take(now: Date): Promise<readonly TakenQuestion[]>;
  /** Deletes what nobody waits for any more. */
  sweep(now: Date): Promise<void>;
}
