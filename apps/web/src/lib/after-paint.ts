/**
 * Runs something that restyles the whole page after the next paint, so that the control that was pressed answers first.
 * It runs later in a page that isn't visible, and not at all where none is painted.
 */
export function afterPaint(run: () => void): void {
  // A task queued from an animation frame callback runs after that frame is painted.
  requestAnimationFrame(() => setTimeout(run));
}
