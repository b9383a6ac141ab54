import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findChromium } from './browser/chromium.ts';
import { type Product, startProduct } from './product/start-product.ts';
import type { Shot } from './screenshots/shot.ts';
import { shots } from './screenshots/shots.ts';
import { openSignedIn } from './screenshots/visitor.ts';
import { repository } from './verification/run-program.ts';

// Saves screenshots of every screen and state to .data/screenshots; `-- --readme` also updates the two in the README.
// `-- send` takes only those whose name contains this.
const folder = join(repository, '.data/screenshots');
const sizes = [
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
  { name: 'phone', viewport: { width: 390, height: 844 } },
] as const;
const themes = ['dark', 'light'] as const;
const pictureByReadmeName = {
  'dashboard.png': 'dashboard-dark-desktop.png',
  'send.png': 'send-2-review-dark-desktop.png',
};

const requested = process.argv.slice(2).filter((word) => word !== '--readme');
const wanted = shots.filter(
  ({ name }) => requested.length === 0 || requested.some((part) => name.includes(part)),
);
const { executablePath, args, env } = await findChromium();
const product = await startProduct();
const browser = await chromium.launch({
  executablePath,
  args: [...args],
  env: { ...(process.env as Record<string, string>), ...env },
});
try {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const shot of wanted) await take(browser, product, shot);
  if (process.argv.includes('--readme')) await renewReadmePictures();
} finally {
  await browser.close();
  await product.remove();
}

async function take(from: Browser, { url }: Product, shot: Shot): Promise<void> {
  for (const theme of themes) {
    for (const { name, viewport } of sizes) {
      if (shot.only && shot.only !== name) continue;
      const context = await from.newContext({ viewport, reducedMotion: 'reduce', baseURL: url });
      const page = await context.newPage();
      const file = `${shot.name}-${theme}-${name}.png`;
      try {
        await openSignedIn(page, { user: shot.user, theme });
        await shot.open(page);
        await page.screenshot({ path: join(folder, file), fullPage: shot.isWholePage ?? false });
        console.log(`✓ ${file}`);
      } catch (error) {
        process.exitCode = 1;
        console.error(`✗ ${file}: ${String(error).split('\n')[0]}`);
      } finally {
        await context.close();
      }
    }
  }
}

async function renewReadmePictures(): Promise<void> {
  const target = join(repository, 'docs/images');
  await mkdir(target, { recursive: true });
  for (const [readmeName, picture] of Object.entries(pictureByReadmeName)) {
    await copyFile(join(folder, picture), join(target, readmeName));
  }
}
