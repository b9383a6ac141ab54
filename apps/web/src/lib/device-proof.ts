import { base64url, createDeviceKey, type DeviceKey, hash, readDeviceKey } from './device-key.ts';

/** What a proof signs of a request. */
export interface ProvableRequest {
  readonly method: string;
  /** With its query; relative to this page, or absolute. */
  readonly url: string;
  /** The bearer token of the request. */
  readonly token: string | null;
  readonly body: string | undefined;
  readonly idempotencyKey: string | undefined;
}

const HEADER = { typ: 'dpop+jwt', alg: 'ES256' } as const;
/** What has to be added to this device's clock to get the server's. */
let clockOffsetMs = 0;
let knownKey: DeviceKey | null = null;

/**
 * Signs a request of a session with the key that the session is bound to.
 * @returns the `DPoP` header; null when this browser no longer has that key, and the request must not be sent
 */
export async function proveSession(
  request: ProvableRequest,
  thumbprint: string,
): Promise<string | null> {
  if (knownKey?.thumbprint !== thumbprint) knownKey = await readAgain();
  return knownKey?.thumbprint === thumbprint ? prove(request, knownKey) : null;
}

/**
 * Signs a request before there is a session, so that the server knows this device again and binds a session to it.
 * @returns the `DPoP` header; null in a browser that cannot have a key, where the request is sent without
 */
export async function proveDevice(request: ProvableRequest): Promise<string | null> {
  // Another tab may have a newer key, where the browser deleted the one that this tab remembers.
  knownKey = await createDeviceKey();
  return knownKey === null ? null : prove(request, knownKey);
}

/** Learns the server's time from a response, so that a device with a wrong clock signs the right one. */
export function learnClock({ headers }: Pick<Response, 'headers'>): void {
  const serverMs = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(serverMs)) clockOffsetMs = serverMs - Date.now();
}

/** The first attempt may meet a storage that is just starting. */
async function readAgain(): Promise<DeviceKey | null> {
  try {
    return await readDeviceKey();
  } catch {
    return readDeviceKey().catch(() => null);
  }
}

async function prove(request: ProvableRequest, key: DeviceKey): Promise<string> {
  const { method, url, token, body, idempotencyKey } = request;
  const claims = {
    jti: crypto.randomUUID(),
    htm: method,
    htu: new URL(url, location.href).href,
    iat: Math.floor((Date.now() + clockOffsetMs) / 1000),
    ...(token === null ? {} : { ath: await hash(token) }),
    ...(body === undefined ? {} : { bh: await hash(body) }),
    ...(idempotencyKey === undefined ? {} : { ik: idempotencyKey }),
  };
  const signed = [{ ...HEADER, jwk: key.publicKey }, claims].map(encode).join('.');
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key.privateKey,
    new TextEncoder().encode(signed),
  );
  return `${signed}.${base64url(signature)}`;
}

function encode(part: object): string {
  return base64url(new TextEncoder().encode(JSON.stringify(part)).buffer);
}
