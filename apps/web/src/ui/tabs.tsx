import './tabs.css';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { keyAlongText } from './reading-direction.ts';

export interface Tab<V extends string> {
  value: V;
  label: ReactNode;
  panel?: ReactNode;
}

interface TabsProps<V extends string> {
  label: string;
  value: V;
  tabs: readonly Tab<V>[];
  onChange: (value: V) => void;
}

/** Tabs that show one panel at a time. The content of tabs without a panel is rendered elsewhere. */
export function Tabs<V extends string>({ label, value, tabs, onChange }: TabsProps<V>) {
  const id = useId();
  const chosen = tabs.find((tab) => tab.value === value);

  function handleKey(event: KeyboardEvent<HTMLDivElement>) {
    const index = tabs.findIndex((tab) => tab.value === value);
    const next = nextIndex(keyAlongText(event.key), index, tabs.length);
    const tab = tabs[next];
    if (next === index || !tab) return;
    event.preventDefault();
    onChange(tab.value);
    event.currentTarget.querySelectorAll<HTMLButtonElement>('[role="tab"]')[next]?.focus();
  }

  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={handleKey}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.panel ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {chosen?.panel ? (
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
          {chosen.panel}
        </div>
      ) : null}
    </>
  );
}

function nextIndex(key: string, index: number, count: number): number {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return index;
  }
}
