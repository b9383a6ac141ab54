import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';
import { testProtectedPage } from './protected-page.ts';

testProtectedPage({ path: '/dashboard/deposit-currency', title: 'Deposit' });

test('three cards lead to the three deposit screens, above the warning (§2 Deposit)', async ({
  page,
}) => {
  await openAs(page, carol, '/dashboard/deposit-currency');
  const cards = page.getByRole('main').getByRole('listitem');
  await expect(cards).toHaveText(['PolPolygon token', /^KAX/, /^USDC/]);
  await expect(page.getByText('Polygon (POL) network tokens only.')).toBeVisible();
  await cards.nth(1).getByRole('link').click();
  await expect(page).toHaveURL('/deposit/kax');
});
