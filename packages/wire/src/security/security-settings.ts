import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';
import { passkey } from './second-factor.ts';

/** Cents of a US dollar, digits only. */
const cents = z.string();

/** A change of a contact that both codes confirmed and that is not in effect yet. */
export const contactChange = z.object({
  channel: z.enum(['email', 'phone']),
  /** The new one, as its owner typed it, normalized. */
  value: z.string(),
  /** When it takes effect. */
  at: z.string(),
});

/** What protects the caller's account, and what is held back at the moment. */
const settings = z.object({
  /** The contacts that are in effect. */
  email: z.string(),
  phone: z.string(),
  /** The oldest first. */
  passkeys: z.array(passkey),
  /** The authenticator app; null without one. */
  app: z.nullable(z.object({ createdAt: z.string() })),
  recoveryCodesLeft: z.number(),
  /** Payments that make a day's total larger are approved; it has no effect without a second factor. */
  dailyLimit: z.object({
    cents,
    /** A higher limit that its owner set and that is not in effect yet. */
    raise: z.nullable(z.object({ cents, at: z.string() })),
  }),
  /** After a reset of the password: until then, no more than this leaves in a day. */
  resetHold: z.nullable(
    z.object({
      until: z.string(),
      cents,
      /** A passkey from before the reset lifts it. */
      canLift: z.boolean(),
    }),
  ),
  /** This device signed in for the first time: until then, no more than this leaves without a passkey. */
  newDevice: z.nullable(z.object({ until: z.string(), cents })),
  /** Since when nothing leaves; null while it may. */
  frozenAt: z.nullable(z.string()),
  /** Of a frozen account: only passkeys from before this unfreeze it, and the codes remove what is newer; null for all. */
  factorsTrustedBefore: z.nullable(z.string()),
  /** Removal of all second factors by an owner who lost them: when it takes effect. */
  factorsRemovedAt: z.nullable(z.string()),
  contactChange: z.nullable(contactChange),
  /** What the account lacks, once a week; null when nothing, or when its owner dismissed it within the week. */
  reminder: z.nullable(z.object({ lacks: z.enum(['second-factor', 'recovery-codes']) })),
});

export type SecuritySettings = z.output<typeof settings>;

/** Returns what protects the caller's account (§7 Auth). */
export const securitySettings = defineContract({
  name: 'security-settings',
  summary: 'List passkeys, limits, holds and whether the account is frozen',
  method: 'GET',
  path: '/auth/security-settings',
  access: 'session',
  response: z.object({ data: settings }),
  errors: [],
});
