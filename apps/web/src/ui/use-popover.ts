import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isRightToLeft } from './reading-direction.ts';

export interface PopoverPlacement {
  side?: 'below' | 'above' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  /** At least as wide as its anchor. */
  isAsWideAsAnchor?: boolean | undefined;
}

interface PopoverOptions extends PopoverPlacement {
  isOpen: boolean;
  anchorRef: RefObject<HTMLElement | null>;
  /** Called on a press outside. Omit it for popovers that close on their own. */
  onPressOutside?: (() => void) | undefined;
}

const GAP_PX = 6;
const EDGE_PX = 8;

/**
 * Shows an element in the top layer next to its anchor while it is open, within the window.
 * @returns the ref of the element, which needs `popover="manual"`.
 */
export function usePopover<E extends HTMLElement>(options: PopoverOptions): RefObject<E | null> {
  const { isOpen, anchorRef, onPressOutside, side, align, isAsWideAsAnchor } = options;
  const ref = useRef<E>(null);

  useLayoutEffect(() => {
    const popover = ref.current;
    const anchor = anchorRef.current;
    if (!isOpen || !popover || !anchor) return;
    popover.showPopover?.();
    const place = () => placeBeside(anchor, popover, { side, align, isAsWideAsAnchor });
    place();
    window.addEventListener('resize', place);
    window.addEventListener('scroll', place, true);
    return () => {
      window.removeEventListener('resize', place);
      window.removeEventListener('scroll', place, true);
    };
  }, [isOpen, anchorRef, side, align, isAsWideAsAnchor]);

  useEffect(() => {
    if (!isOpen || !onPressOutside) return;
    const handlePress = (event: PointerEvent) => {
      const target = event.target as Node;
      if (ref.current?.contains(target) || anchorRef.current?.contains(target)) return;
      onPressOutside();
    };
    document.addEventListener('pointerdown', handlePress, true);
    return () => document.removeEventListener('pointerdown', handlePress, true);
  }, [isOpen, onPressOutside, anchorRef]);

  return ref;
}

function placeBeside(anchor: HTMLElement, popover: HTMLElement, placement: PopoverPlacement): void {
  const box = anchor.getBoundingClientRect();
  if (placement.isAsWideAsAnchor) popover.style.minWidth = `${box.width}px`;
  const { offsetWidth: width, offsetHeight: height } = popover;
  const { clientWidth: maxX, clientHeight: maxY } = document.documentElement;

  const leftByAlign = {
    start: box.left,
    center: box.left + box.width / 2 - width / 2,
    end: box.right - width,
  };
  const below = box.bottom + GAP_PX;
  const above = box.top - GAP_PX - height;
  const fitsBelow = below + height <= maxY - EDGE_PX;
  const fitsAbove = above >= EDGE_PX;
  const wantsAbove = placement.side === 'above' ? fitsAbove || !fitsBelow : !fitsBelow && fitsAbove;

  const left = leftByAlign[alignOf(placement)];
  popover.style.left = `${clamp(left, EDGE_PX, maxX - EDGE_PX - width)}px`;
  popover.style.top = `${clamp(wantsAbove ? above : below, EDGE_PX, maxY - EDGE_PX - height)}px`;
}

/** @returns where the popover is beside its anchor in a page from left to right that looks the same */
function alignOf({ align = 'start' }: PopoverPlacement) {
  if (align === 'center' || !isRightToLeft()) return align;
  return align === 'start' ? 'end' : 'start';
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}
