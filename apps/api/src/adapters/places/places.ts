import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { type CountryResponse, Reader, type Response } from 'mmdb-lib';
import type { Places } from '../../ports/places.ts';

/** Both forms that databases of countries and of cities come in. */
type Entry = Response &
  Partial<Pick<CountryResponse, 'country'>> & {
    readonly country_code?: string;
    readonly city?: { readonly names?: { readonly en?: string } } | string;
  };

/** Country by address, from the registries’ own tables; data of nro.net under CC BY 4.0. */
const FILE_OF_PACKAGE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';
const NOWHERE = { country: null, city: null };

/**
 * Looks addresses up in a file in MaxMind's format, which is read once and kept in memory.
 * @param file null for the one that is installed with Kax; throws when it cannot be read.
 * @param isPublic says which addresses may have a place; others have none, whatever the file says about them
 * Source: https://github.com/sapics/ip-location-db
 */
export function createPlaces(file: string | null, isPublic: (address: string) => boolean): Places {
  const path = file ?? createRequire(import.meta.url).resolve(FILE_OF_PACKAGE);
  const reader = new Reader<Entry>(readFileSync(path));
  const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return {
    find(ip) {
      const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
      if (isIP(address) === 0 || !isPublic(address)) return NOWHERE;
      const entry = reader.get(address);
      const code = entry?.country_code ?? entry?.country?.iso_code;
      return { country: countryName(regionNames, code), city: cityName(entry) };
    },
  };
}

function countryName(names: Intl.DisplayNames, code: string | undefined): string | null {
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? null) : null;
}

function cityName(entry: Entry | null): string | null {
  const city = entry?.city;
  return (typeof city === 'string' ? city : city?.names?.en) || null;
}
