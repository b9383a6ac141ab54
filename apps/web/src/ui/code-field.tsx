import './code-field.css';
import { Check } from 'lucide-react';
import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';
import { CODE_LENGTH, digitsIn, findCode } from './find-code.ts';

interface CodeFieldProps {
  label: string;
  name: string;
  /** Up to six digits. */
  value: string;
  onChange: (value: string) => void;
  error?: string | null | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

const PLACES = Array.from({ length: CODE_LENGTH }, (_, place) => place);

/**
 * A six-digit code: a single input, so that browsers can autofill it and screen readers can read it, drawn as
 * six boxes. Of pasted text only the code is kept.
 */
export function CodeField({ label, name, value, onChange, error, ref }: CodeFieldProps) {
  const [caret, setCaret] = useState(value.length);
  const isWhole = value.length === CODE_LENGTH;

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const next = findCode(target.value) ?? digitsIn(target.value).slice(0, CODE_LENGTH);
    onChange(next);
    const at = target.selectionStart ?? next.length;
    if (next === target.value && next.length >= value.length) selectPlace(target, at);
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const code = findCode(event.clipboardData.getData('text'));
    if (code === null) return;
    event.preventDefault();
    onChange(code);
  }

  function handleKey(event: KeyboardEvent<HTMLInputElement>) {
    const step = STEP_BY_KEY[event.key];
    if (step === undefined || event.shiftKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const at = event.currentTarget.selectionStart ?? value.length;
    selectPlace(event.currentTarget, at + step);
  }

  // The input's text is invisible, so the pressed box decides where the caret goes.
  function handlePress(event: PointerEvent<HTMLInputElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (width === 0) return;
    selectPlace(event.currentTarget, Math.floor(((event.clientX - left) / width) * CODE_LENGTH));
  }

  return (
    <Field
      label={label}
      error={error}
      aside={
        isWhole ? (
          <span className="code__whole">
            <Check className="icon" size={14} aria-hidden="true" />6 digits
          </span>
        ) : null
      }
    >
      {(control) => (
        <div className={classNames('code', error && 'code--bad')}>
          <input
            {...control}
            ref={ref}
            type="text"
            name={name}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            aria-required="true"
            value={value}
            onChange={handleChange}
            onPaste={handlePaste}
            onKeyDown={handleKey}
            onPointerUp={handlePress}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? value.length)}
          />
          <div className="code__boxes" aria-hidden="true">
            {PLACES.map((place) => (
              <span
                key={place}
                className={classNames(
                  'code__box',
                  place === Math.min(caret, CODE_LENGTH - 1) && 'is-now',
                )}
              >
                {value[place]}
              </span>
            ))}
          </div>
        </div>
      )}
    </Field>
  );
}

const STEP_BY_KEY: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Selects the digit at `place`, so that typing replaces it; after the last digit, only places the caret. */
function selectPlace(input: HTMLInputElement, place: number): void {
  const start = Math.min(Math.max(place, 0), input.value.length);
  input.setSelectionRange(start, Math.min(start + 1, input.value.length));
}
