import { type CompactCatalogue, compactCatalogue } from '#language/catalogue';
import { allMessages } from './all-messages.ts';

/** What begins and ends each text of the pseudo-language. */
export const BRACKETS = ['⟦', '⟧'] as const;

/** @returns a catalogue whose texts are the English ones between brackets, so that what has none is no text */
export async function pseudoCatalogue(): Promise<CompactCatalogue> {
  const [start, end] = BRACKETS;
  const messages = await allMessages();
  return compactCatalogue(
    Object.fromEntries(messages.map((message) => [message, `${start}${message}${end}`])),
  );
}
