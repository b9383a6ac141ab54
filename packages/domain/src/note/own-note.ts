import { countCharacters } from '../message/private-message.ts';

/** Most characters of a note, as a user counts them. */
export const NOTE_MAX_CHARACTERS = 280;
/** A character can consist of many code points, so the bytes have a limit of their own. */
export const NOTE_MAX_BYTES = 2_048;
/** Most notes that a user can add by hand; those that are entered with a payment aren't counted. */
export const MOST_NOTES = 5_000;

const LINE_ENDS = /\r\n|[\r\n\v\f\u0085\p{Zl}\p{Zp}]/gu;
const CONTROLS_AND_HALVES = /(?!\n)[\p{Cc}\p{Cs}]/gu;
/** What reverses the direction of text. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/u;
/** Formats, marks, blanks, and letters that show nothing. */
const WITHOUT_INK = /[\p{Cf}\p{M}\p{Z}\s\u115f\u1160\u2800\u3164\uffa0]/gu;

const utf8 = new TextEncoder();

export type ParsedNote =
  /** An empty text means no note. */
  { readonly ok: true; readonly text: string } | { readonly ok: false };

/**
 * Reads what a user noted for themselves.
 * @returns the text without surrounding blanks and controls, its lines separated by \n and by one empty line at most;
 *   empty when nothing of it can be seen; not ok when it is too long or has characters that reverse text
 */
export function parseOwnNote(entered: string): ParsedNote {
  const text = entered
    .replaceAll(LINE_ENDS, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(CONTROLS_AND_HALVES, '')
    .replaceAll(/[^\S\n]+$/gmu, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  if (DIRECTIONS.test(text)) return { ok: false };
  if (text.replaceAll(WITHOUT_INK, '') === '') return { ok: true, text: '' };
  const fits =
    utf8.encode(text).length <= NOTE_MAX_BYTES && countCharacters(text) <= NOTE_MAX_CHARACTERS;
  return fits ? { ok: true, text } : { ok: false };
}
