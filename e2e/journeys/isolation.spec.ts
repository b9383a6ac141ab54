import { expect, test } from '../test.ts';
import { carol, signIn, signOut } from '../users.ts';

// Visits every page; the fixture fails the test when one violates its policy or contacts another host.
test('the whole app keeps to its policy and contacts no other host', async ({ page }) => {
  await signIn(page, carol);
  for (const path of [
    '/dashboard',
    '/activity/polygon-usdc',
    '/dashboard/nfts',
    '/dashboard/dapps',
    '/dashboard/settings',
    '/rango-exchange',
    '/reset-password',
    '/user-sessions',
    '/on-ramping',
    '/off-ramping',
    '/dashboard/deposit-currency',
    '/deposit/usdc',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Send Assets' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Receive', exact: true }).click();
  await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await signOut(page);
});

test('every page has a strict policy, and API responses are never cached', async ({
  request,
  baseURL,
}) => {
  const page = await request.get('/login');
  const policy = page.headers()['content-security-policy'] ?? '';
  for (const directive of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ]) {
    expect(policy).toContain(directive);
  }
  // The payment partner's page and the signer are the only ones that may be framed.
  const { origin } = new URL(baseURL ?? '');
  const above = (url: string, more: number) =>
    url.replace(/\d+$/, (port) => `${Number(port) + more}`);
  const partner = above(origin, 4);
  const signer = above(origin.replace('127.0.0.1', 'sign.localhost'), 9);
  const directives = policy.split('; ');
  expect(directives.filter((each) => each.startsWith('frame-src'))).toEqual([
    `frame-src ${partner} ${signer}`,
  ]);
  const others = directives.filter((each) => !each.startsWith('frame-src')).join('; ');
  expect(others).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*/);
  expect(page.headers()['x-content-type-options']).toBe('nosniff');
  const response = await request.get('/api/health');
  expect(response.headers()['cache-control']).toContain('no-store');
});

test('the policy is enforced: an inline script does not run', async ({ page, watch }) => {
  await page.goto('/login');
  await page.evaluate(() => {
    const script = document.createElement('script');
    try {
      script.textContent = 'globalThis.hasRun = true';
      document.body.append(script);
    } catch {
      // Trusted Types already refuse the text.
    }
  });
  expect(await page.evaluate(() => 'hasRun' in globalThis)).toBe(false);
  // Caused by this test, not by the page.
  watch.length = 0;
});

test('what the policy blocks is reported to our server', async ({ page, request, watch }) => {
  const count = async () => {
    const metrics = await (await request.get('/api/metrics')).text();
    const found = /^kax_csp_reports_total\{directive="media-src"\} (\d+)$/m.exec(metrics);
    return Number(found?.[1] ?? 0);
  };
  const before = await count();
  await page.goto('/login');
  await page.evaluate(() => {
    const audio = document.createElement('audio');
    audio.src = 'https://blocked.example/sound?secret#secret';
    document.body.append(audio);
  });
  await expect.poll(count).toBeGreaterThan(before);
  // Caused by this test, not by the page.
  watch.length = 0;
});
