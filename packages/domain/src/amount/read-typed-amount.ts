/** The marks that separate decimals: `.` and `,` in most of the world, `٫` with Arabic and Persian digits. */
export type DecimalMark = '.' | ',' | '٫';

/** How an amount is written where it is typed. */
export interface Notation {
  /** Of the user's locale, see `decimalMarkOf`. */
  readonly decimalMark: DecimalMark;
  /** The most decimals that the amount can have. */
  readonly places: number;
  /** A sign that may precede the amount. */
  readonly currencySign?: string;
}

export type TypedAmount =
  /** The amount as `displayToBaseUnits` reads it, such as `1234.5`. */
  | { readonly ok: true; readonly display: string }
  | { readonly ok: false; readonly problem: 'empty' | 'negative' | 'not-a-number' }
  /** It means one amount in one country and another in the next: both, each in a way that has one meaning. */
  | {
      readonly ok: false;
      readonly problem: 'ambiguous';
      readonly readings: readonly [string, string];
    };

const MINUS = /^[-−]/;
/** Between digits, every mark that some country writes, and what it counts as. */
const MARK_BY_CHARACTER: ReadonlyMap<string, string> = new Map([
  ...['.', ',', '٫', '٬', ' ', "'"].map((mark) => [mark, mark] as const),
  ['\u00a0', ' '],
  ['\u202f', ' '],
  ['’', "'"],
]);
/** The zeros of Latin, Arabic, Persian and Devanagari digits; the other nine follow each. */
const ZEROS = ['0', '٠', '۰', '०'].map((zero) => zero.charCodeAt(0));
const SEPARATES_DECIMALS = /^[.,٫]$/;
const PLAIN_WHOLE = /^(?:0|[1-9]\d*)$/;
const THOUSANDS = /^[1-9]\d{0,2}([.,٬ '])\d{3}(?:\1\d{3})*$/;
const LAKHS = /^[1-9]\d?([,٬])\d{2}(?:\1\d{2})*\1\d{3}$/;
const ONE_GROUP = /^[1-9]\d{0,2}[.,]\d{3}$/;
/** With fewer decimals than a group has digits, such a text can only be grouped. */
const DIGITS_OF_A_GROUP = 3;

/**
 * Reads what a person typed, with the digits and separators of their own or another country, and never as another
 * amount: what two countries read differently is the locale's decimals, or refused with both readings.
 * No sign, exponent, letter, mixed digits, ill-formed group or leading zero.
 */
export function readTypedAmount(text: string, notation: Notation): TypedAmount {
  const typed = text.trim();
  if (typed === '') return { ok: false, problem: 'empty' };
  if (!MINUS.test(typed)) return readUnsigned(typed, notation);
  const rest = readUnsigned(typed.replace(MINUS, '').trimStart(), notation);
  const isAmount = rest.ok || rest.problem === 'ambiguous';
  return { ok: false, problem: isAmount ? 'negative' : 'not-a-number' };
}

/** @returns the decimal mark of the first of these locales that is known, as in `navigator.languages`; else `.` */
export function decimalMarkOf(locales: readonly string[]): DecimalMark {
  const parts = new Intl.NumberFormat(locales.filter(isLocale)).formatToParts(1.5);
  const mark = parts.find(({ type }) => type === 'decimal')?.value;
  return mark === ',' || mark === '٫' ? mark : '.';
}

/** @returns the same amount as its user writes it, such as `1234,5`; `readTypedAmount` reads it as exactly this amount. */
export function displayToTyped(display: string, decimalMark: DecimalMark): string {
  return display.replace('.', decimalMark);
}

function readUnsigned(signed: string, notation: Notation): TypedAmount {
  const { currencySign } = notation;
  const hasSign = currencySign !== undefined && signed.startsWith(currencySign);
  const text = hasSign ? signed.slice(currencySign.length).trimStart() : signed;
  const plain = plainText(text);
  const parts = plain === null ? null : splitAtDecimals(plain, notation);
  if (parts === 'ambiguous') {
    return { ok: false, problem: 'ambiguous', readings: readingsOf(text, notation) };
  }
  const whole = parts === null ? null : ungrouped(parts);
  if (parts === null || whole === null) return { ok: false, problem: 'not-a-number' };
  const { fraction } = parts;
  return { ok: true, display: fraction === '' ? whole : `${whole}.${fraction}` };
}

/** @returns the text with Latin digits and one character for each kind of mark; null when it has anything else. */
function plainText(text: string): string | null {
  let plain = '';
  let zeroOfText: number | null = null;
  for (const character of text) {
    const code = character.charCodeAt(0);
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    const mark = MARK_BY_CHARACTER.get(character);
    if (zero === undefined && mark === undefined) return null;
    if (zero !== undefined && zero !== (zeroOfText ?? zero)) return null;
    zeroOfText = zero ?? zeroOfText;
    plain += mark ?? String(code - (zero ?? 0));
  }
  return plain;
}

interface Parts {
  /** With the marks of its groups. */
  readonly whole: string;
  readonly fraction: string;
}

function splitAtDecimals(
  plain: string,
  { decimalMark, places }: Notation,
): Parts | 'ambiguous' | null {
  const marks: readonly string[] = plain.match(/\D/g) ?? [];
  const last = marks.at(-1);
  if (last === undefined) return { whole: plain, fraction: '' };
  const isOnce = marks.indexOf(last) === marks.length - 1;
  const at = plain.lastIndexOf(last);
  const atLast = { whole: plain.slice(0, at), fraction: plain.slice(at + 1) };
  const grouped = { whole: plain, fraction: '' };
  const canSeparateDecimals = SEPARATES_DECIMALS.test(last) && isOnce;
  if (marks.length > 1 && isOnce) return canSeparateDecimals ? atLast : null;
  if (!canSeparateDecimals) return grouped;
  if (last === decimalMark || !ONE_GROUP.test(plain)) return atLast;
  return places < DIGITS_OF_A_GROUP ? grouped : 'ambiguous';
}

/** @returns the digits before the decimals; null when they are ill-formed. */
function ungrouped({ whole, fraction }: Parts): string | null {
  if (whole === '') return fraction === '' ? null : '0';
  if (PLAIN_WHOLE.test(whole)) return whole;
  return THOUSANDS.test(whole) || LAKHS.test(whole) ? whole.replace(/\D/g, '') : null;
}

function readingsOf(text: string, { decimalMark }: Notation): readonly [string, string] {
  return [text.replace(/[.,]/, ''), text.replace(/[.,]/, decimalMark)];
}

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
