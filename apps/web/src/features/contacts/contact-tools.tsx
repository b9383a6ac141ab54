import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Pill } from '../../ui/pill.tsx';

interface ContactToolsProps {
  query: string;
  counts: { readonly all: number; readonly onKax: number };
  isOnKaxOnly: boolean;
  onType: (text: string) => void;
  onFilter: (isOnKaxOnly: boolean) => void;
}

/** The search, which `/` focuses and Escape empties, and the filter. */
export function ContactTools({ query, counts, isOnKaxOnly, onType, onFilter }: ContactToolsProps) {
  const ref = useRef<HTMLInputElement>(null);
  useSlash(ref);

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || query === '') return;
    event.preventDefault();
    onType('');
  }

  function clear() {
    onType('');
    ref.current?.focus();
  }

  return (
    <div className="contact-list__tools">
      <div className="input contact-list__search">
        <Search className="icon" size={17} aria-hidden="true" />
        <input
          ref={ref}
          type="search"
          aria-label="Search contacts"
          aria-keyshortcuts="/"
          placeholder="Search contacts"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={256}
          value={query}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={handleKey}
        />
        {query === '' ? null : (
          <IconButton
            label="Clear search"
            tooltip={false}
            icon={<X className="icon" size={16} />}
            onClick={clear}
          />
        )}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend */}
      <div className="contact-list__filters" role="group" aria-label="Show">
        <Pill isPressed={!isOnKaxOnly} onClick={() => onFilter(false)}>
          All {counts.all}
        </Pill>
        <Pill isPressed={isOnKaxOnly} onClick={() => onFilter(true)}>
          On Kax {counts.onKax}
        </Pill>
      </div>
    </div>
  );
}

/** Focuses the field when `/` is pressed anywhere but in another field or a dialog. */
function useSlash(ref: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function handleKey(event: globalThis.KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const isElsewhere =
        event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (isElsewhere || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      ref.current?.focus();
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [ref]);
}
