import type { Page } from '@playwright/test';

interface Visitor {
  /** Email of a seeded user; no one is signed in when omitted. */
  readonly user?: string | undefined;
  readonly theme: 'dark' | 'light';
}

/** Prepares the storage of a page as for a returning visitor. */
export async function openSignedIn(page: Page, { user, theme }: Visitor): Promise<void> {
  await page.goto('/privacy.html');
  const session = user === undefined ? {} : await signIn(page, user);
  await page.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    { ...session, 'railway-theme': theme },
  );
}

async function signIn(page: Page, email: string): Promise<Record<string, string>> {
  const response = await page.request.post('/api/auth/login', {
    data: { email, password: 'Piggy!Bank7' },
  });
  const { user, access_token, refresh_token } = await response.json();
  return { user: JSON.stringify(user), access_token, refresh_token, isAuthenticated: 'true' };
}
