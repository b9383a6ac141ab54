import { t } from '#language/t';
import './phone-field.css';
import type { ChangeEvent } from 'react';
import {
  defaultCountries,
  guessCountryByPartialPhoneNumber,
  parseCountry,
  usePhoneInput,
} from 'react-international-phone';
import { Field } from './field.tsx';
import { Picker } from './picker.tsx';

export interface PhoneFieldProps {
  label: string;
  /** E.164, such as `+14155550101`; empty while nothing is entered. */
  value: string;
  onChange: (value: string) => void;
  error?: string | null | undefined;
  hint?: string | undefined;
}

const DEFAULT_COUNTRY = 'us';
const MAX_DIGITS = 15;
const SEARCH_AFTER_MS = 250;

const countries = defaultCountries.map(parseCountry);
const countryOptions = countries.map(({ name, iso2, dialCode }) => ({
  value: iso2,
  label: name,
  trailing: <span className="phone__code">+{dialCode}</span>,
  icon: <span className="phone__iso">{iso2.toUpperCase()}</span>,
  searchText: `${iso2} ${dialCode} +${dialCode}`,
}));

/** A phone number with its country (§5 Phone input). Pasting an international number with + selects its country. */
export default function PhoneField({ label, value, onChange, error, hint }: PhoneFieldProps) {
  const { inputValue, country, setCountry, handlePhoneValueChange, inputRef } = usePhoneInput({
    defaultCountry: DEFAULT_COUNTRY,
    value,
    countries: defaultCountries,
    disableDialCodeAndPrefix: true,
    disableDialCodePrefill: true,
    onChange: ({ phone, inputValue: shown }) => onChange(shown ? phone : ''),
  });

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const typed = event.target.value;
    if (digitsIn(typed).length > MAX_DIGITS) return;
    const whole = wholeNumberIn(typed);
    const guess = whole && countryOf(whole);
    if (!guess) {
      handlePhoneValueChange(event);
      return;
    }
    setCountry(guess.iso2);
    onChange(whole);
  }

  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className="input phone">
          <Picker
            label={t('Country')}
            searchLabel={t('Search by country')}
            searchAfterMs={SEARCH_AFTER_MS}
            triggerClassName="phone__country"
            value={country.iso2}
            options={countryOptions}
            trigger={
              <span className="figures">
                {country.iso2.toUpperCase()} +{country.dialCode}
              </span>
            }
            onChange={(iso2) => setCountry(iso2, { focusOnInput: true })}
          />
          <input
            {...control}
            ref={inputRef}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            placeholder={country.iso2 === DEFAULT_COUNTRY ? '(702) 123-4567' : undefined}
            value={inputValue}
            onChange={handleChange}
          />
          <input type="hidden" name="phone" value={value} />
        </div>
      )}
    </Field>
  );
}

function digitsIn(text: string): string {
  return text.replace(/\D/g, '');
}

/** @returns an international number as `+` and digits; null when the text does not start with +. */
function wholeNumberIn(text: string): string | null {
  return text.trim().startsWith('+') ? `+${digitsIn(text)}` : null;
}

function countryOf(phone: string) {
  const { country, fullDialCodeMatch } = guessCountryByPartialPhoneNumber({
    phone,
    countries: defaultCountries,
  });
  return fullDialCodeMatch ? country : undefined;
}
