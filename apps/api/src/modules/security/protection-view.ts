import { areFactorsGone, type Protection, unfreezingBefore } from '#domain/protection/protection';
import type { Clock } from '../../ports/clock.ts';
import type { ContactChange, ContactChangeView } from '../../ports/contact-changes.ts';
import type { ProtectionSettings, ProtectionView } from '../../ports/protection-view.ts';
import type { Protections } from '../../ports/protections.ts';
import { viewOf } from './change-daily-limit.ts';
import { type HoldPorts, readPossibleHolds, resetHoldOf } from './holds/read-holds.ts';

export interface ProtectionViewPorts extends HoldPorts {
  readonly protections: Pick<Protections, 'read'>;
  readonly contactChanges: ContactChangeView;
  readonly clock: Pick<Clock, 'now'>;
}

const DAY_MS = 24 * 60 * 60_000;

/** @returns what shows an account's limits, holds and freeze */
export function createProtectionView(ports: ProtectionViewPorts): ProtectionView {
  return {
    async read(session, { passkeys, app, recoveryCodes }) {
      const now = ports.clock.now();
      const [protection, { keys, resetAt, newDevice }, change] = await Promise.all([
        ports.protections.read(session.userId),
        readPossibleHolds(ports, session, now),
        ports.contactChanges.findContactChange(session.userId),
      ]);
      if (keys === null) return null;
      const { email, phone } = keys.account;
      const resetHold = resetHoldOf(protection, resetAt, { rules: ports.rules, now });
      const isGone = areFactorsGone(protection, now);
      return {
        ...{ email, phone },
        dailyLimit: viewOf(protection, ports.rules.dailyLimit, now),
        resetHold: resetHold && {
          until: resetHold.until.toISOString(),
          cents: String(resetHold.most),
          canLift: !isGone && passkeys.some(({ createdAt }) => createdAt < resetHold.from),
        },
        newDevice: newDevice && {
          until: newDevice.until.toISOString(),
          cents: String(newDevice.most),
        },
        frozenAt: protection.frozenAt?.toISOString() ?? null,
        factorsTrustedBefore: trustedBefore(protection, ports.rules)?.toISOString() ?? null,
        factorsRemovedAt: protection.factorsRemovedAt?.toISOString() ?? null,
        contactChange: changeOf(change),
        reminder: reminderOf(protection, {
          createdAt: keys.createdAt,
          hasFactor: (passkeys.length > 0 || app !== null) && !isGone,
          codesLeft: recoveryCodes?.left ?? 0,
          now,
        }),
      };
    },
  };
}

function trustedBefore(
  { frozenAt }: Protection,
  { unfreezingAgeMs }: HoldPorts['rules'],
): Date | null {
  return frozenAt && unfreezingBefore(frozenAt, unfreezingAgeMs);
}

function changeOf(change: ContactChange | null): ProtectionSettings['contactChange'] {
  if (change === null) return null;
  const { channel, value, at } = change;
  return { channel, value, at: at.toISOString() };
}

/** None on the day of the registration, and none within a week of being dismissed. */
function reminderOf(
  { remindedAt }: Protection,
  account: {
    readonly createdAt: Date;
    readonly hasFactor: boolean;
    readonly codesLeft: number;
    readonly now: Date;
  },
): ProtectionSettings['reminder'] {
  const { createdAt, hasFactor, codesLeft, now } = account;
  const age = (at: Date) => now.getTime() - at.getTime();
  if (age(createdAt) < DAY_MS || (remindedAt !== null && age(remindedAt) < 7 * DAY_MS)) return null;
  if (!hasFactor) return { lacks: 'second-factor' };
  return codesLeft === 0 ? { lacks: 'recovery-codes' } : null;
}
