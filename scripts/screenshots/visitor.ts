import type { Page } from '@playwright/test';

interface Visitor {
  /** E-mail of a seeded person; nobody is signed in when left out. */
  readonly user?: string | undefined;
  readonly theme: 'dark' | 'light';
}

/** Prepares the storage of a page as that of someone who has been here before. */
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
