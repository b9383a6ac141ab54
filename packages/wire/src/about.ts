import * as z from 'zod/mini';
import { defineContract } from './contract.ts';

/** What anyone may know about the server before signing in. */
export const about = defineContract({
  name: 'about',
  summary:
    'Where codes can be read, who keeps the recovery key, who helps, what proves private payments, and where owners have their keys',
  method: 'GET',
  path: '/about',
  access: 'public',
  response: z.object({
    /** A page that shows the mails and text messages of a sandbox; null where real ones are sent. */
    messagesUrl: z.nullable(z.string()),
    /** Who keeps the key that makes a forgotten password recoverable. */
    recoveryKey: z.enum(['file', 'aws-kms']),
    /** Where users ask for help; null when this installation has no such address. */
    supportEmail: z.nullable(z.string()),
    /** What proves private payments: Kax's own program, or snarkjs; null while nothing does. */
    prover: z.nullable(z.enum(['native', 'snarkjs'])),
    /** The page with the keys of owners, and the SHA-256 of the release that it serves; null where there is none. */
    signer: z._default(z.nullable(z.object({ origin: z.string(), release: z.string() })), null),
  }),
  errors: [],
});
