import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useGoingToReview } from './use-going-to-review.ts';

afterEach(cleanup);

function start(steps: readonly string[]) {
  const onContinue = vi.fn();
  const draft = {};
  const first = { draft, at: 'amount', canContinue: false };
  const { rerender } = renderHook((now) => useGoingToReview(steps, { ...now, onContinue }), {
    initialProps: first,
  });
  return { onContinue, show: (now: Partial<typeof first>) => rerender({ ...first, ...now }) };
}

describe('a form that was filled in', () => {
  it('leaves each step once, as soon as it can be left', () => {
    const { onContinue, show } = start(['amount', 'recipient']);
    expect(onContinue).not.toHaveBeenCalled();
    show({ canContinue: true });
    show({ canContinue: true });
    expect(onContinue).toHaveBeenCalledTimes(1);
    show({ canContinue: true, at: 'recipient' });
    expect(onContinue).toHaveBeenCalledTimes(2);
    show({ canContinue: true, at: 'review' });
    show({ canContinue: true, at: 'amount' });
    expect(onContinue).toHaveBeenCalledTimes(2);
  });

  it('stays where it is once the user changed something', () => {
    const { onContinue, show } = start(['amount']);
    show({ draft: { changed: true } });
    show({ draft: { changed: true }, canContinue: true });
    expect(onContinue).not.toHaveBeenCalled();
  });

  it('that was not stays at its first step', () => {
    const { onContinue, show } = start([]);
    show({ canContinue: true });
    expect(onContinue).not.toHaveBeenCalled();
  });
});
