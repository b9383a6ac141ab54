/** How a connection string leads to the database. */
export interface DatabaseRoute {
  /** A name, an address, or the folder of a local socket; null when the driver's default is used. */
  readonly host: string | null;
  /** Whether the connection stays on this machine without a network. */
  readonly isLocalSocket: boolean;
}

/** What `pg-connection-string` encodes once more before it reads it, so that we would judge something else. */
const NEEDS_ENCODING = /[\s\\]|%(?![a-f0-9]{2})/i;
const SCHEME = /^postgres(?:ql)?:$/;
/** As `pg-connection-string` does with the host of a socket: it is a parameter, and the authority has only a user. */
const NO_HOST = '@no-host.invalid/';

/**
 * What is wrong, in production, with the connection string of the database: it must lead to a socket on this machine,
 * or use TLS that checks the server's certificate and name.
 * @param text as in `DATABASE_URL`
 * @param hostFromEnvironment `PGHOST`, which the driver uses when the string has no host
 * @returns a sentence; null when nothing is wrong. It contains nothing of the string, because that may be a password.
 */
export function problemOfDatabaseUrl(
  text: string,
  hostFromEnvironment: string | undefined,
): string | null {
  const url = parseDatabaseUrl(text);
  if (url === null) {
    return 'DATABASE_URL must be a URL such as postgres://user:password@host/name?sslmode=verify-full, with special characters percent-encoded.';
  }
  const names = [...url.searchParams.keys()];
  if (new Set(names).size < names.length) return 'DATABASE_URL repeats a parameter.';
  if (databaseRoute(text, hostFromEnvironment).isLocalSocket) return null;
  if (url.searchParams.get('sslmode') === 'verify-full') return null;
  return 'DATABASE_URL needs sslmode=verify-full, or the folder of a local socket as its host, and KAX_MODE is production. Add sslrootcert=/path/to/ca.pem for a certificate authority of your own.';
}

/** @returns how the string leads to the database, as the driver reads it */
export function databaseRoute(
  text: string,
  hostFromEnvironment: string | undefined,
): DatabaseRoute {
  const url = parseDatabaseUrl(text);
  const written = url === null || isWithoutHost(text) ? '' : decodeURIComponent(url.hostname);
  const host = url?.searchParams.get('host') || written || hostFromEnvironment || null;
  return {
    host: host === null ? null : host.replace(/^\[|\]$/g, ''),
    isLocalSocket: host?.startsWith('/') === true,
  };
}

function parseDatabaseUrl(text: string): URL | null {
  if (NEEDS_ENCODING.test(text)) return null;
  const readable = isWithoutHost(text) ? text.replace('@/', NO_HOST) : text;
  if (!URL.canParse(readable)) return null;
  const url = new URL(readable);
  return SCHEME.test(url.protocol) ? url : null;
}

function isWithoutHost(text: string): boolean {
  return !URL.canParse(text) && text.includes('@/');
}
