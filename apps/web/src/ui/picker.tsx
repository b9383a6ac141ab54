import { t } from '#language/t';
import './popover.css';
import './picker.css';
import { ChevronDown, Search } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import { type PickerOption, PickerOptions } from './picker-options.tsx';
import { useDebounced } from './use-debounced.ts';
import { usePopover } from './use-popover.ts';

export type { PickerOption } from './picker-options.tsx';

interface PickerProps {
  label: string;
  value: string | null;
  options: readonly PickerOption[];
  onChange: (value: string) => void;
  searchLabel?: string | undefined;
  /** Content of the button; by default the chosen option's icon and label. */
  trigger?: ReactNode;
  triggerClassName?: string | undefined;
  placeholder?: string | undefined;
  searchAfterMs?: number | undefined;
  /** Delegates the search: `options` are its results, and the picker doesn't filter them. */
  onSearch?: ((query: string) => void) | undefined;
  /** Called when the end of the list becomes visible, so that more options can be loaded. */
  onEndInSight?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
}

/** A button that opens a searchable list. The search matches the beginnings of words. */
export function Picker(props: PickerProps) {
  const { label, value, options, placeholder = t('Select'), triggerClassName, isDisabled } = props;
  const triggerRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const chosen = options.find((option) => option.value === value);

  function closeAndReturn() {
    close();
    triggerRef.current?.focus();
  }

  return (
    <>
      <button
        ref={triggerRef}
        type="button"
        className={classNames('picker', triggerClassName)}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        disabled={isDisabled}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="visually-hidden">
          {label}: {props.trigger ? chosen?.label : null}{' '}
        </span>
        {props.trigger ?? (
          <>
            {chosen?.icon}
            <span className="picker__label">{chosen?.label ?? placeholder}</span>
          </>
        )}
        <ChevronDown className="icon picker__chevron" size={16} aria-hidden="true" />
      </button>
      {isOpen ? (
        <PickerList {...props} triggerRef={triggerRef} onClose={close} onReturn={closeAndReturn} />
      ) : null}
    </>
  );
}

interface PickerListProps extends PickerProps {
  triggerRef: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  onReturn: () => void;
}

function PickerList(props: PickerListProps) {
  const { label, value, options, onChange, searchLabel = t('Search'), searchAfterMs = 0 } = props;
  const { triggerRef, onClose, onReturn } = props;
  const id = useId();
  const searchRef = useRef<HTMLInputElement>(null);
  const boxRef = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(value);
  const wanted = useDebounced(query, searchAfterMs);
  const { onSearch, onEndInSight } = props;
  const found = onSearch ? options : searchOptions(options, wanted);
  const activeOption = found.find((option) => option.value === active) ?? found[0];
  const ref = usePopover<HTMLDivElement>({
    isOpen: true,
    anchorRef: triggerRef,
    onPressOutside: onClose,
  });

  useEffect(() => searchRef.current?.focus(), []);
  useEffect(() => onSearch?.(wanted.trim()), [onSearch, wanted]);
  useActiveOptionInSight(ref);

  function choose(option: PickerOption | undefined) {
    if (!option) return;
    onReturn();
    onChange(option.value);
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Tab') return onClose();
    const index = activeOption ? found.indexOf(activeOption) : -1;
    const move = MOVE_BY_KEY[event.key];
    if (!move && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') onReturn();
    else if (event.key === 'Enter') choose(activeOption);
    else setActive(found[move?.(index, found.length) ?? 0]?.value ?? null);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys come from the search inside
    <div className="popover picker-list" popover="manual" ref={ref} onKeyDown={handleKey}>
      <PickerSearch
        label={searchLabel}
        inputRef={searchRef}
        listId={`${id}-list`}
        activeId={activeOption && `${id}-${activeOption.value}`}
        query={query}
        onType={setQuery}
      />
      <div
        ref={boxRef}
        className="picker-list__options"
        role="listbox"
        id={`${id}-list`}
        aria-label={label}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < END_IN_SIGHT_PX) onEndInSight?.();
        }}
      >
        <PickerOptions
          id={id}
          boxRef={boxRef}
          options={found}
          value={value}
          active={activeOption}
          onChoose={choose}
          onPoint={setActive}
        />
      </div>
      {found.length === 0 ? (
        <p className="picker-list__nothing" role="status">
          {t('No results for “{query}”.', { query })}
        </p>
      ) : null}
    </div>
  );
}

function useActiveOptionInSight(listRef: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const option = listRef.current?.querySelector('[data-active]');
    option?.scrollIntoView?.({ block: 'nearest' });
  });
}

interface PickerSearchProps {
  label: string;
  inputRef: RefObject<HTMLInputElement | null>;
  listId: string;
  activeId: string | undefined;
  query: string;
  onType: (query: string) => void;
}

function PickerSearch({ label, inputRef, listId, activeId, query, onType }: PickerSearchProps) {
  return (
    <div className="input picker-list__search">
      <Search className="icon" size={16} aria-hidden="true" />
      <input
        ref={inputRef}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  );
}

const END_IN_SIGHT_PX = 240;

const MOVE_BY_KEY: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function searchOptions(options: readonly PickerOption[], query: string): readonly PickerOption[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return options;
  return options.filter((option) =>
    [option.label, option.searchText ?? '']
      .flatMap((text) => [text, ...text.split(' ')])
      .some((text) => text.toLowerCase().startsWith(wanted)),
  );
}
