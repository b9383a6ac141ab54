import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MessageStore } from './message-store.ts';
import { notFound, type Reply } from './serve.ts';

const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['page.html', 'text/html'],
  '/page.css': ['page.css', 'text/css'],
  '/page.js': ['page.js', 'text/javascript'],
};

const ofPage = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};
/** A mail may style itself and do nothing else. */
const ofMail = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
};

/** The page on which a user reads messages, and `/view/{ID}.html`, a rendered email. */
export async function servePage(store: MessageStore, path: string): Promise<Reply> {
  const viewed = /^\/view\/([\w-]+)\.html$/.exec(path)?.[1];
  if (viewed !== undefined) {
    const html = store.find(viewed)?.HTML;
    return html ? { status: 200, body: html, type: 'text/html', headers: ofMail } : notFound;
  }
  const [file, type] = files[path] ?? [];
  if (file === undefined || type === undefined) return notFound;
  const body = await readFile(join(import.meta.dirname, 'page', file), 'utf8');
  return { status: 200, body, type, headers: ofPage };
}
