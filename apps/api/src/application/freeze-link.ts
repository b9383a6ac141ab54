import type { FreezeLinks } from '../ports/freeze-links.ts';

const LASTS_MS = 30 * 24 * 60 * 60_000;

/**
 * @param origin of the web app; null when it is not known
 * @returns what makes the links of emails that freeze an account, valid for 30 days
 */
export function createFreezeLink(
  links: Pick<FreezeLinks, 'make'>,
  origin: string | null,
  clock: { readonly now: () => Date },
): (userId: string) => string | null {
  return (userId) => {
    if (origin === null) return null;
    const expiresAt = new Date(clock.now().getTime() + LASTS_MS);
    return `${origin}/freeze/${links.make(userId, expiresAt)}`;
  };
}
