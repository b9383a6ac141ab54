import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';

interface Route {
  readonly path: string;
  readonly title: string;
}

/** Tests what every protected page has: the guard, the layout and the title. */
export function testProtectedPage({ path, title }: Route): void {
  test(`${path} sends a signed-out visitor to /login (§2)`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/login');
  });

  test(`${path} is inside the layout and has its title`, async ({ page }) => {
    await openAs(page, carol, path);
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('link', { name: /^(PiggyBank|Home)$/ }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Profile menu' })).toBeVisible();
    await expect(page).toHaveTitle(`${title} · Kax`);
  });
}
