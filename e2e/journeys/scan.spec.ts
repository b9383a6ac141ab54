import { showToCamera, withFakeCamera } from '../fake-camera.ts';
import { openSend } from '../send-modal.ts';
import { signInClient } from '../server.ts';
import { expect, test } from '../test.ts';
import { alice, bob, openAs } from '../users.ts';

test.use(withFakeCamera);

test('the recipient of a payment can be scanned with the camera, and the camera goes off', async ({
  page,
  context,
  request,
}) => {
  const { publicAddress } = await signInClient(request, bob);
  await showToCamera(`ethereum:${publicAddress}`);
  await context.grantPermissions(['camera']);
  await openAs(page, alice, '/dashboard');
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('1');
  await send.next();
  await send.dialog.getByRole('button', { name: 'Scan QR code' }).click();
  await expect(send.recipient).toHaveValue(publicAddress);
  await expect(page.getByRole('dialog', { name: 'Scan a QR code' })).toBeHidden();
  await expect(page.locator('video')).toHaveCount(0);
});

test('without a camera, a chosen picture of the code is read', async ({ page, request }) => {
  const { publicAddress } = await signInClient(request, bob);
  const picture = await request.get('/v1/create-qr-code/', { params: { data: publicAddress } });
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('None.', 'NotFoundError'));
  });
  await openAs(page, alice, '/dashboard');
  const send = await openSend(page, 'USDC on Polygon');
  await send.amount.fill('1');
  await send.next();
  await send.dialog.getByRole('button', { name: 'Scan QR code' }).click();
  const sheet = page.getByRole('dialog', { name: 'Scan a QR code' });
  await expect(sheet.getByText('We couldn’t find a camera')).toBeVisible();
  await sheet.getByLabel('Picture of a QR code').setInputFiles({
    name: 'code.png',
    mimeType: 'image/png',
    buffer: await picture.body(),
  });
  await expect(send.recipient).toHaveValue(publicAddress);
});
