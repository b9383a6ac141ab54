import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';
import { testProtectedPage } from './protected-page.ts';

testProtectedPage({ path: '/dashboard/nfts', title: 'NFT Collection' });

test('every item is labelled a sample, and Import NFT says that it is not available yet', async ({
  page,
}) => {
  await openAs(page, carol, '/dashboard/nfts');
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items).toHaveText([/Sample$/, /Sample$/, /Sample$/, /Sample$/]);
  await page.getByRole('button', { name: 'Import NFT' }).click();
  await expect(page.getByText('Importing NFTs isn’t available yet.')).toBeVisible();
});
