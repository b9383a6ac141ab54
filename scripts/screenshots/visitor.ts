import type { Page } from '@playwright/test';

interface Visitor {
  /** E-mail of a seeded person; nobody is signed in when left out. */
  readonly person?: string | undefined;
  readonly theme: 'dark' | 'light';
}

/** Prepares the storage of a page as that of someone who has been here before. */
export async function openSignedIn(page: Page, { person, theme }: Visitor): Promise<void> {
  await page.goto('/privacy.html');
  const session = person === undefined ? {} : await signIn(page, person);
  await page.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    { ...session, 'railway-theme': theme },
  );
}

async function signIn(page: Page, email: string): Promise<Record<string, string>> {
  const answer = await page.request.post('/api/auth/login', {
    data: { email, password: 'Piggy!Bank7' },
  });
  const { user, access_token, refresh_token } = await answer.json();
  return { user: JSON.stringify(user), access_token, refresh_token, isAuthenticated: 'true' };
}
