import { figureMarks } from '#language/figure-marks';
import { listText, pageLanguage, pageLocale, t } from '#language/t';
import type { NoticeContent } from './notice-text.ts';

/** @returns as in `21 November 2026, 14:05 UTC` */
export function timeIn(iso: string): string {
  const format = new Intl.DateTimeFormat(pageLocale(), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return t('{time} UTC', { time: format.format(new Date(iso)).replace(' at ', ', ') });
}

/** @returns as in `12 December 2026`, in UTC; null for what is no time */
export function dayIn(iso: string | undefined): string | null {
  const time = Date.parse(iso ?? '');
  if (Number.isNaN(time)) return null;
  return new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(time);
}

/** @returns an amount as the language writes it: `1,204.5 USDC` as `1.204,5 USDC` in Spanish */
export function amountIn(amount: string): string {
  const { decimal, group } = figureMarks();
  return amount.replace(/(?<=\d)[.,](?=\d)/g, (mark) => (mark === '.' ? decimal : group));
}

/** @returns the amounts of a content, one to a line, as in `1 POL, 2 USDC and 3 WETH` */
export function amountsIn(lines: string): string {
  return listText(lines.split('\n').map(amountIn));
}

/** Who requested something, or signed in; null for what is not known. */
interface Origin {
  /** As in `Chrome on Linux`. */
  readonly device: string | null;
  /** A country, as in `Portugal`. */
  readonly place: string | null;
}

const UNKNOWN_DEVICES: readonly string[] = ['an unknown device', 'Unknown device'];
const UNKNOWN_PLACE = 'an unknown location';
const ON = ' on ';

/** @returns device and country of a content, which has them in English */
export function originIn({ device = '', place = '' }: NoticeContent): Origin {
  const isKnown = device !== '' && !UNKNOWN_DEVICES.includes(device);
  return {
    device: isKnown ? deviceIn(device) : null,
    place: place === '' || place === UNKNOWN_PLACE ? null : countryIn(place),
  };
}

function deviceIn(device: string): string {
  const at = device.lastIndexOf(ON);
  if (at < 0) return device;
  const [program, system] = [device.slice(0, at), device.slice(at + ON.length)];
  return t('{program} on {system}', { program, system });
}

function countryIn(name: string): string {
  if (pageLanguage() === 'en') return name;
  codeByCountry ??= readCountries();
  const code = codeByCountry.get(name);
  if (code === undefined) return name;
  return new Intl.DisplayNames([pageLocale()], { type: 'region' }).of(code) ?? name;
}

let codeByCountry: ReadonlyMap<string, string> | null = null;

/** @returns the code of each country by its English name */
function readCountries(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    codes.reverse().flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [[name, code] as const];
    }),
  );
}
