import type { ErrorCode } from '#wire/errors';
import { type Refusal, refuse } from '../../../application/call.ts';
import type { PoolClientOutcome } from '../../../ports/shielded-pool-client.ts';

type Problem = Extract<PoolClientOutcome<unknown>, { ok: false }>['problem'];

const codeByProblem: Readonly<Record<Problem, ErrorCode>> = {
  away: 'private-not-ready',
  'not-open': 'private-not-ready',
  'not-scanned': 'private-not-ready',
  'balance-too-low': 'amount-above-balance',
  'fee-not-covered': 'fee-not-covered',
  'notes-fragmented': 'notes-fragmented',
  refused: 'transaction-would-fail',
};

/** True when the wallet's notes are not enough for a request. */
export function isForFunds(problem: Problem): boolean {
  return (
    problem === 'balance-too-low' || problem === 'fee-not-covered' || problem === 'notes-fragmented'
  );
}

const RETRY_S = 3;

/** @returns the refusal for a problem of the private pool or its client with a request. */
export function refusePoolClient(problem: Problem): Refusal {
  const code = codeByProblem[problem];
  return code === 'private-not-ready' ? refuseNotReady() : refuse(code);
}

/** @returns the refusal while the private pool is unavailable. */
export function refuseNotReady(): Refusal {
  return refuse('private-not-ready', { retryAfter: RETRY_S });
}
