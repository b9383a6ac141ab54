import { carol, openAs } from '../people.ts';
import { expect, test } from '../test.ts';

interface Route {
  readonly path: string;
  readonly title: string;
}

/** What holds for every protected page whose content is not built yet: the guard, the layout, and a plain word. */
export function testProtectedPage({ path, title }: Route): void {
  test(`${path} sends a signed-out visitor to /login (§2)`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  });

  test(`${path} stands inside the layout and says that it is not available yet`, async ({
    page,
  }) => {
    await openAs(page, carol, path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('Not available yet')).toBeVisible();
    await expect(page.getByRole('link', { name: 'PiggyBank' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Kax`);
  });
}
