import type { AttemptLimits, QuotaRule } from '../ports/attempt-limits.ts';
import type { SolvedWork, WorkPuzzles } from '../ports/work-puzzles.ts';
import { type Refusal, refuse } from './call.ts';

export interface RequireWorkPorts {
  readonly puzzles: WorkPuzzles;
  readonly limits: Pick<AttemptLimits, 'takeQuota'>;
}

/** What a request has to bring, and what it brought. */
export interface NeededWork {
  /** What the work is for: a solution is right for nothing else. */
  readonly purpose: string;
  /** 0 when none is needed. */
  readonly squarings: number;
  /** Of the client: `<token>.<result in hex digits>`; null without any. */
  readonly work: string | null;
}

/** Longer than a puzzle is valid. */
const singleUse: QuotaRule = { most: 1, windowMs: 15 * 60_000 };
/** Who solved within this time what was asked is not asked for more, although the pressure rose meanwhile. */
const HONORED_MS = 60_000;

/** @returns null when enough work was done and not used before; else a refusal with a new puzzle */
export async function requireWork(
  { puzzles, limits }: RequireWorkPorts,
  { purpose, squarings, work }: NeededWork,
  now: Date,
): Promise<Refusal | null> {
  if (squarings === 0) return null;
  const solved = work === null ? null : puzzles.verify(purpose, work, now);
  if (solved !== null && isEnough(solved, squarings, now)) {
    if ((await limits.takeQuota(`work ${solved.id}`, singleUse, now)) === 0) return null;
  }
  return refuse('work-needed', { work: puzzles.create(purpose, squarings, now) });
}

function isEnough({ squarings, issuedAt }: SolvedWork, needed: number, now: Date): boolean {
  return squarings >= needed || now.getTime() - issuedAt.getTime() <= HONORED_MS;
}
