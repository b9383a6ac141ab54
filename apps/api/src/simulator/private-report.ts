import type { Judgement } from './judge.ts';
import type { PrivateLimits } from './judge-private.ts';
import type { PrivateEnvironment } from './private-environment.ts';
import type { OwnersJudgement } from './private-owners/judge-owners.ts';
import type { PrivateSurge } from './private-surge.ts';
import type { SharedPrivateJudgement } from './shared-private-requests.ts';

/** How a run of private payments went. */
export interface PrivateReport
  extends Judgement,
    PrivateLimits,
    SharedPrivateJudgement,
    OwnersJudgement {
  /** Notes that two live operations were both to spend, and notes still reserved for a failed operation. */
  readonly noteErrors: readonly string[];
  /** What the broadcaster signed against its rules. */
  readonly signatureErrors: readonly string[];
  /** What was signed for an account after its user was told that it is frozen. */
  readonly freezeErrors: readonly string[];
  /** How often a user froze an account, and how many payments that ended. */
  readonly freezes: number;
  readonly endedByFreeze: number;
  readonly surge: PrivateSurge;
  /**
   * The longest time for which the broadcaster's payments waited for the same one: while fees rise, in the whole run,
   * and otherwise once the faults were over.
   */
  readonly laneMs: number;
  /** How often a payment was re-priced. */
  readonly repriced: number;
  readonly requests: number;
  readonly paid: number;
  readonly consolidated: number;
  readonly cancelled: number;
  /** Copies that others sent, payments that one of them paid, and those of them that were being cancelled. */
  readonly copies: number;
  readonly paidByCopy: number;
  /** Payments of which strangers made only a part happen, and whether their proofs were bound to each other. */
  readonly paidInPart: readonly string[];
  readonly proofs: PrivateEnvironment['proofs'];
  readonly paidThoughCancelling: number;
  /** How many payments were cancelled because no block had them for a day. */
  readonly expired: number;
  /** How many operations the account had that took the broadcaster's place. */
  readonly byNext: number;
  readonly crashes: number;
  readonly reorganisations: number;
  /** Failovers, the operations that they lost, and payments that were found on the network in place of a proof. */
  readonly failovers: number;
  /** How often another wallet of an owner moved a note. */
  readonly movedElsewhere: number;
  /** Payments that ended because another transaction had spent their notes. */
  readonly notesTaken: number;
  readonly lostOperations: number;
  readonly found: number;
}
