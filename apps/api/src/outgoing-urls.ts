import { isIPv4, isIPv6 } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** A URL that the server sends requests to, under the name of the variable or field that has it. */
export interface OutgoingUrl {
  readonly name: string;
  readonly url: string;
}

/** Names that never leave the machine or its network (RFC 6761, RFC 6762, and ICANN's reservation of `internal`). */
const PRIVATE_NAME = /(?:^|\.)(?:localhost|local|internal)$/;
const WRITTEN_HOST = /^[a-z]+:\/\/(?:[^/?#\\]*@)?(\[[^\]]*\]|[^/?#\\:]*)/i;
const HOST = /^[a-z0-9._:-]+$/;
const MAIL_SCHEME = /^smtps?:/i;
/** Of the options that nodemailer reads from the URL's query, those that leave host and encryption alone. */
const HARMLESS_MAIL_OPTIONS: ReadonlySet<string> = new Set([
  'name',
  'authMethod',
  'tls.servername',
  'requireTLS=true',
]);

/**
 * What is wrong, in production, with the URLs that the server sends requests to. Each needs TLS and a public host,
 * unless its host is one of `privateHosts`.
 * @returns a sentence for each URL that is refused. It contains the host and nothing else, because the rest of a URL
 * may be a key.
 */
export function problemsOfUrls(
  urls: readonly OutgoingUrl[],
  privateHosts: readonly string[],
): readonly string[] {
  return urls.flatMap(({ name, url }) => {
    const problem = problemOf(url, privateHosts);
    return problem === null ? [] : [`${name}: ${problem}`];
  });
}

/** @returns the part of a sentence that says what is wrong; null when nothing is */
function problemOf(url: string, privateHosts: readonly string[]): string | null {
  const host = hostOf(url);
  if (host === '') return 'it has no host.';
  if (isOddlyWritten(url, host)) return `write the host ${host} in its usual form.`;
  if (privateHosts.includes(host)) return null;
  if (!isPublicHost(host)) {
    return `${host} is this machine or in a private network, and KAX_MODE is production. If it is meant to be, list the host in ALLOW_PRIVATE_URLS.`;
  }
  if (/^http:/i.test(url)) return `${host} needs https.`;
  if (!MAIL_SCHEME.test(url)) return null;
  const option = mailOptions(url).find((each) => !isHarmless(each));
  return option === undefined
    ? null
    : `${option[0]}=${option[1]} is only for a host in ALLOW_PRIVATE_URLS, because it could take the encryption away.`;
}

/**
 * @returns the host of a URL as it is compared: in lower case, without brackets and without the dot of a complete name;
 * empty when there is none
 */
function hostOf(url: string): string {
  const asHttps = url.replace(MAIL_SCHEME, 'https:');
  const { hostname } = URL.canParse(asHttps) ? new URL(asHttps) : { hostname: '' };
  return hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
}

/** @returns whether this is how `hostOf` writes a host: a name or an address, without scheme, port and path */
export function isHost(text: string): boolean {
  return HOST.test(text) && hostOf(`https://${isIPv6(text) ? `[${text}]` : text}`) === text;
}

/**
 * True for an IPv4 address in any spelling but four decimal numbers (`0x7f.1`, `2130706433`), and for one within IPv6.
 * A mail server's host is not normalized by whoever connects to it, so it must be in its usual form altogether.
 */
function isOddlyWritten(url: string, host: string): boolean {
  const written = (WRITTEN_HOST.exec(url)?.[1] ?? '').replace(/^\[|\]$/g, '');
  if (isIPv6(host)) return host.startsWith('::ffff:');
  if (!isIPv4(host) && !MAIL_SCHEME.test(url)) return false;
  return written.toLowerCase() !== host;
}

function isPublicHost(host: string): boolean {
  if (isIPv4(host) || isIPv6(host)) return isPublicAddress(host);
  return host.includes('.') && !PRIVATE_NAME.test(host);
}

function mailOptions(url: string): readonly (readonly [string, string])[] {
  return [...new URL(url).searchParams];
}

function isHarmless([name, value]: readonly [string, string]): boolean {
  return HARMLESS_MAIL_OPTIONS.has(name) || HARMLESS_MAIL_OPTIONS.has(`${name}=${value}`);
}
