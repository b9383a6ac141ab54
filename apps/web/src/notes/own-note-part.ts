import { parseOwnNote } from '#domain/note/own-note';

/** @returns the part of a payment's request that has its note; nothing for none, and for one that isn't valid */
export function ownNotePart(typed: string): { readonly ownNote?: string } {
  const parsed = parseOwnNote(typed);
  return parsed.ok && parsed.text !== '' ? { ownNote: parsed.text } : {};
}

/** @returns whether a payment can be made with what was typed */
export function isValidNote(typed: string): boolean {
  return parseOwnNote(typed).ok;
}
