import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { writeTokens } from '../lib/storage.ts';
import { changeLanguage } from './language.ts';
import { currentSettings, readSettings } from './settings.ts';

const reload = vi.fn();

beforeEach(() => {
  localStorage.clear();
  readSettings();
  reload.mockClear();
  vi.stubGlobal('location', { ...location, reload });
});
afterEach(() => vi.unstubAllGlobals());

function startApi(respond: () => FakeResponse | 'no response') {
  const api = createFakeApi({ 'PUT /api/user/language': respond });
  vi.stubGlobal('fetch', api.fetch);
  return api;
}

test('emails change their language before the page does', async () => {
  writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  const before: unknown[] = [];
  const { seen } = startApi(() => {
    before.push(currentSettings().language);
    return { body: { data: { language: 'ar' } } };
  });
  await changeLanguage('ar');
  expect(before).toEqual([null]);
  expect(seen.map(({ body }) => body)).toEqual([{ language: 'ar' }]);
  expect(currentSettings().language).toBe('ar');
  expect(reload).toHaveBeenCalledOnce();
});

test('the page changes its language although the server does not respond', async () => {
  writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
  startApi(() => 'no response');
  await changeLanguage('es');
  expect(currentSettings().language).toBe('es');
  expect(reload).toHaveBeenCalledOnce();
});

test('a visitor’s choice is for the page alone, until they sign in', async () => {
  const { seen } = startApi(() => 'no response');
  await changeLanguage('es');
  expect(seen).toEqual([]);
  expect(currentSettings().language).toBe('es');
  expect(reload).toHaveBeenCalledOnce();
});
