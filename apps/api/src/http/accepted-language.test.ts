import { expect, it } from 'vitest';
import { acceptedLanguage } from './accepted-language.ts';

it.each([
  ['es', 'es'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['AR-EG', 'ar'],
  ['fr-FR, ar;q=0.5, en;q=0.4', 'ar'],
  ['en-GB,es', 'en'],
  ['fr, de', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  ['est, arc', 'en'],
  [`${'x,'.repeat(1_000)}es`, 'en'],
])('of %j, takes the first language that Kax speaks: %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});
