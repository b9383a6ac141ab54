import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { carol, openAs } from '../users.ts';
import { testProtectedPage } from './protected-page.ts';

for (const [currency, symbol] of [
  ['polygon', 'POL'],
  ['kax', 'KAX'],
  ['usdc', 'USDC'],
]) {
  testProtectedPage({ path: `/deposit/${currency}`, title: `Deposit ${symbol}` });
}

test('an unknown currency leads back to the choice', async ({ page }) => {
  await openAs(page, carol, '/deposit/bitcoin');
  await expect(page).toHaveURL('/dashboard/deposit-currency');
});

test('the QR codes contain the address, and a payment with its network (EIP-681)', async ({
  page,
  request,
}) => {
  const client = await signInClient(request, carol);
  const usdc = await client.coin('polygon-usdc');
  await openAs(page, carol, '/deposit/usdc');
  const sheet = page.getByRole('region', { name: 'Deposit address' });
  const readCode = async (name: RegExp) => {
    const source = await sheet.getByRole('img', { name }).getAttribute('src');
    const picture = PNG.sync.read(await (await request.get(source ?? '')).body());
    expect([picture.width, picture.height]).toEqual([270, 270]);
    return jsqr.default(new Uint8ClampedArray(picture.data), 270, 270)?.data;
  };
  expect(await readCode(/^QR code for the address/)).toBe(client.publicAddress);
  await sheet.getByRole('radio', { name: 'With network' }).click();
  expect(await readCode(/^QR code to pay USDC on Polygon/)).toBe(
    `ethereum:${usdc.address}@31337/transfer?address=${client.publicAddress}`,
  );
  await expect(page.getByText('Polygon (POL) network tokens only.')).toBeVisible();
  await expect(page.getByText('Waiting for your deposit')).toBeVisible();
  const home = page.getByRole('link', { name: /^(PiggyBank|Home)$/ });
  await expect(home).toHaveAttribute('aria-current', 'true');
});
