import { act } from '@testing-library/react';
import { vi } from 'vitest';

/** A viewport whose scroll position the test decides. */
export interface FakeViewport {
  /** Reports which of the followed elements are in the viewport or near it. */
  show(isNear: (element: Element) => boolean): void;
}

/** Replaces the browser's observer of what is in sight until `vi.unstubAllGlobals()`. */
export function stubViewport(): FakeViewport {
  const followed = new Map<Element, IntersectionObserverCallback>();
  class FakeObserver {
    readonly #report: IntersectionObserverCallback;
    constructor(report: IntersectionObserverCallback) {
      this.#report = report;
    }
    observe(element: Element) {
      followed.set(element, this.#report);
    }
    unobserve(element: Element) {
      followed.delete(element);
    }
    disconnect() {
      followed.clear();
    }
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  return {
    show(isNear) {
      act(() => {
        for (const [target, report] of followed) {
          const entry = {
            target,
            isIntersecting: isNear(target),
            boundingClientRect: { height: 0 },
          };
          report([entry as IntersectionObserverEntry], {} as IntersectionObserver);
        }
      });
    },
  };
}
