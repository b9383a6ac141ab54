import { type Protection, resetHoldEnd } from '#domain/protection/protection';
import type { ProtectionRules } from '../../../application/protection-rules.ts';
import type { AccountKeys, Accounts } from '../../../ports/accounts.ts';
import type { DeviceAges } from '../../../ports/device-ages.ts';

export interface HoldPorts {
  readonly accounts: Pick<Accounts, 'findKeys'>;
  readonly deviceAges: DeviceAges;
  readonly rules: ProtectionRules;
}

/** A hold that began at a time. Money in US cents. */
export interface OpenHold {
  readonly from: Date;
  readonly until: Date;
  readonly most: bigint;
}

/** What may hold payments of a session, whatever its account lifted. */
export interface PossibleHolds {
  /** Null when there is no such user. */
  readonly keys: AccountKeys | null;
  /** When the password was last reset. */
  readonly resetAt: Date | null;
  readonly newDevice: OpenHold | null;
}

/** Rejects with `AccountChanged`. */
export async function readPossibleHolds(
  { accounts, deviceAges, rules }: HoldPorts,
  session: { readonly userId: string; readonly sessionId: string },
  now: Date,
): Promise<PossibleHolds> {
  const [keys, newSince] = await Promise.all([
    accounts.findKeys(session.userId),
    deviceAges.newSince(session),
  ]);
  const { most, lastsMs } = rules.newDevice;
  const until = newSince && new Date(newSince.getTime() + lastsMs);
  const isHeld = newSince !== null && until !== null && until > now;
  return {
    keys,
    resetAt: keys?.recoveredAt ?? null,
    newDevice: isHeld ? { from: newSince, until, most } : null,
  };
}

/** @returns the hold after a reset; null when it is over or a passkey ended it */
export function resetHoldOf(
  protection: Pick<Protection, 'liftedResetAt'>,
  resetAt: Date | null,
  { rules, now }: { readonly rules: ProtectionRules; readonly now: Date },
): OpenHold | null {
  const { most, lastsMs } = rules.resetHold;
  const until = resetHoldEnd(protection, resetAt, { lastsMs, now });
  return resetAt === null || until === null ? null : { from: resetAt, until, most };
}
