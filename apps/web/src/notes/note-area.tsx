import { t } from '#language/t';
import './note-area.css';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { countCharacters } from '#domain/message/private-message';
import { NOTE_MAX_CHARACTERS, parseOwnNote } from '#domain/note/own-note';
import { TextArea } from '../ui/text-area.tsx';

/** From here on, a user may want to know how much is left. */
const COUNTED_FROM = 220;

interface NoteAreaProps {
  label: string;
  text: string;
  /** What else is wrong; null for nothing. */
  problem?: string | null | undefined;
  /** In place of who sees it. */
  status?: ReactNode;
  isDisabled?: boolean | undefined;
  ref?: Ref<HTMLTextAreaElement> | undefined;
  onType: (text: string) => void;
  onLeave?: (() => void) | undefined;
  /** Called on Enter; without it, Enter begins a line. */
  onEnter?: (() => void) | undefined;
}

/** A field for a note that only its user sees. */
export function NoteArea(props: NoteAreaProps) {
  const { label, text, problem, status, isDisabled, onType, onLeave, onEnter } = props;
  const characters = countCharacters(text.trim());
  const isValid = parseOwnNote(text).ok;

  function handleKey(event: KeyboardEvent) {
    const isPlainEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isPlainEnter || onEnter === undefined) return;
    event.preventDefault();
    onEnter();
  }

  return (
    <TextArea
      ref={props.ref}
      label={label}
      aside={<NoteAside>{status ?? t('Only you see it')}</NoteAside>}
      name="own-note"
      autoComplete="off"
      placeholder={t('What was this for?')}
      enterKeyHint={onEnter === undefined ? 'enter' : 'done'}
      value={text}
      disabled={isDisabled}
      error={isValid ? problem : t('Use up to 280 visible characters for a note.')}
      hint={characters < COUNTED_FROM ? undefined : `${characters} / ${NOTE_MAX_CHARACTERS}`}
      onChange={(event) => onType(event.target.value)}
      onBlur={onLeave}
      onKeyDown={handleKey}
    />
  );
}

/** What is to the right of a note's label. */
export function NoteAside({ children }: { children: ReactNode }) {
  return <span className="note-area__aside">{children}</span>;
}
