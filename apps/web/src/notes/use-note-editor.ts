import { type RefObject, useEffect, useRef, useState } from 'react';
import { parseOwnNote } from '#domain/note/own-note';
import { t } from '#language/t';
import { type ApiError, reasonOf } from '../lib/api-result.ts';
import { useInOrder } from '../lib/use-in-order.ts';
import { showToast } from '../state/toast.ts';
import { useSaveNote } from './api/save-note.ts';

const SAVE_AFTER_MS = 1_000;
const SAVED_SHOWN_MS = 3_000;

/** Whether what was typed is saved. */
export type NoteStatus =
  | { readonly at: 'idle' | 'saving' | 'saved' }
  | { readonly at: 'failed' | 'retrying'; readonly message: string };

interface NoteEditor {
  readonly text: string;
  readonly status: NoteStatus;
  readonly type: (text: string) => void;
  /** Saves what was typed; nothing when that is saved or not valid. */
  readonly save: () => void;
  /** The same, when the field loses the focus. */
  readonly leave: () => void;
}

/**
 * Edits the note of an entry: saves it after a pause, on leaving, and when the field is removed.
 * @param saved as the server has it
 */
export function useNoteEditor(entryId: string, saved: string): NoteEditor {
  const [draft, setDraft] = useState<string | null>(null);
  const [status, setStatus] = useState<NoteStatus>({ at: 'idle' });
  /** Counts changes: the outcome of a save says nothing about what was typed since. */
  const typed = useRef({ count: 0, isLeft: false });
  const unsaved = unsavedOf(draft, saved);
  const send = useSendInOrder(entryId);

  function save() {
    if (unsaved === null || status.at === 'saving' || status.at === 'retrying') return;
    const { count } = typed.current;
    setStatus(status.at === 'failed' ? { ...status, at: 'retrying' } : { at: 'saving' });
    send(unsaved, (problem) => {
      if (typed.current.count !== count) return;
      setStatus(problem === null ? { at: 'saved' } : { at: 'failed', message: problem });
      if (problem === null && typed.current.isLeft) setDraft(null);
    });
  }
  const newestSave = useNewest(save);

  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => newestSave.current(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, newestSave]);
  useEffect(() => () => newestSave.current(), [newestSave]);
  useEffect(() => {
    if (status.at !== 'saved') return;
    const timer = setTimeout(() => setStatus({ at: 'idle' }), SAVED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [status]);

  return {
    text: draft ?? saved,
    status,
    type(text) {
      typed.current = { count: typed.current.count + 1, isLeft: false };
      setDraft(text);
      setStatus({ at: 'idle' });
    },
    save,
    leave() {
      typed.current = { ...typed.current, isLeft: true };
      // After a failure, only Try again repeats it: pressing that leaves the field too.
      if (status.at !== 'failed') save();
      if (unsaved === null && parseOwnNote(draft ?? '').ok) setDraft(null);
    },
  };
}

/** @returns what has to be saved; null when it is saved, or not valid */
function unsavedOf(draft: string | null, saved: string): string | null {
  if (draft === null) return null;
  const parsed = parseOwnNote(draft);
  return parsed.ok && parsed.text !== saved ? parsed.text : null;
}

function useNewest<T>(value: T): RefObject<T> {
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  });
  return newest;
}

/**
 * @returns a function that saves one text after the other, and calls back with the sentence of what went wrong, or null;
 *   when the field is gone by then, a toast has it
 */
function useSendInOrder(entryId: string) {
  const saveNote = useSaveNote();
  const inOrder = useInOrder();
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  return (text: string, onDone: (problem: string | null) => void) => {
    void inOrder(async () => {
      const error = await saveNote({ entryId, text });
      if (!isGone.current) onDone(error && problemOf(error));
      else if (error) showToast(problemOf(error), { tone: 'error' });
    });
  };
}

function problemOf(error: ApiError): string {
  return `${t('Your note isn’t saved.')} ${reasonOf(error) ?? t('Check your connection.')}`;
}
