import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { alice, openAs } from '../users.ts';

test('Receive Assets shows the address and a QR code of 270 × 270 that decodes to it (§2 Modals)', async ({
  page,
  request,
}) => {
  const { publicAddress } = await signInClient(request, alice);
  await openAs(page, alice, '/dashboard');
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Receive Assets' });
  const image = dialog.getByRole('img', { name: `QR code for the address ${publicAddress}` });
  await expect(image).toHaveJSProperty('complete', true);
  await expect(image).toHaveJSProperty('naturalWidth', 270);
  await expect(image).toHaveJSProperty('naturalHeight', 270);
  const source = await image.getAttribute('src');
  expect(source).toMatch(/^\/v1\/create-qr-code\/\?size=270x270&data=0x/);
  const picture = PNG.sync.read(await (await request.get(source ?? '')).body());
  const read = jsqr.default(new Uint8ClampedArray(picture.data), picture.width, picture.height);
  expect(read?.data).toBe(publicAddress);
  await expect(dialog.getByText(/network tokens only/)).toBeVisible();
});

test('when the QR code fails to load, the browser draws it', async ({ page, request }) => {
  const { publicAddress } = await signInClient(request, alice);
  await page.route('**/v1/create-qr-code/**', (route) => route.abort());
  await openAs(page, alice, '/dashboard');
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Receive Assets' });
  const drawing = dialog.locator('svg').and(dialog.getByRole('img', { name: /^QR code/ }));
  const picture = PNG.sync.read(await drawing.screenshot());
  const read = jsqr.default(new Uint8ClampedArray(picture.data), picture.width, picture.height);
  expect(read?.data).toBe(publicAddress);
});
