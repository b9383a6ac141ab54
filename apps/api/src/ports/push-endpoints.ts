/** Where push messages may be sent: what a browser says is not trusted. */
export interface PushHosts {
  /** Names of push services, as in `fcm.googleapis.com`; `*.notify.windows.com` for every name below it. */
  readonly names: readonly string[];
  /** Services that are reached as written, as in `http://127.0.0.1:7612`. */
  readonly origins: readonly string[];
}

const MOST_CHARACTERS = 1_000;
const VISIBLE = /^[\x21-\x7e]+$/;

/** @returns whether a push message may be sent there: to a known service, encrypted, on its usual port */
export function isPushEndpoint(endpoint: string, { names, origins }: PushHosts): boolean {
  if (endpoint.length > MOST_CHARACTERS || !VISIBLE.test(endpoint)) return false;
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  if (origins.includes(url.origin)) return true;
  const isUsual = url.protocol === 'https:' && url.port === '';
  return isUsual && names.some((name) => isNamed(url.hostname, name));
}

function isNamed(hostname: string, name: string): boolean {
  return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) : hostname === name;
}
