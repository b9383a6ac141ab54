import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';
import { testProtectedPage } from './protected-page.ts';

testProtectedPage({ path: '/dashboard/dapps', title: 'dApps' });

test('every application is labelled a sample, and Connect says that it is not available yet', async ({
  page,
}) => {
  await openAs(page, carol, '/dashboard/dapps');
  const items = page.getByRole('list', { name: 'dApps' }).getByRole('listitem');
  await expect(items).toHaveCount(3);
  await expect(items.getByText('Sample', { exact: true })).toHaveCount(3);
  await items.first().getByRole('button', { name: 'Connect Sample exchange' }).click();
  await expect(page.getByText('Connecting isn’t available yet.').last()).toBeVisible();
});
