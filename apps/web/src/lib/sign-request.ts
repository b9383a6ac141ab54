import type { ProvableRequest } from './device-proof.ts';
import { readStored, STORAGE_KEYS } from './storage.ts';

/** The headers that prove which device sends a request. */
export interface ProofHeaders {
  dpop?: string;
}

/** @returns the thumbprint of the device key that a token's session is bound to; null when it is bound to none */
export function deviceOf(token: string | null): string | null {
  return token?.split('.')[1] ?? null;
}

/**
 * The device key that the stored session is bound to, which both of its tokens name. The refresh token decides: with it,
 * a session outlives an access token that is damaged.
 */
export function deviceOfSession(accessToken: string | null): string | null {
  return deviceOf(readStored(STORAGE_KEYS.refreshToken) ?? accessToken);
}

/**
 * Signs a request with the key of this browser. What signs is loaded with the first request that needs it.
 * @param device the key that the request's session is bound to; null before there is a session
 * @returns null when this browser no longer has that key, and the request must not be sent
 */
export async function signRequest(
  request: ProvableRequest,
  device: string | null,
): Promise<ProofHeaders | null> {
  const { proveDevice, proveSession } = await import('./device-proof.ts');
  if (device !== null) {
    const dpop = await proveSession(request, device);
    return dpop === null ? null : { dpop };
  }
  const dpop = await proveDevice(request);
  return dpop === null ? {} : { dpop };
}

/** Corrects the clock that requests are signed with by a response of the server. */
export async function learnServerTime(response: Response): Promise<void> {
  const { learnClock } = await import('./device-proof.ts');
  learnClock(response);
}
