import { toBaseUnits } from '#domain/amount/base-units';
import type { DeleteWalletPorts } from '../../modules/wallet/delete-wallet.ts';
import type { ShieldedView } from '../../ports/shielded-views.ts';
import type { WalletOwner } from '../../ports/wallet-removal.ts';
import type { AlterChain } from '../flawed-chains.ts';

/** Changes how the simulated server deletes wallets; `removeNow` does it without looking at anything. */
export type AlterDeletion = (
  ports: DeleteWalletPorts,
  removeNow: (owner: WalletOwner) => Promise<void>,
) => DeleteWalletPorts;

/** Looks at public balances only. */
export const ignorePool: AlterDeletion = (ports) => ({ ...ports, poolChainIds: [] });

/** Takes a private balance that could not be read now for an empty one. */
export const takeUnknownForEmpty: AlterDeletion = (ports) => {
  const unknown = new Set<string>();
  return {
    ...ports,
    poolClient: {
      async refresh(userId) {
        const scanned = await ports.poolClient.refresh(userId);
        if (!scanned.ok) unknown.add(userId);
        return scanned.ok ? scanned : { ok: true, response: ANY_BLOCK };
      },
    },
    views: {
      async read(owner) {
        const view = await ports.views.read(owner);
        return unknown.has(owner.userId) ? emptyOf(view, ports.clock.now()) : view;
      },
    },
  };
};

/** Counts on what was in progress when the deletion began, and does not lock out what begins during it. */
export const removeUnlocked: AlterDeletion = (ports, removeNow) => ({
  ...ports,
  removals: {
    ...ports.removals,
    async remove({ owner }) {
      await removeNow(owner);
      return 'removed';
    },
  },
});

/** Does not compare what has begun since the check, and counts on what is in progress alone. */
export const forgetWhatBegan: AlterDeletion = (ports) => ({
  ...ports,
  removals: {
    ...ports.removals,
    async remove(removal) {
      const { begun } = await ports.removals.readUse(removal.owner, removal.now);
      return ports.removals.remove({ ...removal, begun });
    },
  },
});

const ANY_BLOCK = 10n ** 9n;

function emptyOf({ worker }: ShieldedView, now: Date): ShieldedView {
  const looked = { block: 0n, at: now };
  return {
    worker: worker && { ...worker, seenAt: now, isComplete: true, looked },
    isOpen: true,
    balances: { byToken: new Map(), newest: [], asOf: now, isOfThisRun: true },
  };
}

/** Believes any node, however far it is behind. */
export const trustLateNodes: AlterDeletion = (ports) => ({
  ...ports,
  removals: {
    ...ports.removals,
    readUse: async (owner, now) => ({
      ...(await ports.removals.readUse(owner, now)),
      knownBlocks: new Map(),
    }),
  },
});

/** Says that a payment arrived as it was requested, whatever the token recorded. */
export const takeRequestedForArrived: AlterChain = (chain) => ({
  ...chain,
  async receipt(hash) {
    const found = await chain.receipt(hash);
    const transfers = found?.transfers.map((each) => ({ ...each, units: EVERYTHING })) ?? [];
    return found && { ...found, transfers };
  },
});

const EVERYTHING = toBaseUnits(10n ** 18n);
