import type { ApprovalMethod } from '#wire/security/approval';
import type { AttemptLimits, AttemptRule } from '../ports/attempt-limits.ts';
import type { KnownDevices } from '../ports/known-devices.ts';

export interface CodeCounterPorts {
  readonly limits: Pick<AttemptLimits, 'take' | 'giveBack' | 'clear'>;
  readonly knownDevices: Pick<KnownDevices, 'isKnownSince'>;
}

/** Who enters a code. */
export interface ApprovalAttempt {
  readonly userId: string;
  readonly sessionId: string;
  readonly device: string | null;
  readonly now: Date;
}

type CodeMethod = Exclude<ApprovalMethod, 'passkey'>;

const DAY_MS = 24 * 60 * 60_000;
const ofDevice: AttemptRule = { free: 5, windowMs: 15 * 60_000 };
const ofNewDevices: AttemptRule = { free: 20, windowMs: DAY_MS };

/**
 * Counts a code. Six digits can be guessed, so all new devices of a user share a counter: whoever knows a password may
 * sign in with any number of them. A device of more than a day has only its own, which no one else can fill. Recovery
 * codes cannot be guessed, and are not in it.
 * @returns 0 when it may be checked, else the seconds to wait
 */
export async function admitCode(
  ports: CodeCounterPorts,
  attempt: ApprovalAttempt,
  method: CodeMethod,
): Promise<number> {
  const { now } = attempt;
  const own = ownKey(attempt);
  const wait = await ports.limits.take(own, ofDevice, now);
  if (wait > 0 || !(await isShared(ports, attempt, method))) return wait;
  const waitOfAll = await ports.limits.take(sharedKey(attempt), ofNewDevices, now);
  if (waitOfAll > 0) await ports.limits.giveBack(own);
  return waitOfAll;
}

/** The code was right: what failed here before is forgotten. */
export async function clearCodes(
  ports: CodeCounterPorts,
  attempt: ApprovalAttempt,
  method: CodeMethod,
): Promise<void> {
  await ports.limits.clear(ownKey(attempt));
  if (await isShared(ports, attempt, method)) await ports.limits.giveBack(sharedKey(attempt));
}

async function isShared(
  { knownDevices }: CodeCounterPorts,
  { userId, device, now }: ApprovalAttempt,
  method: CodeMethod,
): Promise<boolean> {
  if (method === 'recovery-code') return false;
  const aDayAgo = new Date(now.getTime() - DAY_MS);
  return device === null || !(await knownDevices.isKnownSince(userId, device, aDayAgo));
}

function ownKey({ userId, sessionId, device }: ApprovalAttempt): string {
  return `approval ${userId} ${device ?? sessionId}`;
}

function sharedKey({ userId }: ApprovalAttempt): string {
  return `approval ${userId} new devices`;
}
