import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { buildServiceWorker } from './build-service-worker.ts';

let script = '';
beforeAll(async () => {
  script = await buildServiceWorker();
});

it('is at most 1.5 kB, gzipped', () => {
  expect(gzipSync(script, { level: 9 }).length).toBeLessThan(1_500);
});

it('loads no other script, makes no call and intercepts no request', () => {
  expect(script).toContain('Something new in Kax');
  expect(script).not.toMatch(/importScripts|\bimport\b|\bfetch\b|https?:/);
});

it('reads no content of a push message', () => {
  expect(script).not.toMatch(/\.data\b(?!\s*:)/);
});
