import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Events of the audit log that an owner sees. */
export const SECURITY_EVENTS = [
  'login',
  'passkey-login',
  'login-refused',
  'password-changed',
  'password-reset',
  'refresh-reused',
  'device-refused',
  'keys-exported',
  'custody-changed',
  'owner-wrap-added',
  'owner-wrap-removed',
  'passkey-added',
  'passkey-removed',
  'app-added',
  'app-removed',
  'recovery-codes-replaced',
  'recovery-code-used',
  'factors-removal-requested',
  'factors-removal-cancelled',
  'factors-removed',
  'approval-refused',
  'limit-changed',
  'hold-lifted',
  'frozen',
  'unfrozen',
  'contact-change-requested',
  'contact-change-cancelled',
  'contact-changed',
  'saved-address-changed',
] as const;

const securityEvent = z.object({
  id: z.string(),
  /** As in the audit log, one that its owner may see. */
  event: z.enum(SECURITY_EVENTS),
  at: z.string(),
  ip: z.string(),
  /** `City, Country` or `Country`; null where the offline database knows nothing of the address. */
  place: z.nullable(z.string()),
});

export type SecurityEvent = z.output<typeof securityEvent>;

/** Lists what happened to the security of the caller’s account, newest first. */
export const securityEvents = defineContract({
  name: 'security-events',
  summary: 'List recent security events',
  method: 'GET',
  path: '/auth/security-events',
  access: 'session',
  response: z.object({
    events: z.array(securityEvent),
  }),
  errors: [],
});
