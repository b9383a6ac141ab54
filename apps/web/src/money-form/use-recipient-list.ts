import { type KeyboardEvent, useId, useState } from 'react';
import type { RecipientOption, RecipientOptions } from '../contacts/recipient-options.ts';
import { recipientTextKind } from '../contacts/recipient-text.ts';

/** How many contacts are listed before the user opens all of them. */
const CONTACTS_SHOWN = 3;

export interface RecipientList {
  readonly id: string;
  readonly isOpen: boolean;
  readonly recents: readonly RecipientOption[];
  readonly contacts: readonly RecipientOption[];
  /** How many contacts there are; null when all are listed. */
  readonly total: number | null;
  readonly activeKey: string | null;
  readonly setActive: (key: string) => void;
  readonly showAll: () => void;
  readonly open: () => void;
  readonly close: () => void;
  /** @returns whether the key was meant for the list */
  readonly handleKey: (event: KeyboardEvent) => boolean;
}

interface ListedOptions {
  readonly text: string;
  readonly options: RecipientOptions;
  readonly isWanted: boolean;
  readonly onChoose: (option: RecipientOption) => void;
}

/** The list below the recipient field, which arrows, Enter and Escape of the field move through. */
export function useRecipientList({
  text,
  options,
  isWanted,
  onChoose,
}: ListedOptions): RecipientList {
  const id = useId();
  const [isClosed, setIsClosed] = useState(true);
  const [isShowingAll, setIsShowingAll] = useState(false);
  const [chosenKey, setActive] = useState<string | null>(null);
  const isEmpty = recipientTextKind(text) === 'empty';
  const isCut = isEmpty && !isShowingAll && options.contacts.length > CONTACTS_SHOWN;
  const contacts = isCut ? options.contacts.slice(0, CONTACTS_SHOWN) : options.contacts;
  const listed = [...options.recents, ...contacts];
  const isOpen = isWanted && !isClosed && listed.length > 0;
  const active = isOpen
    ? (listed.find(({ key }) => key === chosenKey) ?? onlyOne(text, listed))
    : null;

  function handleKey(event: KeyboardEvent): boolean {
    const isMove = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    if (isMove && isWanted && listed.length > 0) {
      setIsClosed(false);
      const index = active === null ? -1 : listed.indexOf(active);
      setActive(listed[nextIndex(index, listed.length, event.key)]?.key ?? null);
      return true;
    }
    if (event.key === 'Enter' && active !== null) {
      onChoose(active);
      return true;
    }
    if (event.key !== 'Escape' || !isOpen) return false;
    setIsClosed(true);
    return true;
  }

  return {
    id,
    isOpen,
    recents: options.recents,
    contacts,
    total: isCut ? options.contacts.length : null,
    activeKey: active?.key ?? null,
    setActive,
    showAll: () => setIsShowingAll(true),
    open: () => setIsClosed(false),
    close: () => setIsClosed(true),
    handleKey,
  };
}

/** A name with one match is chosen by Enter. An address is never replaced by what it belongs to. */
function onlyOne(text: string, listed: readonly RecipientOption[]): RecipientOption | null {
  const kind = recipientTextKind(text);
  const isSearch = kind !== 'empty' && kind !== 'address';
  return isSearch && listed.length === 1 ? (listed[0] ?? null) : null;
}

function nextIndex(index: number, count: number, key: string): number {
  if (key === 'ArrowDown') return (index + 1) % count;
  return index <= 0 ? count - 1 : index - 1;
}
