import * as z from 'zod/mini';
import { defineContract } from '../contract.ts';

/** Push messages to the browser of the caller's session. */
export const pushSettingsOfSession = z.object({
  /**
   * The public key that a browser subscribes with, P-256 uncompressed as base64url; null where this installation sends
   * no push messages.
   */
  publicKey: z.nullable(z.string()),
  /** Whether this session gets them. */
  isOn: z.boolean(),
});

/** Reads whether the browser of this session gets push messages. */
export const pushSettings = defineContract({
  name: 'push-settings',
  summary: 'Whether this session’s browser gets push messages',
  method: 'GET',
  path: '/auth/push',
  access: 'session',
  response: z.object({ data: pushSettingsOfSession }),
  errors: [],
});
