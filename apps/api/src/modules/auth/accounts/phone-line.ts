import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Which numbers get text messages. */
export interface PhoneRules {
  /** Country calling codes with the plus, as in `+1`; empty for all. */
  readonly countries: readonly string[];
  /** Numbers of internet telephony are cheap to have in any number. */
  readonly allowsVoip: boolean;
}

/** Types that cost more, or that no one reads texts at. */
const REFUSED: readonly NumberType[] = [
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'PAGER',
  'UAN',
  'VOICEMAIL',
  'PERSONAL_NUMBER',
];
/** Satellites and networks of no country: those of ITU-T E.164 with three digits that begin with 87, 88 or 979. */
const NO_COUNTRY = /^\+(?:87|88|979|80[08])/;

/**
 * @param phone E.164
 * @returns false for a number that is premium, shared-cost, toll-free, of a satellite or a pager, or assigned to no
 *   one, and for a country that gets no text messages
 */
export function canReceiveTexts(phone: string, { countries, allowsVoip }: PhoneRules): boolean {
  const parsed = parsePhoneNumberFromString(phone);
  if (parsed === undefined || !parsed.isValid() || NO_COUNTRY.test(phone)) return false;
  const type = parsed.getType();
  if (REFUSED.includes(type) || (type === 'VOIP' && !allowsVoip)) return false;
  return countries.length === 0 || countries.some((code) => phone.startsWith(code));
}
