import { expect, it } from 'vitest';
import type { RampTokens } from '../../ports/ramp-access.ts';
import { createAccessToken } from './access-token.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const TOMORROW = new Date('2026-11-22T10:00:00.000Z');

function setUp(stored: readonly (RampTokens | null)[]) {
  const looks = [...stored];
  const requests: string[] = [];
  const saved: string[] = [];
  const token = createAccessToken({
    apiUrl: 'https://partner.test',
    apiKey: 'key',
    apiSecret: 'secret',
    access: {
      read: async () => looks.shift() ?? null,
      lease: async () => true,
      save: async (issued) => {
        saved.push(issued);
      },
    },
    request: async ({ url }, schema) => {
      requests.push(url);
      const expiresAt = String(TOMORROW.getTime() / 1_000);
      return schema.parse({ data: { accessToken: 'a new access token', expiresAt } }) as never;
    },
    clock: { now: () => NOW, sleep: async () => {} },
  });
  return { token, requests, saved };
}

const newer = { current: 'the newer access token', expiresAt: TOMORROW, previous: null };

it('is requested when there is none, and kept', async () => {
  const { token, requests, saved } = setUp([]);
  expect(await token.get(null, '127.0.0.1')).toBe('a new access token');
  expect(await token.get(null, '127.0.0.1')).toBe('a new access token');
  expect(requests).toEqual(['https://partner.test/partners/api/v2/refresh-token']);
  expect(saved).toEqual(['a new access token']);
});

it('is not requested when another process stored one before the lease was acquired', async () => {
  const { token, requests } = setUp([null, newer]);
  expect(await token.get(null, '127.0.0.1')).toBe('the newer access token');
  expect(requests).toEqual([]);
});

it('is requested again when the partner refuses the stored one', async () => {
  const { token, requests } = setUp([newer, newer]);
  expect(await token.get(newer.current, '127.0.0.1')).toBe('a new access token');
  expect(requests).toHaveLength(1);
});
