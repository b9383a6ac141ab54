import './field.css';
import { CircleAlert } from 'lucide-react';
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from './class-names.ts';

/** Props that connect a control to the label, hint and error of its field. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** The color of the field and its hint. `bad` is less alarming than an error. */
export type FieldTone = 'plain' | 'good' | 'warn' | 'bad';

export interface FieldProps {
  label: ReactNode;
  /** To the right of the label, such as a link. */
  aside?: ReactNode;
  hint?: ReactNode;
  /** Replaces the hint in the same place, so that the layout doesn't shift. */
  error?: string | null | undefined;
  tone?: FieldTone | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** A control with a label above, and a hint or an error below. */
export function Field({
  label,
  aside,
  hint,
  error,
  tone = 'plain',
  className,
  children,
}: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error || hint);
  return (
    <div className={classNames('field', className)}>
      <div className="field__label">
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hasNote ? (
        <FieldNote id={noteId} error={error} tone={tone}>
          {hint}
        </FieldNote>
      ) : null}
    </div>
  );
}

interface FieldNoteProps {
  id: string;
  error: string | null | undefined;
  tone: FieldTone;
  children: ReactNode;
}

function FieldNote({ id, error, tone, children }: FieldNoteProps) {
  if (error) {
    return (
      <p className="field__note field__note--bad" id={id} role="alert">
        <CircleAlert className="icon" size={14} aria-hidden="true" />
        {error}
      </p>
    );
  }
  return (
    <p className={classNames('field__note', `field__note--${tone}`)} id={id}>
      {children}
    </p>
  );
}

export interface TextFieldProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'prefix'>,
    Omit<FieldProps, 'children'> {
  /** Shown inside the input, before and after the text. */
  before?: ReactNode;
  after?: ReactNode;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** A field for a single line of text. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    aside,
    hint,
    error,
    tone,
    className,
    before,
    after,
    type = 'text',
    ...input
  } = props;
  return (
    <Field label={label} aside={aside} hint={hint} error={error} tone={tone} className={className}>
      {(control) => (
        <div
          className={classNames(
            'input',
            (error || tone === 'bad') && 'input--bad',
            tone === 'good' && 'input--good',
          )}
        >
          {before}
          <input {...input} {...control} type={type} />
          {after}
        </div>
      )}
    </Field>
  );
}
