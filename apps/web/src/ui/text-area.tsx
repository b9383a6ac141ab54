import './text-area.css';
import type { Ref, TextareaHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';
import { Field, type FieldProps } from './field.tsx';

export interface TextAreaProps
  extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'rows' | 'value'>,
    Omit<FieldProps, 'children'> {
  value: string;
  ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** A field for a few lines of text. It begins with the height of one line, and grows with its text. */
export function TextArea(props: TextAreaProps) {
  const { label, aside, hint, error, tone, className, ...area } = props;
  return (
    <Field label={label} aside={aside} hint={hint} error={error} tone={tone} className={className}>
      {(control) => (
        <div
          className={classNames('input text-area', error && 'input--bad')}
          data-text={area.value || area.placeholder}
        >
          <textarea {...area} {...control} rows={1} />
        </div>
      )}
    </Field>
  );
}
