import type { ShieldedProblem } from '../../ports/shielded-pool.ts';

/** In the words of RAILGUN's software and contract, lower case; the first match counts. */
const problemByWords: readonly (readonly [words: string, problem: ShieldedProblem])[] = [
  ['too low to pay broadcaster fee', 'fee-not-covered'],
  ['spendable private balance too low', 'balance-too-low'],
  ['requires additional utxos', 'notes-fragmented'],
  ['could not find enough utxos', 'notes-fragmented'],
  ['note already spent', 'not-scanned'],
  ['invalid merkle root', 'not-scanned'],
  // The node did not say why; likeliest what is spent is not known.
  ['missing revert data', 'not-scanned'],
  ['execution reverted', 'refused'],
  ['insufficient', 'refused'],
];
/** Some of its messages contain a whole call. */
const DETAIL_LENGTH = 300;

/** @returns what the failure means for the user, or null when it is unexpected. */
export function findPoolProblem(
  error: unknown,
): { readonly problem: ShieldedProblem; readonly detail: string } | null {
  const words = messagesOf(error).join(' ← ');
  const lowerCase = words.toLowerCase();
  const found = problemByWords.find(([fragment]) => lowerCase.includes(fragment));
  return found ? { problem: found[1], detail: words.slice(0, DETAIL_LENGTH) } : null;
}

/** Of the error and its causes. */
function messagesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return [String(error)];
  return [error.message, ...(error.cause === undefined ? [] : messagesOf(error.cause))];
}
