import type { Page } from '@playwright/test';
import { textsOf } from '../../scripts/texts/texts-of.ts';
import { expectAccessible } from '../accessible.ts';
import { outsideTexts, speakPseudo } from '../pseudo-language.ts';
import { expect, test } from '../test.ts';
import { alice, openAs, PASSWORD } from '../users.ts';

const STRANGER = '0x3c8de51f7b0942a6ce94d3708fba12c5d7e4b06a';
const GUEST_PATHS = ['/login', '/register', '/forgot-password', '/verify-otp?email=a%40b.test'];
const PATHS = [
  '/dashboard',
  '/activity/wallet',
  '/contacts',
  '/dashboard/inbox',
  '/rango-exchange',
  '/on-ramping',
  '/off-ramping',
  '/dashboard/deposit-currency',
  '/deposit/polygon',
  '/dashboard/settings',
  '/dashboard/settings/currency',
  '/dashboard/settings/notifications',
  '/dashboard/settings/security',
  '/user-sessions',
  '/reset-password',
  '/help',
  '/dashboard/nfts',
  '/dashboard/dapps',
];

/** Names, coins, networks, languages, samples and user agents; addresses and their parts; Spanish dates. */
const NO_TEXT =
  /^(?:Kax|KAX|USD|USDC|USD Coin|POL|Pol|Polygon|AVAX|Avalanche|English|Español|العربية|Alice Moreau|Alice’s wallet|[\w.-]+@kax\.test|Sample (?:exchange|lending|market)|(?:Quiet Pig|Facet) \d+|Mozilla\/.*|0x[0-9a-f…]+|[0-9a-f]{4}|\d+ (?:de )?\p{Letter}+(?: de \d{4})?(?:,| a las) [\d:]+)$/iu;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.locator('.skeleton, .loading')).toHaveCount(0);
}

test.describe('English between brackets', () => {
  test.use({ locale: 'es-ES' });

  test('every text of every page is in the catalogue', async ({ page }) => {
    await speakPseudo(page);
    const outside: Record<string, readonly string[]> = {};
    const look = async (path: string) => {
      await open(page, path);
      const texts = (await outsideTexts(page)).filter((text) => !NO_TEXT.test(text));
      if (texts.length > 0) outside[path] = texts;
    };
    for (const path of GUEST_PATHS) await look(path);
    await openAs(page, alice, '/dashboard');
    for (const path of PATHS) await look(path);
    expect(outside).toEqual({});
  });
});

test('a language is chosen in Settings and at sign-in, and stays', async ({ page }) => {
  const spanish = await textsOf('es');
  await openAs(page, alice, '/dashboard/settings');
  await page.getByRole('link', { name: /^Language and currency/ }).click();
  await page.getByRole('radio', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { name: spanish('Language and currency') })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByText('1.234,56')).toBeVisible();
  await open(page, '/dashboard');
  await expect(page.getByRole('link', { name: spanish('Activity') }).first()).toBeVisible();
  // Its texts are in a file of their own.
  await open(page, '/help');
  await expect(page.getByText(spanish('Who can move my money?')).first()).toBeVisible();
  await page.getByRole('button', { name: alice.name }).click();
  await page.getByRole('menuitem', { name: spanish('Sign Out') }).click();
  await expect(page.getByRole('button', { name: spanish('Sign In'), exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
});

test('what is typed stays when the language changes, but no password', async ({ page }) => {
  const spanish = await textsOf('es');
  await page.goto('/register');
  await page.getByLabel('Full Name').fill('Ana Lima');
  await page.getByLabel('Email', { exact: true }).fill('ana@kax.test');
  await page.getByLabel('Phone', { exact: true }).fill('+351912345678');
  await page.getByLabel('Password', { exact: true }).fill('Piggy!Bank7');
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByLabel(spanish('Full Name'))).toHaveValue('Ana Lima');
  await expect(page.getByLabel(spanish('Email'), { exact: true })).toHaveValue('ana@kax.test');
  await expect(page.getByText('PT +351')).toBeVisible();
  await expect(page.getByLabel(spanish('Password'), { exact: true })).toHaveValue('');

  const about = page.getByRole('navigation', { name: spanish('About Kax') });
  await about.getByRole('link', { name: spanish('Terms') }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { name: spanish('Terms') })).toBeVisible();

  await page.goto('/login');
  await page.getByLabel(spanish('Email'), { exact: true }).fill('ana@kax.test');
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ana@kax.test');
});

test.describe('Arabic', () => {
  test.use({ locale: 'ar-EG' });

  test('runs from right to left, nothing is wider than the page, and axe finds nothing', async ({
    page,
  }) => {
    const look = async (path: string) => {
      await open(page, path);
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
      for (const width of [320, 390, 820, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        const wider = () =>
          page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
        await expect.poll(wider, `${path} at ${width} px`).toBe(0);
        if (width === 390) await expectAccessible(page, path);
      }
    };
    for (const path of GUEST_PATHS) await look(path);
    await openAs(page, alice, '/dashboard');
    for (const path of PATHS) await look(path);
  });

  test('an address is read from left to right, in groups', async ({ page }) => {
    await openAs(page, alice, '/dashboard?do=receive');
    const groups = page.getByRole('dialog').locator('.whole-address > span');
    await expect(groups.first()).toHaveText(/^0x/);
    const left = async (place: number) => (await groups.nth(place).boundingBox())?.x ?? Number.NaN;
    expect(await left(0)).toBeLessThan(await left(1));
    expect(await left(1)).toBeLessThan(await left(2));
  });

  test('signs in, pays and finds the payment, on a phone', async ({ page }) => {
    const arabic = await textsOf('ar');
    const button = (name: string) => page.getByRole('button', { name: arabic(name), exact: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/login');
    await page.getByLabel(arabic('Email'), { exact: true }).fill(alice.email);
    await page.getByLabel(arabic('Password'), { exact: true }).fill(PASSWORD);
    await button('Sign In').click();
    await page.waitForURL('**/dashboard');
    await button('Send').click();
    const dialog = page.getByRole('dialog', { name: arabic('Send Assets') });
    await dialog.getByRole('textbox', { name: arabic('Amount') }).fill('0.25');
    await dialog.getByRole('button', { name: arabic('Continue') }).click();
    await dialog.getByRole('combobox').fill(STRANGER);
    await dialog.getByRole('button', { name: arabic('Continue') }).click();
    const [confirm = ''] = arabic('Confirm and send {amount}').split('{amount}');
    const tick = dialog.getByRole('checkbox');
    await expect(dialog.getByRole('button', { name: confirm })).toBeVisible();
    if (await tick.isVisible()) await tick.check();
    await dialog.getByRole('button', { name: confirm }).click();
    await page.waitForURL(/step=transaction/);
    await page.goto('/activity/wallet');
    await button('Show amounts').click();
    await expect(page.getByText('−0.2500').first()).toBeVisible();
  });
});
