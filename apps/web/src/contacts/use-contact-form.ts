import { useEffect, useReducer, useRef, useState } from 'react';
import type { SavedContact } from '#wire/wallet/saved-contact';
import type { ContactContent } from './api/change-contacts.ts';
import { changeDraft, startDraft } from './contact-draft.ts';
import { type ContactProblems, problemsOf } from './contact-problems.ts';
import { useFoundContact } from './use-found-contact.ts';
import { useKnownAddresses } from './use-known-addresses.ts';
import { type ContactRefusal, useSaveContact } from './use-save-contact.ts';

interface ContactFormOptions {
  /** The one to change; null for a new one. */
  readonly contact: SavedContact | null;
  /** What is known of a new one. */
  readonly start: Partial<ContactContent> | undefined;
  readonly onDone: (contact: SavedContact) => void;
}

/** The contact form: what it holds, who was found, what is wrong with it, and saving it. */
export function useContactForm({ contact, start, onDone }: ContactFormOptions) {
  const [draft, change] = useReducer(changeDraft, null, () => startDraft(contact, start));
  const lookup = useFoundContact(draft.fields.emailOrPhone);
  const { found } = lookup;
  const known = useKnownAddresses();
  const saving = useSaveContact({ draft, contact, found, known, onDone });
  const [isChecked, setIsChecked] = useState(false);
  /** A new object for each attempt that failed. */
  const [failure, setFailure] = useState<object | null>(null);
  const accepted = useRef(new Set<string>());
  const { isBusy, runOnce } = useRunOnce();

  useEffect(() => {
    if (found !== null) change({ type: 'found', found });
  }, [found]);

  const { contacts, own } = known;
  const local = problemsOf(draft.fields, { contact, contacts, own });
  const { refusal, imitation, closeImitation } = saving;

  async function attempt(): Promise<boolean> {
    setIsChecked(true);
    const isSaved = Object.keys(local).length === 0 && (await saving.save(accepted.current));
    if (!isSaved) setFailure({});
    return isSaved;
  }

  return {
    draft,
    change,
    lookup,
    problems: {
      ...(lookup.problem === null ? {} : { emailOrPhone: lookup.problem }),
      ...refusedField(refusal, draft.fields),
      ...(isChecked ? local : {}),
    } satisfies ContactProblems,
    /** A refusal of the whole contact. */
    alert: refusal?.field === null ? refusal.error : null,
    failure,
    isBusy,
    imitation,
    closeImitation,
    save: () => void runOnce(attempt),
    /** The user compared this address with the one that it imitates. */
    saveAnyway: (address: string) => {
      accepted.current.add(address);
      void runOnce(attempt);
    },
  };
}

/** Runs one attempt at a time, and none after one that succeeded: a second press while a dialog closes does nothing. */
function useRunOnce() {
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  async function runOnce(attempt: () => Promise<boolean>): Promise<void> {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    isRunning.current = await attempt();
    setIsBusy(false);
  }
  return { isBusy, runOnce };
}

/** A refusal of a field is shown until its text changes. */
function refusedField(
  refusal: ContactRefusal | null,
  fields: Readonly<Record<string, string>>,
): ContactProblems {
  if (refusal === null || refusal.field === null) return {};
  const isCurrent = fields[refusal.field] === refusal.text;
  return isCurrent ? { [refusal.field]: refusal.error.message } : {};
}
