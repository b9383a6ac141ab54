import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BlockList, isIP } from 'node:net';
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
 * Looks addresses up in a file in MaxMind's format, which is read once and kept in memory. Addresses of private
 * networks have no place, whatever the file says about them.
 * @param file null for the one that is installed with Kax; throws when it cannot be read.
 * Source: https://github.com/sapics/ip-location-db
 */
export function createPlaces(file: string | null): Places {
  const path = file ?? createRequire(import.meta.url).resolve(FILE_OF_PACKAGE);
  const reader = new Reader<Entry>(readFileSync(path));
  const notPublic = notPublicAddresses();
  const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return {
    find(ip) {
      const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
      const family = isIP(address);
      if (family === 0) return NOWHERE;
      if (notPublic.check(address, family === 4 ? 'ipv4' : 'ipv6')) return NOWHERE;
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

/** RFC 6890: private, loopback, link-local, shared and documentation addresses. */
function notPublicAddresses(): BlockList {
  const list = new BlockList();
  for (const range of [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ]) {
    const [net = '', bits] = range.split('/');
    list.addSubnet(net, Number(bits), 'ipv4');
  }
  for (const range of ['::/127', 'fc00::/7', 'fe80::/10', 'ff00::/8', '2001:db8::/32']) {
    const [net = '', bits] = range.split('/');
    list.addSubnet(net, Number(bits), 'ipv6');
  }
  return list;
}
