import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { buildCheckPage } from './build-page.ts';

let page = '';
beforeAll(async () => {
  page = await buildCheckPage();
});

it('gives the same bytes each time', async () => {
  expect(await buildCheckPage()).toBe(page);
});

it('shows nothing of the machine that built it', () => {
  expect(page).not.toContain(process.cwd());
  expect(page).not.toMatch(/node_modules|\/home\/|\/Users\/|#region/);
});

it('allows exactly the script and the style that are in it', () => {
  const policy = policyOf(page);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('script-src')).toEqual(inlineHashes('script'));
  expect(policy.get('style-src')).toEqual(inlineHashes('style'));
  expect(policy.get('connect-src')).toEqual(['https:', 'http://localhost:*', 'http://127.0.0.1:*']);
  expect([...policy.keys()].filter((name) => name.endsWith('-src'))).toHaveLength(4);
});

it('has its policy before anything that it is about', () => {
  const at = page.indexOf('Content-Security-Policy');
  expect(at).toBeGreaterThan(0);
  for (const part of ['<style', '<script', '<svg']) expect(page.indexOf(part)).toBeGreaterThan(at);
});

it('refers to no host and to no other file', () => {
  const withoutPolicy = page.replace(/content="[^"]*connect-src[^"]*"/, '');
  expect(withoutPolicy.length).toBeLessThan(page.length);
  const hosts = withoutPolicy.match(
    /\b(?:https?|wss?|ftp):\/\/[^\s"'`<>)]+|["'`(]\/\/[\w-]+\.\w+/gi,
  );
  expect(hosts).toBeNull();
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
  expect(style.match(/@import|url\(|image-set\(/gi)).toBeNull();
  const tags = withoutPolicy.replace(/<(script|style)>[\s\S]*?<\/\1>/g, '');
  expect(tags.match(/\s(?:src|href|srcset|action|ping|data|poster)=/gi)).toBeNull();
});

it('is at most 60 kB, gzipped', () => {
  expect(gzipSync(page, { level: 9 }).length).toBeLessThan(60_000);
});

/** Sources by directive. */
function policyOf(html: string): ReadonlyMap<string, readonly string[]> {
  const [, content = ''] =
    /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  return new Map(
    content.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(' ');
      return [name, sources];
    }),
  );
}

/** Of every such element, as browsers compute them. */
function inlineHashes(name: 'script' | 'style'): readonly string[] {
  const elements = page.matchAll(new RegExp(`<${name}[^>]*>([\\s\\S]*?)</${name}>`, 'g'));
  return [...elements].map(([, content = '']) => {
    const hash = createHash('sha256').update(content).digest('base64');
    return `'sha256-${hash}'`;
  });
}
