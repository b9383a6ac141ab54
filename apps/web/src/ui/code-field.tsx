import { t } from '#language/t';
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
import { CODE_LENGTH, digitsIn, findCode, LONG_CODE_LENGTH } from './find-code.ts';

interface CodeFieldProps {
  label: string;
  name: string;
  /** Up to `length` digits. */
  value: string;
  /** Six by default. A pasted code of ten digits is accepted anyway. */
  length?: number | undefined;
  /** Drawn as wrong without a sentence of its own, since no one says which of two codes it is. */
  isWrong?: boolean | undefined;
  onChange: (value: string) => void;
  error?: string | null | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/**
 * A code: a single input, so that browsers can autofill it and screen readers can read it, drawn as one box for each
 * digit. Of pasted text only the code is kept.
 */
export function CodeField(props: CodeFieldProps) {
  const { label, name, value, onChange, error, isWrong, ref } = props;
  const [caret, setCaret] = useState(value.length);
  const length = value.length > CODE_LENGTH ? LONG_CODE_LENGTH : (props.length ?? CODE_LENGTH);
  const isWhole = value.length === length;

  function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
    const next = findCode(target.value, length) ?? digitsIn(target.value).slice(0, length);
    onChange(next);
    const at = target.selectionStart ?? next.length;
    if (next === target.value && next.length >= value.length) selectPlace(target, at);
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const code = findCode(event.clipboardData.getData('text'), length);
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
    selectPlace(event.currentTarget, Math.floor(((event.clientX - left) / width) * length));
  }

  return (
    <Field
      label={label}
      error={error}
      aside={
        isWhole ? (
          <span className="code__whole">
            <Check className="icon" size={14} aria-hidden="true" />
            {t('{count, plural, one {# digit} other {# digits}}', { count: length })}
          </span>
        ) : null
      }
    >
      {(control) => (
        <div
          className={classNames(
            'code',
            length === LONG_CODE_LENGTH && 'code--long',
            (error || isWrong) && 'code--bad',
          )}
        >
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
            {...(isWrong && { 'aria-invalid': true })}
            value={value}
            onChange={handleChange}
            onPaste={handlePaste}
            onKeyDown={handleKey}
            onPointerUp={handlePress}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart ?? value.length)}
          />
          <CodeBoxes value={value} length={length} caret={caret} />
        </div>
      )}
    </Field>
  );
}

interface CodeBoxesProps {
  value: string;
  length: number;
  caret: number;
}

/** What is entered, a box for each digit; the input is above it. */
function CodeBoxes({ value, length, caret }: CodeBoxesProps) {
  return (
    <div className="code__boxes" aria-hidden="true">
      {Array.from({ length }, (_, place) => place).map((place) => (
        <span
          key={place}
          className={classNames('code__box', place === Math.min(caret, length - 1) && 'is-now')}
        >
          {value[place]}
        </span>
      ))}
    </div>
  );
}

const STEP_BY_KEY: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Selects the digit at `place`, so that typing replaces it; after the last digit, only places the caret. */
function selectPlace(input: HTMLInputElement, place: number): void {
  const start = Math.min(Math.max(place, 0), input.value.length);
  input.setSelectionRange(start, Math.min(start + 1, input.value.length));
}
