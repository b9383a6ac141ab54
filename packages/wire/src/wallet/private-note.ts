import * as z from 'zod/mini';

/** What a private transfer tells its recipient besides the amount; only they and Kax can read it. */
export const privateNote = {
  /** One line of up to 140 characters as a user counts them; left out or blank for none. */
  message: z.optional(z.string().check(z.maxLength(2_000))),
  /** Whether the recipient sees the sender's private address and name; false when left out. */
  showsSender: z.optional(z.boolean()),
};
