import type { Page } from '@playwright/test';
import type { SecuritySettings } from '#wire/security/security-settings';
import { expectAccessible, expectAccessibleColours } from '../accessible.ts';
import { SECURITY } from '../security.ts';
import { expect, test } from '../test.ts';
import { alice, carol, openAs } from '../users.ts';
import { testProtectedPage } from './protected-page.ts';

testProtectedPage({ path: SECURITY, title: 'Security' });

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const passkey = {
  ...{ id: 'AAAA', name: 'The laptop on the desk in the small room' },
  ...{ createdAt: inDays(-20), lastUsedAt: inDays(-1), canSignIn: true, isSynced: true },
};
const protectedAccount: Partial<SecuritySettings> = {
  passkeys: [passkey, { ...passkey, id: 'BBBB', name: 'Phone', canSignIn: false }],
  app: { createdAt: inDays(-3) },
  recoveryCodesLeft: 2,
  dailyLimit: { cents: '1234550', raise: { cents: '2500000', at: inDays(1) } },
};
const held: Partial<SecuritySettings> = {
  ...protectedAccount,
  resetHold: { until: inDays(1), cents: '5000', canLift: true },
  newDevice: { until: inDays(0.04), cents: '20000' },
  factorsRemovedAt: inDays(6),
};

const STATES: readonly (readonly [name: string, Partial<SecuritySettings>])[] = [
  ['nothing set up', {}],
  ['everything set up', protectedAccount],
  ['held', held],
  [
    'frozen, with a change of the email',
    {
      ...protectedAccount,
      frozenAt: inDays(-1),
      contactChange: {
        ...{ channel: 'email', at: inDays(1) },
        value: 'a.rather.long.new.address.of.carol@mail.example',
      },
    },
  ],
];

async function changeSettings(page: Page, changes: Partial<SecuritySettings>): Promise<void> {
  await page.route('**/api/auth/security-settings', async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    await route.fulfill({ response, json: { data: { ...data, ...changes } } });
  });
}

async function openIn(page: Page, theme: string, path: string): Promise<void> {
  await page.goto('/privacy.html');
  await page.evaluate((name) => localStorage.setItem('railway-theme', name), theme);
  await page.goto(path);
}

/** Nothing scrolls sideways, and all that can be pressed is on the screen and large enough for a finger. */
async function expectFits(page: Page, where: string): Promise<void> {
  const problems = await page.evaluate(() => {
    const isPhone = innerWidth < 600;
    const found = [...document.querySelectorAll('main a, main button, main input')]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, right, height, width } = element.getBoundingClientRect();
        const isSmall = isPhone && element.matches('.button, .icon-button') && height < 32;
        return width > 1 && (left < 0 || right > innerWidth || isSmall);
      })
      .map((element) => element.outerHTML.slice(0, 120));
    const surplus = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    return surplus > 0 ? [...found, `${surplus} px too wide`] : found;
  });
  expect(problems, where).toEqual([]);
}

for (const [theme, expectGood] of [
  ['dark', expectAccessible],
  ['light', expectAccessibleColours],
] as const) {
  for (const [state, settings] of STATES) {
    test(`${state}: fits 1440, 390 and 320 px, and axe finds nothing, ${theme}`, async ({
      page,
    }) => {
      await openAs(page, carol, '/privacy.html');
      await changeSettings(page, settings);
      await openIn(page, theme, SECURITY);
      await expect(page.getByRole('heading', { name: 'Security checkup' })).toBeVisible();
      await expect(page.getByText('Signed in').first()).toBeVisible();
      for (const width of [1440, 390, 320]) {
        await page.setViewportSize({ width, height: 844 });
        await expectFits(page, `${width} px`);
        await expectGood(page, `${width} px`);
      }
    });
  }

  test(`/freeze/:token fits and is accessible, and a link that isn’t valid freezes nothing, ${theme}`, async ({
    page,
  }) => {
    await openIn(page, theme, '/freeze/not-a-token');
    await expect(page).toHaveTitle('Freeze your account · Kax');
    const freeze = page.getByRole('button', { name: 'Freeze my account' });
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect(freeze).toBeVisible();
      await expectFits(page, `${width} px`);
      await expectGood(page, `${width} px`);
    }
    await freeze.click();
    await expect(page.getByText('This link has expired.', { exact: false })).toBeVisible();
    await expectGood(page, 'expired');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/login');
  });
}

test('an error keeps what is known apart from what is not, and can be retried', async ({
  page,
}) => {
  await openAs(page, alice, '/privacy.html');
  await page.route('**/api/auth/security-settings', (route) => route.abort());
  await page.goto(SECURITY);
  await expect(page.getByText('Couldn’t load your security settings')).toBeVisible();
  await expectAccessible(page, 'failed');
  await page.unroute('**/api/auth/security-settings');
  await page.getByRole('button', { name: /again|retry/i }).click();
  await expect(page.getByRole('heading', { name: 'Security checkup' })).toBeVisible();
});

test('the login screen offers a passkey, and says when none is there', async ({ page }) => {
  await page.goto('/login');
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await expect(button).toBeVisible();
  await button.click();
  await expect(page.getByRole('alert')).toContainText('password');
  await expectAccessible(page, 'no passkey');
});
