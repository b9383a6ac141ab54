import { type ReactNode, useEffect, useRef } from 'react';

/**
 * The title of a step. Reading starts here, so it takes the focus when it appears, and where the step is below the
 * pair, it comes into view.
 */
export function StepTitle({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const title = ref.current;
    if (title === null) return;
    title.focus({ preventScroll: true });
    const { top } = title.getBoundingClientRect();
    // The margin is the height of the header, which would cover the title.
    const margin = Number.parseFloat(getComputedStyle(title).scrollMarginTop) || 0;
    if (top < margin || top > window.innerHeight / 2) title.scrollIntoView?.({ block: 'start' });
  }, []);
  return (
    <h2 ref={ref} className="step-title" tabIndex={-1}>
      {children}
    </h2>
  );
}
