import { NotebookPen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '#language/t';
import { Pill } from '../ui/pill.tsx';
import { NoteArea } from './note-area.tsx';

interface OwnNoteFieldProps {
  /** As it was typed. */
  text: string;
  isDisabled?: boolean | undefined;
  onChange: (text: string) => void;
}

/** The note that a payment is about to get: a button until it is wanted. */
export function OwnNoteField({ text, isDisabled, onChange }: OwnNoteFieldProps) {
  const [isAdding, setIsAdding] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isAdding) area.current?.focus();
  }, [isAdding]);
  if (!isAdding && text === '') {
    return (
      <div>
        <Pill
          icon={<NotebookPen className="icon" size={15} aria-hidden="true" />}
          disabled={isDisabled}
          onClick={() => setIsAdding(true)}
        >
          {t('Add a note')}
        </Pill>
      </div>
    );
  }
  return (
    <NoteArea
      ref={area}
      label={t('Note for yourself')}
      text={text}
      isDisabled={isDisabled}
      onType={(typed) => {
        // A note that was emptied stays a field.
        setIsAdding(true);
        onChange(typed);
      }}
    />
  );
}
