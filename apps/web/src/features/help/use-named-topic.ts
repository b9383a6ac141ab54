import { useEffect, useEffectEvent } from 'react';
import { useLocation } from '../../lib/navigation/navigation.tsx';

/**
 * Opens and shows the part of the page that its address names, as in `/help#fees`, again each time that it is named.
 * @param onNamed called before, to show what a search hides
 * @returns the anchor in the address; null without one
 */
export function useNamedTopic(onNamed: () => void): string | null {
  const { hash, key } = useLocation();
  const id = hash === '' ? null : hash.slice(1);
  const notify = useEffectEvent(onNamed);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same anchor can be named again
  useEffect(() => {
    if (id === null) return;
    notify();
    // Not before a search was cleared.
    const frame = requestAnimationFrame(() => show(id));
    return () => cancelAnimationFrame(frame);
  }, [id, key]);

  return id;
}

function show(id: string): void {
  const element = document.getElementById(id);
  if (element === null) return;
  if (element instanceof HTMLDetailsElement) element.open = true;
  element.scrollIntoView({ block: 'start' });
  const start = element.querySelector<HTMLElement>('summary, [tabindex="-1"]');
  start?.focus({ preventScroll: true });
}
