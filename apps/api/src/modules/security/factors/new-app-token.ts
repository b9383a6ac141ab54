import * as z from 'zod/mini';
import type { TextSeals } from '../../../ports/text-seals.ts';

const VALID_MS = 10 * 60_000;
const newApp = z.object({ userId: z.string(), secret: z.string(), expiresAt: z.number() });

/** @returns the secret of a new app, sealed for its user and for 10 minutes */
export function createAppToken(
  { seal }: Pick<TextSeals, 'seal'>,
  { userId, secret }: { readonly userId: string; readonly secret: string },
  now: Date,
): string {
  const content: z.output<typeof newApp> = { userId, secret, expiresAt: now.getTime() + VALID_MS };
  return Buffer.from(seal(JSON.stringify(content))).toString('base64url');
}

/** @returns the secret; null for the token of another user, or one that has expired */
export function secretInToken(
  { open }: Pick<TextSeals, 'open'>,
  { userId, token }: { readonly userId: string; readonly token: string },
  now: Date,
): string | null {
  try {
    const content = newApp.parse(JSON.parse(open(Buffer.from(token, 'base64url'))));
    const isValid = content.userId === userId && now.getTime() <= content.expiresAt;
    return isValid ? content.secret : null;
  } catch {
    // Not a token of this server.
    return null;
  }
}
