/** Most characters of a message, as a user counts them. */
export const MESSAGE_MAX_CHARACTERS = 140;
/** A character can consist of many code points, so the bytes have a limit of their own. */
export const MESSAGE_MAX_BYTES = 1_024;
/** What anyone sees of an encrypted message is its length: it is always a multiple of this. */
const BLOCK_BYTES = 64;
/** Other wallets write whatever they like; more of it isn't shown. */
const MAX_SHOWN = 600;

/** Controls, lone surrogates, line ends, and what reverses the direction of text. */
const NOT_IN_MESSAGES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const LINE_ENDS_AND_CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** What a text of strangers may hide: lone surrogates, directions, and characters without a width. */
const HIDDEN = /[\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
/** Formats, marks, blanks, and letters that show nothing. */
const WITHOUT_INK = /[\p{Cf}\p{M}\p{Z}\u115f\u1160\u2800\u3164\uffa0]/gu;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const utf8 = new TextEncoder();

export type ParsedMessage =
  /** Null when nothing was written. */
  { readonly ok: true; readonly message: string | null } | { readonly ok: false };

/** @returns how many characters a user sees in a text: an emoji counts as one, whatever it is made of */
export function countCharacters(text: string): number {
  return [...characters.segment(text)].length;
}

/**
 * Reads what a user wrote to the recipient of a private payment.
 * @returns the message without surrounding blanks; not ok when it is too long, has more than one line, or has
 *   characters that hide or reverse text
 */
export function parseMessage(text: string): ParsedMessage {
  const message = text.trim();
  if (message === '') return { ok: true, message: null };
  const isVisible = message.replaceAll(WITHOUT_INK, '') !== '';
  const isPlain = isVisible && !NOT_IN_MESSAGES.test(message);
  const fits =
    utf8.encode(message).length <= MESSAGE_MAX_BYTES &&
    countCharacters(message) <= MESSAGE_MAX_CHARACTERS;
  return isPlain && fits ? { ok: true, message } : { ok: false };
}

/** @returns how many bytes of UTF-8 `padMessage` makes of a message */
export function paddedBytes(message: string): number {
  return upToBlock(utf8.encode(message).length);
}

/** @returns the message with blanks at its end, so that its length says little about it */
export function padMessage(message: string): string {
  return message + ' '.repeat(paddedBytes(message) - utf8.encode(message).length);
}

/** @returns what stands for a message of this many bytes while only its cost is wanted; null for none */
export function blankMessage(bytes: number): string | null {
  return bytes === 0 ? null : ' '.repeat(upToBlock(bytes));
}

function upToBlock(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES) * BLOCK_BYTES;
}

/**
 * Reads what a note says, which any wallet may have written.
 * @returns one line without hidden characters, at most 600 code points and then "…"; null when nothing is left
 */
export function readMessage(memo: string | null): string | null {
  if (memo === null) return null;
  // More than it takes: a note can have megabytes.
  const start = memo.slice(0, 4 * MAX_SHOWN);
  const line = start.replaceAll(LINE_ENDS_AND_CONTROLS, ' ').replaceAll(HIDDEN, '').trim();
  if (line.replaceAll(WITHOUT_INK, '') === '') return null;
  const shown = [...line];
  return shown.length <= MAX_SHOWN ? line : `${shown.slice(0, MAX_SHOWN).join('').trimEnd()}…`;
}
