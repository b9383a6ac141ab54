import { expect, test } from 'vitest';
import { digitsIn, findCode } from './find-code.ts';

test.each([
  ['481206', '481206'],
  ['  481206\n', '481206'],
  ['481 206', '481206'],
  ['481-206', '481206'],
  ['481\u00a0206', '481206'],
  ['４８１２０６', '481206'],
  ['Your Kax code is 481206. It is valid for 10 minutes.', '481206'],
  ['Within 10 minutes: 481 206', '481206'],
  ['Kax: 481206\n\n@kax.example #481206', '481206'],
  ['To +14155550101: 481206', '481206'],
])('finds the code in %j', (text, code) => {
  expect(findCode(text)).toBe(code);
});

test.each(['', '12345', '1234567', '+14155550101', '415-555-0101', 'no digits', '٤٨١٢٠٦'])(
  'finds none in %j',
  (text) => {
    expect(findCode(text)).toBeNull();
  },
);

test.each([
  ['4812067731', '4812067731'],
  ['4812067731 is your Kax phone code.\n\n@kax.example #4812067731', '4812067731'],
])('finds the code of ten digits in %j', (text, code) => {
  expect(findCode(text, 10)).toBe(code);
});

test('takes ten digits for a code where six are expected only when they are alone', () => {
  expect(findCode(' 4812067731 ')).toBe('4812067731');
  expect(findCode('Call 4155550101')).toBeNull();
  expect(findCode('+14155550101', 10)).toBeNull();
  expect(findCode('481206', 10)).toBeNull();
});

test('keeps only the digits of the input', () => {
  expect(digitsIn('4a8 1-2٣')).toBe('4812');
});
