import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import type { PrivateEnvironment } from '../private-environment.ts';
import type { ScriptedPrivateRequest } from '../scripted-private-request.ts';
import { conductOf } from '../simulated-owners.ts';

/** What an owner can do about their payment, on any of their devices. */
export interface OwnersDevices {
  /**
   * Signs a plan.
   * @param how `isAltered` signs with another key; `isUnaware` changes nothing of what the user knows
   */
  sign(
    offered: ToBeSigned,
    how?: { readonly isAltered?: boolean; readonly isUnaware?: boolean },
  ): Promise<void>;
  /** @returns the plan of the same payment on another device; null when there is none */
  requestAgain(): Promise<ToBeSigned | null>;
  /** @returns whether the response said that it is cancelled */
  cancel(offered: ToBeSigned): Promise<boolean>;
}

/** Does something about a plan that waits: signs it, or signs it late, twice, wrongly or never. */
export async function actAsPrivateOwner(
  { simulation }: Pick<PrivateEnvironment, 'simulation'>,
  request: ScriptedPrivateRequest,
  { offered, devices }: { readonly offered: ToBeSigned; readonly devices: OwnersDevices },
): Promise<void> {
  await simulation.wait(simulation.random.integer(500, 6_000));
  const conduct = conductOf(simulation);
  switch (conduct) {
    case 'signs':
      return devices.sign(offered);
    case 'signs-late':
      await simulation.wait(simulation.random.integer(90_000, 150_000));
      return devices.sign(offered);
    case 'signs-twice':
      await Promise.all([devices.sign(offered), devices.sign(offered)]);
      return;
    case 'never-signs':
      return;
    case 'signs-other-bytes':
      return devices.sign(offered, { isAltered: true });
    case 'cancels-and-signs':
      return cancelAndSign({ simulation }, request, { offered, devices });
    case 'signs-on-two-devices': {
      const other = await devices.requestAgain();
      await Promise.all([devices.sign(offered), other && devices.sign(other)]);
    }
  }
}

/** Cancels a plan, and signs it on another device, which doesn't know of that: at the same moment or later. */
async function cancelAndSign(
  { simulation }: Pick<PrivateEnvironment, 'simulation'>,
  request: ScriptedPrivateRequest,
  { offered, devices }: { readonly offered: ToBeSigned; readonly devices: OwnersDevices },
): Promise<void> {
  if (request.outcome !== 'pending') return;
  const isLater = simulation.random.chance(0.5);
  request.isBeingCancelled = true;
  const signing = isLater ? null : devices.sign(offered, { isUnaware: true });
  const isCancelled = await devices.cancel(offered);
  request.isBeingCancelled = false;
  if (isCancelled && request.outcome === 'pending') request.outcome = { refused: 'cancelled' };
  await (signing ?? devices.sign(offered, { isUnaware: isCancelled }));
}
