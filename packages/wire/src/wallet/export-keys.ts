import * as z from 'zod/mini';
import { password } from '../auth/fields.ts';
import { defineContract } from '../contract.ts';

/**
 * Hands a wallet's keys to their owner after the password again: the key of the public address, the 12 words,
 * or an encrypted file that the password opens. The response contains only the one that was requested.
 */
export const exportKeys = defineContract({
  name: 'export-keys',
  summary: 'Export the private key, the 12 words or an encrypted file',
  method: 'POST',
  path: '/wallet/export-keys',
  access: 'session',
  body: z.strictObject({ password, what: z.enum(['private-key', 'phrase', 'file']) }),
  response: z.object({
    publicWalletAddress: z.string(),
    privateWalletAddress: z.string(),
    /** When the wallet was created; software that restores the 0zk address need not scan further back. */
    createdAt: z.string(),
    /** 0x and 64 hex digits. */
    privateKey: z.optional(z.string()),
    /** 12 words of BIP-39. */
    phrase: z.optional(z.string()),
    /** JSON in the form of Web3 Secret Storage. */
    file: z.optional(z.object({ name: z.string(), content: z.string() })),
  }),
  errors: [
    'signature-needed',
    'account-frozen',
    'approval-needed',
    'approval-not-valid',
    'password-wrong',
    'export-locked',
    'busy',
  ],
});
