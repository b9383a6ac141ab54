import type { Client } from '../../../application/call.ts';
import { networkOf } from '../../../application/client-address.ts';
import type { RequestOrigin } from '../../../ports/account-recovery.ts';
import type { Places } from '../../../ports/places.ts';
import { deviceName, UNKNOWN_DEVICE } from '../sessions/device-name.ts';

/** @returns to whom codes belong that this client requests: to its device, or to its network when it proves none */
export function requesterOf({ device, ip }: Pick<Client, 'device' | 'ip'>): string {
  return device === null ? ofNetwork(networkOf(ip)) : `device ${device}`;
}

/**
 * @param network where a registration began whose token the client has: it may have moved since
 * @returns as whom this client may have requested the codes that it enters, most likely first
 */
export function requestersOf(
  client: Pick<Client, 'device' | 'ip'>,
  network: string | null = null,
): readonly string[] {
  const own = [requesterOf(client), ofNetwork(networkOf(client.ip))];
  return [...new Set(network === null ? own : [...own, ofNetwork(network)])];
}

/** @returns what the messages with codes say about who requested them, in words that are ours alone */
export function originOf(
  places: Places,
  { ip, userAgent, language }: Pick<Client, 'ip' | 'userAgent' | 'language'>,
): RequestOrigin {
  const name = deviceName(userAgent);
  const device = name === UNKNOWN_DEVICE ? 'an unknown device' : name;
  return { device, place: places.find(ip).country ?? 'an unknown location', language };
}

function ofNetwork(network: string): string {
  return `network ${network}`;
}
