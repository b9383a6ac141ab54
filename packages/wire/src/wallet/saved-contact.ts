import * as z from 'zod/mini';
import { typedAddress } from './token-amount.ts';

/** What a user enters about someone they pay. */
export const contactContent = {
  name: z.string().check(z.maxLength(200)),
  /** An email address or a phone number, as entered; the server stores the email in lower case, the phone as E.164. */
  emailOrPhone: z.nullable(z.string().check(z.maxLength(254))),
  publicAddress: z.nullable(typedAddress),
  privateAddress: z.nullable(typedAddress),
  /** Only the user sees it. */
  note: z.nullable(z.string().check(z.maxLength(280))),
  /** True when both addresses were found on Kax by the email or phone. */
  isOnKax: z.boolean(),
};

/** When an address took the place of another one, ISO 8601, and which. */
const addressChange = z.nullable(z.object({ at: z.string(), previous: z.string() }));

/** Someone in the user's contacts. */
export const savedContact = z.object({
  id: z.string(),
  ...contactContent,
  /** Rises with every change. */
  version: z.number(),
  publicAddressChange: addressChange,
  privateAddressChange: addressChange,
  createdAt: z.string(),
});

export type SavedContact = z.output<typeof savedContact>;

/** The refusals of what was entered. */
export const CONTACT_ERRORS = [
  'contact-name-not-valid',
  'contact-empty',
  'contact-exists',
  'email-not-valid',
  'phone-not-valid',
  'recipient-not-valid',
  'recipient-checksum',
  'recipient-is-sender',
  'recipient-is-zero',
  'recipient-is-token',
  'recipient-is-private',
  'recipient-not-private',
  'recipient-other-network',
] as const;
