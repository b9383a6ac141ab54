import './popover.css';
import './menu.css';
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useNavigate } from '../lib/navigation/navigation.tsx';
import { type PopoverPlacement, usePopover } from './use-popover.ts';

interface ItemLabels {
  label: string;
  icon?: ReactNode;
  /** Why it does nothing at the moment; it can still be reached and read. */
  offReason?: string | null;
}
/** An entry either runs an action, which may open a URL such as `?do=send`, or navigates. */
export type MenuItem = ItemLabels & ({ onSelect: () => void; leadsTo?: string } | { to: string });

interface MenuProps {
  label: string;
  /** The content of the button that opens the menu. */
  trigger: ReactNode;
  triggerClassName?: string | undefined;
  /** Shown above the entries, such as a name and an address. */
  header?: ReactNode;
  items: readonly MenuItem[];
  align?: PopoverPlacement['align'];
}

/** A button that opens a menu. Arrows, Home, End and letters move through it, and Escape returns to the button. */
export function Menu(props: MenuProps) {
  const { label, trigger, triggerClassName = 'icon-button', header, items, align = 'end' } = props;
  const navigate = useNavigate();
  const triggerRef = useRef<HTMLButtonElement>(null);
  const [openAt, setOpenAt] = useState<'first' | 'last' | null>(null);
  const isOpen = openAt !== null;
  const close = useCallback(() => setOpenAt(null), []);
  const ref = usePopover<HTMLDivElement>({
    isOpen,
    anchorRef: triggerRef,
    onPressOutside: close,
    align,
  });

  useEffect(() => {
    if (openAt)
      itemsIn(ref.current)
        .at(openAt === 'first' ? 0 : -1)
        ?.focus();
  }, [openAt, ref]);

  function closeAndReturn() {
    close();
    triggerRef.current?.focus();
  }

  function choose(item: MenuItem) {
    if (item.offReason) return;
    // Returns focus first, so that a dialog opened by the action later returns it to the button.
    closeAndReturn();
    if ('to' in item) navigate(item.to);
    else item.onSelect();
  }

  function handleTriggerKey(event: KeyboardEvent) {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpenAt(event.key === 'ArrowDown' ? 'first' : 'last');
  }

  function handleMenuKey(event: KeyboardEvent) {
    if (event.key === 'Tab') return close();
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      return closeAndReturn();
    }
    const next = nextItem(itemsIn(ref.current), event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  return (
    <>
      <button
        ref={triggerRef}
        type="button"
        className={triggerClassName}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpenAt(isOpen ? null : 'first')}
        onKeyDown={handleTriggerKey}
      >
        {trigger}
      </button>
      {isOpen ? (
        <div className="popover menu" popover="manual" ref={ref}>
          {header ? <div className="menu__header">{header}</div> : null}
          <div role="menu" aria-label={label} onKeyDown={handleMenuKey} tabIndex={-1}>
            {items.map((item) => (
              <MenuEntry key={item.label} item={item} onChoose={() => choose(item)} />
            ))}
          </div>
        </div>
      ) : null}
    </>
  );
}

function MenuEntry({ item, onChoose }: { item: MenuItem; onChoose: () => void }) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      className="menu__item"
      data-leads-to={'to' in item ? item.to : item.leadsTo}
      aria-disabled={item.offReason ? true : undefined}
      aria-description={item.offReason ?? undefined}
      onClick={onChoose}
      onPointerMove={(event) => event.currentTarget.focus({ preventScroll: true })}
    >
      {item.icon}
      {item.label}
    </button>
  );
}

function itemsIn(menu: HTMLElement | null): HTMLElement[] {
  return [...(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
}

function nextItem(items: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const index = items.findIndex((item) => item.matches(':focus'));
  switch (key) {
    case 'ArrowDown':
      return items[(index + 1) % items.length];
    case 'ArrowUp':
      return items.at(index <= 0 ? -1 : index - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return key.length === 1 ? itemByLetter(items, index, key) : undefined;
  }
}

function itemByLetter(items: readonly HTMLElement[], index: number, letter: string) {
  const fromNext = [...items.slice(index + 1), ...items.slice(0, index + 1)];
  return fromNext.find((item) => item.textContent?.toLowerCase().startsWith(letter.toLowerCase()));
}
