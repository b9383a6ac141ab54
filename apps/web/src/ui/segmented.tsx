import './segmented.css';
import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { keyAlongText } from './reading-direction.ts';

export interface SegmentedOption<V extends string> {
  value: V;
  label: ReactNode;
  icon?: ReactNode;
}

interface SegmentedProps<V extends string> {
  label: string;
  value: V;
  options: readonly SegmentedOption<V>[];
  onChange: (value: V) => void;
  /** `split`: separate boxes across the full width. `joined`: one box with the selected option raised. */
  look?: 'split' | 'joined' | undefined;
}

/** A choice between a few options that are all visible: a radio group, navigated with arrow keys. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, value, options, onChange, look = 'split' } = props;

  function handleKey(event: KeyboardEvent<HTMLDivElement>) {
    const step = STEP_BY_KEY[keyAlongText(event.key)];
    if (step === undefined) return;
    event.preventDefault();
    const index = options.findIndex((option) => option.value === value);
    const next = (index + step + options.length) % options.length;
    const option = options[next];
    if (!option) return;
    onChange(option.value);
    event.currentTarget.querySelectorAll<HTMLButtonElement>('[role="radio"]')[next]?.focus();
  }

  return (
    <div
      className={classNames('segmented', `segmented--${look}`)}
      role="radiogroup"
      aria-label={label}
      onKeyDown={handleKey}
    >
      {options.map((option) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input cannot hold an icon and take this look in every browser
        <button
          key={option.value}
          type="button"
          role="radio"
          aria-checked={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
        >
          {option.icon}
          {option.label}
        </button>
      ))}
    </div>
  );
}

const STEP_BY_KEY: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
};
