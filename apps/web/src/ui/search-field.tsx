import { t } from '#language/t';
import './field.css';
import './search-field.css';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { IconButton } from './icon-button.tsx';

interface SearchFieldProps {
  label: string;
  placeholder?: string | undefined;
  value: string;
  onType: (text: string) => void;
  /** Called when the focus leaves it. */
  onLeave?: (() => void) | undefined;
}

/** A text to search for. `/` focuses it and Escape empties it. */
export function SearchField({
  label,
  placeholder = label,
  value,
  onType,
  onLeave,
}: SearchFieldProps) {
  const ref = useRef<HTMLInputElement>(null);
  useSlash(ref);

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || value === '') return;
    event.preventDefault();
    onType('');
  }

  function clear() {
    onType('');
    ref.current?.focus();
  }

  return (
    <div className="input search-field">
      <Search className="icon" size={17} aria-hidden="true" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={256}
        value={value}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={handleKey}
        onBlur={onLeave}
      />
      {value === '' ? null : (
        <IconButton
          label={t('Clear search')}
          tooltip={false}
          icon={<X className="icon" size={16} />}
          onClick={clear}
        />
      )}
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
