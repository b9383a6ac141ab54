import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bundleScript } from '../web-build/bundle-script.ts';

const folder = resolve(import.meta.dirname, '../../apps/receipt-check/src');

/** The name of the page in the web client's folder. */
export const CHECK_PAGE_FILE = 'receipt-check.html';

/**
 * Builds the page that checks receipts: one file with everything in it, the same bytes from the same sources.
 * @returns the HTML
 */
export async function buildCheckPage(): Promise<string> {
  const [page, style, script] = await Promise.all([
    readFile(join(folder, 'page.html'), 'utf8'),
    readFile(join(folder, 'page.css'), 'utf8'),
    bundleScript(join(folder, 'main.ts')),
  ]);
  if (/<\/script/i.test(script)) throw new Error('The script would end its own element.');
  return [
    [
      '"Content-Security-Policy" content=""',
      `"Content-Security-Policy" content="${policyFor(script, style)}"`,
    ],
    ['<style></style>', `<style>${style}</style>`],
    ['<script></script>', `<script>${script}</script>`],
  ].reduce(fill, page);
}

/** Fills the one place for a part. */
function fill(page: string, [place = '', part = '']: readonly string[]): string {
  const [before, after, ...more] = page.split(place);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`The page doesn’t have ${place} exactly once.`);
  }
  return `${before}${part}${after}`;
}

/** Nothing but this script and this style, and connections to the node that the user enters. */
function policyFor(script: string, style: string): string {
  return [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    'connect-src https: http://localhost:* http://127.0.0.1:*',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
