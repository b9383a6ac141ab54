import { useEffect, useRef } from 'react';

interface GoingToReview {
  /** What is entered; a change ends it. */
  readonly draft: object;
  readonly at: string;
  /** Whether the step on screen can be left. */
  readonly canContinue: boolean;
  readonly onContinue: () => void;
}

/**
 * Leaves the given steps by itself, each once and as soon as it can be: what a form was filled in with doesn't have to
 * be entered. Whatever the user does meanwhile ends it.
 * @param steps to leave, in order; none for a form that was not filled in
 */
export function useGoingToReview(
  steps: readonly string[],
  { draft, at, canContinue, onContinue }: GoingToReview,
): void {
  const left = useRef(steps);
  const first = useRef(draft);
  /** The step that was left and may still be on screen. */
  const leaving = useRef<string | null>(null);
  useEffect(() => {
    const [next, ...rest] = left.current;
    if (next === undefined || (at === leaving.current && at !== next)) return;
    if (at !== next || draft !== first.current) left.current = [];
    else if (canContinue) {
      left.current = rest;
      leaving.current = at;
      onContinue();
    }
  });
}
