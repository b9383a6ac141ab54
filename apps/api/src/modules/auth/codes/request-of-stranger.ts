import type { Refusal } from '../../../application/call.ts';
import { type RequireWorkPorts, requireWork } from '../../../application/require-work.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SendPressure } from './send-pressure.ts';

export interface StrangerPorts extends RequireWorkPorts {
  readonly sendPressure: SendPressure;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Asks for work before codes are sent for someone whom the user does not know, when there is reason to.
 * @param name that was typed, under which requests are counted
 * @returns null when enough was done
 */
export function requireStrangersWork(
  ports: StrangerPorts,
  name: string,
  work: string | null,
): Promise<Refusal | null> {
  const now = ports.clock.now();
  const squarings = ports.sendPressure.squaringsFor(name, now);
  return requireWork(ports, { purpose: `codes for ${name}`, squarings, work }, now);
}
