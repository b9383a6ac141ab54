import type { Action, Screen, View } from '../flows/views.ts';
import { draw } from './draw.ts';
import type { Drawn } from './panel.ts';
import type { VisibilityGuard } from './visibility-guard.ts';

/** Draws into an element, one view at a time. */
export function createScreen(
  place: HTMLElement,
  guard: VisibilityGuard,
  resized: () => void,
): Screen {
  let shown: Drawn | null = null;
  return {
    show(view: View) {
      shown?.end?.();
      return new Promise<Action>((act) => {
        const drawn = draw(view, act);
        shown = drawn;
        place.replaceChildren(drawn.panel);
        guard.watch({ buttons: drawn.guarded ?? [], content: drawn.agreed ?? [] });
        // Nothing of what is behind the frame is scrolled to.
        drawn.focus.focus({ preventScroll: true });
        resized();
      });
    },
  };
}
