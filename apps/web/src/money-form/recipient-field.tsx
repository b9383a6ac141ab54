import './money-form.css';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { TextField } from '../ui/field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { CheckedRecipient } from './checked-recipient.ts';
import { UnreadAddress } from './unread-address.tsx';

interface RecipientFieldProps {
  value: string;
  recipient: CheckedRecipient;
  placeholder: string;
  /** The expected input, such as `A public address on Polygon, starting with 0x`. */
  hint: string;
  /** Replaces the hint once the address is checked, such as `A public address on Polygon`. */
  known: string;
  /** To the right of the label. */
  aside?: ReactNode;
  /** Focuses the field when it appears because the user asked for it. */
  takesFocus?: boolean | undefined;
  onType: (text: string) => void;
}

/** The longest address that the server accepts. */
const MAX_LENGTH = 256;

/** The recipient's address, checked as the user types. */
export function RecipientField(props: RecipientFieldProps) {
  const { value, recipient, takesFocus = false, onType } = props;
  const inputRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (takesFocus) inputRef.current?.focus();
  }, [takesFocus]);

  return (
    <>
      <TextField
        ref={inputRef}
        className="recipient-field"
        label="Recipient address"
        aside={props.aside}
        placeholder={props.placeholder}
        value={value}
        error={recipient.at === 'wrong' ? recipient.problem : null}
        tone={recipient.at === 'known' ? 'good' : 'plain'}
        hint={<Hint {...props} />}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        after={recipient.at === 'checking' ? <Spinner size={16} /> : null}
        onChange={(event) => onType(event.target.value.trim())}
      />
      {recipient.at === 'unread' ? <UnreadAddress problem={recipient.problem} /> : null}
    </>
  );
}

function Hint({ recipient, hint, known }: RecipientFieldProps) {
  if (recipient.at === 'checking') return 'Checking the address…';
  if (recipient.at !== 'known') return hint;
  return (
    <>
      <Check className="icon" size={14} aria-hidden="true" />
      {known}
    </>
  );
}
