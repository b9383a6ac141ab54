import { beforeEach, expect, test } from 'vitest';
import { readTheme, toggleTheme } from './theme.ts';

const root = document.documentElement;

beforeEach(() => {
  localStorage.clear();
  root.className = '';
});

test('the theme is dark by default (§4 Theme)', () => {
  readTheme();

  expect(root.className).toBe('dark');
});

test('toggling saves the theme and applies it as a class on the root (§4 Theme)', async () => {
  readTheme();
  toggleTheme();

  await expect.poll(() => root.className).toBe('light');
  expect(localStorage.getItem('railway-theme')).toBe('light');

  root.className = '';
  readTheme();
  expect(root.className).toBe('light');

  toggleTheme();
  await expect.poll(() => root.className).toBe('dark');
});
