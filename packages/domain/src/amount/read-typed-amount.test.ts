import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toBaseUnits } from './base-units.ts';
import { baseUnitsToDisplay } from './base-units-to-display.ts';
import { displayToBaseUnits } from './display-to-base-units.ts';
import {
  type DecimalMark,
  decimalMarkOf,
  displayToTyped,
  type Notation,
  readTypedAmount,
  type TypedAmount,
} from './read-typed-amount.ts';

const PLACES = 18;
const LOCALES = [
  ...['en-US', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'de-CH', 'en-IN', 'ar-EG', 'fa-IR', 'hi-IN'],
  ...['hi-IN-u-nu-deva', 'ja-JP', 'sv-SE', 'pl-PL', 'de-AT', 'tr-TR', 'he-IL', 'en-ZA', 'ar-AE'],
];

type Grouping = 'always' | 'auto' | false;
type Reader = (text: string, notation: Notation) => TypedAmount;

const inLocale = (locale: string): Notation => ({
  decimalMark: decimalMarkOf([locale]),
  places: PLACES,
});
const english = inLocale('en-US');
const german = inLocale('de-DE');
const shown = (read: TypedAmount) => (read.ok ? read.display : read.problem);

describe('an amount that a user types', () => {
  test.each([
    ['1234.5', '1234.5'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['1,5', '1.5'],
    ['5.', '5'],
    ['5,', '5'],
    ['0', '0'],
    ['0,123', '0.123'],
    ['1.234', '1.234'],
    ['1234,567', '1234.567'],
    ['1,2345', '1.2345'],
    ['1,234.56', '1234.56'],
    ['1.234,56', '1234.56'],
    ['1,234.', '1234'],
    ['1 234,56', '1234.56'],
    ['1\u00a0234,56', '1234.56'],
    ['1\u202f234\u202f567,8', '1234567.8'],
    ['1 234', '1234'],
    ['1’234.56', '1234.56'],
    ["1'234.56", '1234.56'],
    ["1'234", '1234'],
    ['1,234,567', '1234567'],
    ['1.234.567', '1234567'],
    ['1,23,456.78', '123456.78'],
    ['12,34,567', '1234567'],
    ['٢٥', '25'],
    ['١٬٢٣٤٫٥', '1234.5'],
    ['١٬٢٣٤', '1234'],
    ['۱٬۲۳۴٫۵', '1234.5'],
    ['१,२३,४५६.७८', '123456.78'],
    [' 12.5\u00a0', '12.5'],
  ])('%j is %s, in English', (text, display) => {
    expect(shown(readTypedAmount(text, english))).toBe(display);
  });

  test.each([
    ...[
      '+5',
      '1e3',
      '0x10',
      'abc',
      '½',
      '１２',
      '1\u200b',
      '\u202e1',
      '1_000',
      '5-',
      '(5)',
      '-abc',
    ],
    ...['.', ',', '-', '$', '$5', '1..2', '1.2.3', '1,,2', '1٬23', '1 23', '12٬34', '1٫2٫3'],
    ...['1,234.5.6', '1.234,5,6', '1 234,567.8', '1.23,4', '1,2345.6', '1234,567.8', '1.234 5'],
    ...['1,23,45', '1.23.456', '1234,567,890', '00', '007', '01,234', '0,123,456', '1٢', '1,٢٣٤'],
  ])('refuses %j', (text) => {
    expect(shown(readTypedAmount(text, english))).toBe('not-a-number');
  });

  test.each(['-1', '-0', '-.5', '−1', '- 1,5', '-1,234', '-١'])(
    'refuses %j as negative',
    (text) => {
      expect(shown(readTypedAmount(text, english))).toBe('negative');
    },
  );

  test.each(['', ' ', '\u00a0'])('%j is empty', (text) => {
    expect(shown(readTypedAmount(text, english))).toBe('empty');
  });

  test.each([
    ['1,234', english, '1234', '1.234'],
    ['12.345', german, '12345', '12,345'],
    ['١,٢٣٤', english, '١٢٣٤', '١.٢٣٤'],
    ['١.٢٣٤', inLocale('ar-EG'), '١٢٣٤', '١٫٢٣٤'],
  ])('asks which of two amounts %s is', (text, notation, whole, decimal) => {
    const read = readTypedAmount(text, notation);
    expect(read).toEqual({ ok: false, problem: 'ambiguous', readings: [whole, decimal] });
  });

  test('reads what is ambiguous elsewhere as the locale’s decimals', () => {
    expect(shown(readTypedAmount('1,234', german))).toBe('1.234');
    expect(shown(readTypedAmount('1.234', english))).toBe('1.234');
  });

  test('accepts a dollar sign before dollars, and groups that no cents could be', () => {
    const dollars: Notation = { ...english, places: 2, currencySign: '$' };
    expect(shown(readTypedAmount('$25', dollars))).toBe('25');
    expect(shown(readTypedAmount('$ 1,234.50', dollars))).toBe('1234.50');
    expect(shown(readTypedAmount('1,234', dollars))).toBe('1234');
    expect(shown(readTypedAmount('-$5', dollars))).toBe('negative');
    expect(shown(readTypedAmount('$$5', dollars))).toBe('not-a-number');
    expect(shown(readTypedAmount('5$', dollars))).toBe('not-a-number');
  });
});

describe('the decimal mark of a locale', () => {
  test.each([
    [['en-US'], '.'],
    [['de-DE', 'en-US'], ','],
    [['de-CH'], '.'],
    [['fa-IR'], '٫'],
    [['en_US.UTF-8', 'not a locale', 'fr-FR'], ','],
  ])('of %j is %s', (locales, mark) => {
    expect(decimalMarkOf(locales)).toBe(mark);
  });
});

const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 27n }), fc.integer({ min: 0, max: PLACES }))
  .map(([units, places]) => baseUnitsToDisplay(units, places));
/** Mostly the amounts that two countries read differently. */
const awkward = fc.oneof(amount, fc.integer({ min: 0, max: 3_000_000 }).map(String));
const grouping = fc.constantFrom<Grouping>('always', 'auto', false);

/** What a person in this country would write. */
function written(display: string, locale: string, useGrouping: Grouping): string {
  const format = new Intl.NumberFormat(locale, { useGrouping, maximumFractionDigits: PLACES });
  // The text, because the value of a number is not exact.
  return format.format(display as `${number}`);
}

const unitsOf = (display: string) => displayToBaseUnits(display, PLACES);

describe.each(LOCALES)('an amount as written in %s', (locale) => {
  const notation = inLocale(locale);
  const isReadBack = (read: Reader) =>
    fc.property(awkward, grouping, (display, useGrouping) => {
      const typed = written(display, locale, useGrouping);
      const result = read(typed, notation);
      if (result.ok) expect(unitsOf(result.display), typed).toEqual(unitsOf(display));
      else
        expect([result.problem, useGrouping], typed).toEqual([
          'ambiguous',
          useGrouping || 'grouped',
        ]);
    });

  test('is read as exactly this amount, or refused as ambiguous where it is grouped', () => {
    fc.assert(isReadBack(readTypedAmount), { numRuns: 1_000 });
  });

  test('is read back without a question when we wrote it', () => {
    fc.assert(
      fc.property(awkward, (display) => {
        const typed = displayToTyped(display, notation.decimalMark);
        expect(readTypedAmount(typed, notation)).toEqual({ ok: true, display });
      }),
    );
  });

  test('would be caught as another amount from a reader that takes any last mark for decimals', () => {
    expect(fc.check(isReadBack(flawedReader), { numRuns: 5_000 }).failed).toBe(true);
  });
});

const group = fc.stringMatching(/^[1-9][0-9]{0,2}[.,][0-9]{3}$/);
/** Any text of digits and marks, wherever they are from. */
const jumble = fc.string({
  unit: fc.constantFrom(
    ...'0123456789',
    ..."11112222...,,,,''  ٬٫+-$eE",
    '\u00a0',
    '’',
    '٣',
    '۴',
    '५',
  ),
  maxLength: 14,
});
const anyText = fc.oneof({ weight: 9, arbitrary: jumble }, group);
const mark = fc.constantFrom<DecimalMark>('.', ',', '٫');
const places = fc.constantFrom(0, 2, 3, PLACES);

describe('whatever is typed', () => {
  const isKnownReading = (read: Reader) =>
    fc.property(anyText, mark, places, (text, decimalMark, most) => {
      const result = read(text, { decimalMark, places: most });
      const readings = readingsByMark(text);
      const amounts = [...new Set(readings.values())];
      if (!result.ok && result.problem !== 'ambiguous') {
        expect(amounts, text).toEqual([]);
        return;
      }
      const local = text.includes(decimalMark) ? readings.get(decimalMark) : undefined;
      const possible = amounts.filter((one) => decimalsOf(one) <= most);
      const [only = amounts[0], ...others] = local === undefined ? possible : [local];
      if (result.ok) expect([result.display, others], text).toEqual([only, []]);
      else expect(others, text).toHaveLength(1);
    });

  test('is refused, or read as the only amount that it is anywhere, or as the locale’s', () => {
    fc.assert(isKnownReading(readTypedAmount), { numRuns: 20_000 });
  });

  test('would be caught from a flawed reader', () => {
    expect(fc.check(isKnownReading(flawedReader), { numRuns: 20_000 }).failed).toBe(true);
  });

  test('is asked about only with two texts that each have one meaning', () => {
    fc.assert(
      fc.property(group, mark, (text, decimalMark) => {
        const notation = { decimalMark, places: PLACES };
        const result = readTypedAmount(text, notation);
        if (result.ok) return;
        if (result.problem !== 'ambiguous') throw new Error(result.problem);
        const [whole, decimal] = result.readings.map((one) => readTypedAmount(one, notation));
        expect(whole).toEqual({ ok: true, display: text.replace(/\D/, '') });
        expect(decimal).toEqual({ ok: true, display: text.replace(/\D/, '.') });
      }),
    );
  });

  test('is text that the exact reader accepts', () => {
    fc.assert(
      fc.property(anyText, mark, (text, decimalMark) => {
        const result = readTypedAmount(text, { decimalMark, places: PLACES });
        if (result.ok) expect(unitsOf(result.display)).toMatchObject({ ok: true });
      }),
      { numRuns: 5_000 },
    );
  });
});

/** Takes the last mark for the decimals and removes the others, as many forms do. */
function flawedReader(text: string): TypedAmount {
  const latin = text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966));
  const display = latin
    .replace(/\D(?=\d*$)/, '#')
    .replace(/[^\d#]/g, '')
    .replace('#', '.');
  return { ok: true, display };
}

/** What each country's writing makes of a text, found without the reader: the amount by decimal mark. */
function readingsByMark(text: string): Map<string, string> {
  const readings = new Map<string, string>();
  const plain = latinOf(text.trim());
  if (plain === null) return readings;
  for (const decimal of ['.', ',', '٫']) {
    for (const group of ['', '.', ',', '٬', ' ', "'"].filter((one) => one !== decimal)) {
      const display = readIn(plain, decimal, group);
      if (display !== null) readings.set(decimal, display);
    }
  }
  return readings;
}

function readIn(plain: string, decimal: string, group: string): string | null {
  const [whole = '', fraction = '', ...more] = plain.split(decimal);
  if (more.length > 0 || /\D/.test(fraction)) return null;
  const groups = group === '' ? [whole] : whole.split(group);
  const [first = '', ...rest] = groups;
  if (groups.some((one) => /\D/.test(one)) || (whole === '' && fraction === '')) return null;
  if (first.startsWith('0') && (first.length > 1 || rest.length > 0)) return null;
  const isThousands = first.length <= 3 && rest.every(({ length }) => length === 3);
  const isLakhs =
    first.length <= 2 &&
    [',', '٬'].includes(group) &&
    rest.every(({ length }, index) => length === (index === rest.length - 1 ? 3 : 2));
  if (rest.length > 0 && (first === '' || !(isThousands || isLakhs))) return null;
  const joined = groups.join('') === '' ? '0' : groups.join('');
  return fraction === '' ? joined : `${joined}.${fraction}`;
}

function latinOf(text: string): string | null {
  const zeros = ['0', '٠', '۰', '०'].filter((zero) =>
    [...text].some((one) => one >= zero && one.charCodeAt(0) <= zero.charCodeAt(0) + 9),
  );
  if (zeros.length > 1) return null;
  const zero = zeros[0]?.charCodeAt(0) ?? 0x30;
  const latin = [...text].map((one) => {
    const digit = one.charCodeAt(0) - zero;
    return digit >= 0 && digit <= 9 ? String(digit) : one;
  });
  return latin
    .join('')
    .replace(/[\u00a0\u202f]/g, ' ')
    .replaceAll('’', "'");
}

function decimalsOf(display: string): number {
  return display.split('.')[1]?.length ?? 0;
}

test('the units of a token are what was read', () => {
  const read = readTypedAmount('1.234,56', english);
  expect(read.ok && displayToBaseUnits(read.display, 6)).toEqual({
    ok: true,
    units: toBaseUnits(1_234_560_000n),
  });
});
