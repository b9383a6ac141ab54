import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expect, test } from '../test.ts';
import { alice, carol, openAs } from '../users.ts';

// As most users have it: with animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('the theme is dark by default, toggles, is saved and is set as a class on the root (§4)', async ({
  page,
}) => {
  await page.goto('/login');
  // What the shape of a run chose is another device's.
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  const root = page.locator('html');
  await expect(root).toHaveClass(/\bdark\b/);
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(root).toHaveClass(/\blight\b/);
  expect(await page.evaluate(() => localStorage.getItem('railway-theme'))).toBe('light');
  await page.reload();
  await expect(root).toHaveClass(/\blight\b/);
  await page.getByRole('button', { name: 'Switch to dark theme' }).click();
  await expect(root).toHaveClass(/\bdark\b/);
});

test('the profile menu shows who is signed in and links to their pages (§2 Layout)', async ({
  page,
}) => {
  await openAs(page, carol, '/dashboard');
  const trigger = page.getByRole('button', { name: 'Profile menu' });
  await expect(trigger.locator('.avatar')).toHaveAttribute('data-initials', 'CL');
  for (const [item, path] of [
    ['Reset Password', '/reset-password'],
    ['User Sessions', '/user-sessions'],
    ['Settings', '/dashboard/settings'],
    ['Help', '/help'],
  ] as const) {
    await trigger.click();
    await expect(page.getByText(carol.email)).toBeVisible();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page).toHaveURL(path);
  }
});

test('a menu opens beside its button, also at the far side of a wide screen', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await openAs(page, carol, '/dashboard');
  const trigger = page.getByRole('button', { name: 'Profile menu' });
  await trigger.click();
  const right = async (of: typeof trigger) => {
    const box = await of.boundingBox();
    return (box?.x ?? Number.NaN) + (box?.width ?? Number.NaN);
  };
  const menu = page.getByRole('menu');
  await expect
    .poll(async () => Math.abs((await right(menu)) - (await right(trigger))))
    .toBeLessThan(24);
});

test('the sidebar leads to its six places (§2 Layout)', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openAs(page, carol, '/dashboard');
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['Activity', '/activity/wallet'],
    ['Contacts', '/contacts'],
    ['Exchange', '/rango-exchange'],
    ['Acquire', '/on-ramping'],
    ['Withdraw', '/off-ramping'],
    ['PiggyBank', '/dashboard'],
  ] as const) {
    await nav.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
  }
});

test('the keyboard skips the layout to the content, with visible focus', async ({ page }) => {
  await openAs(page, carol, '/dashboard');
  await expect(page.getByRole('region', { name: 'Account' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Tab');
  const outline = await page.evaluate(() => {
    const style = getComputedStyle(document.activeElement as Element);
    return style.outlineStyle !== 'none' || style.boxShadow !== 'none';
  });
  expect(outline).toBe(true);
});

test('modals trap the focus, close with Escape and return the focus', async ({ page }) => {
  await openAs(page, alice, '/dashboard');
  const receive = page.getByRole('button', { name: 'Receive', exact: true });
  await receive.click();
  const dialog = page.getByRole('dialog', { name: 'Receive Assets' });
  await expect(dialog).toBeVisible();
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement !== document.body && !activeElement?.closest('dialog');
    });
    expect(isOutside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(receive).toBeFocused();
});

test('nothing scrolls or is cut off sideways at 320, 360 and 390 px', async ({ page }) => {
  const expectFits = async (state: string) => {
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const where = `${state} at ${width} px`;
      // What slides in is outside at first.
      await expect.poll(() => page.evaluate(elementsCutOff), where).toEqual([]);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider, where).toBe(0);
    }
  };
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    '/login',
    '/register',
    '/forgot-password',
    '/verify-otp?email=new%40kax.test',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectFits(path);
  }
  await openAs(page, alice, '/deposit/polygon');
  await expect(page.getByRole('button', { name: /^Ask for an amount/ })).toBeVisible();
  await expectFits('deposit');
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Polygon' })).toBeVisible();
  await page.getByRole('button', { name: 'Show amounts' }).click();
  await expectFits('/dashboard');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await expectFits('menu');
  await page.getByRole('button', { name: 'Close menu' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const send = page.getByRole('dialog', { name: 'Send Assets' });
  await send.getByRole('textbox', { name: 'Amount' }).fill('0.123456');
  await expectFits('send');
  await send.getByRole('button', { name: 'Continue' }).click();
  await expect(send.getByRole('combobox', { name: 'Recipient address' })).toBeVisible();
  await expectFits('recipient');
  await send
    .getByRole('combobox', { name: 'Recipient address' })
    .fill(privateKeyToAddress(generatePrivateKey()).toLowerCase());
  await send.getByRole('button', { name: 'Continue' }).click();
  await expect(send.getByRole('checkbox')).toBeVisible();
  await expectFits('review');
  await page.keyboard.press('Escape');
  const confirmation = page.getByRole('alertdialog', { name: 'Close this form?' });
  await expect(confirmation).toBeVisible();
  await expectFits('closing a form');
  await confirmation.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  const receive = page.getByRole('dialog', { name: 'Receive Assets' });
  await expect(receive).toBeVisible();
  await expectFits('receive');
  await receive.getByRole('button', { name: /^Ask for an amount/ }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill('1234567.123456');
  await expectFits('an amount to ask for');
  await page.getByRole('textbox', { name: 'Message' }).fill('Dinner on Friday');
  await page.getByRole('button', { name: 'Make the link' }).click();
  const link = page.getByRole('dialog', { name: 'Your payment link' });
  await expect(link.getByText('Waiting for payment')).toBeVisible();
  await expectFits('a payment link');
  const code = (await link.getByText(/\/pay\//).textContent())?.split('/pay/')[1] ?? '';
  await link.getByRole('button', { name: 'Back' }).click();
  await receive.getByRole('button', { name: /^Your links/ }).click();
  await expect(page.getByRole('button', { name: /Dinner on Friday/ }).first()).toBeVisible();
  await expectFits('payment links');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('radio', { name: 'Private', exact: true }).click();
  await expectFits('private');
  await openAs(page, carol, `/pay/${code}`);
  await expect(page.getByRole('group', { name: 'Pay from' })).toBeVisible();
  await expectFits('a payment request');
});

/** @returns the beginnings of what users press, enter or scan and cannot see whole */
function elementsCutOff(): readonly string[] {
  return [...document.querySelectorAll('a, button, input, img')]
    .filter((element) => element.checkVisibility())
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 1 && (left < 0 || right > innerWidth);
    })
    .map((element) => element.outerHTML.slice(0, 120));
}
