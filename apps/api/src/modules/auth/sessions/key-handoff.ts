import type { Clock } from '../../../ports/clock.ts';
import type { KeyVault, SessionBearer } from '../../../ports/key-vault.ts';
import { packSecrets, type ShieldedSeals, walletContext } from '../../../ports/shielded-seals.ts';
import type {
  ShieldedWallets,
  ShieldedWorker,
  ShieldedWorkers,
} from '../../../ports/shielded-wallets.ts';

export interface KeyHandoffPorts {
  readonly workers: ShieldedWorkers;
  readonly wallets: Pick<ShieldedWallets, 'put'>;
  readonly seals: Pick<ShieldedSeals, 'sealTo'>;
  readonly vault: Pick<KeyVault, 'withShieldedSecrets'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Those with a pool. */
  readonly poolChainIds: readonly number[];
  readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
}

/** Keeps the private wallets of signed-in users open in the process with the pool. */
export interface KeyHandoff {
  /**
   * Seals the bearer's wallet for that process, unless it was already sealed for this session and this run of the
   * process; then it only costs a comparison. Never throws, and no one waits for it.
   */
  open(bearer: SessionBearer): void;
  /** Seals it again, since the wallet was replaced. */
  renew(bearer: SessionBearer): void;
}

/** The sessions that were sealed longest ago are forgotten first, and would be sealed again. */
const MOST_REMEMBERED = 50_000;

/** @returns a key handoff that has sealed nothing yet. */
export function createKeyHandoff(ports: KeyHandoffPorts): KeyHandoff {
  const keyBySession = new Map<string, string>();

  function remember(place: string, keyId: string): void {
    keyBySession.delete(place);
    keyBySession.set(place, keyId);
    const [oldest] = keyBySession.keys();
    if (keyBySession.size > MOST_REMEMBERED && oldest !== undefined) keyBySession.delete(oldest);
  }

  return {
    renew(bearer) {
      for (const chainId of ports.poolChainIds)
        keyBySession.delete(`${chainId} ${bearer.sessionId}`);
      this.open(bearer);
    },
    open(bearer) {
      for (const chainId of ports.poolChainIds) {
        const worker = ports.workers.current(chainId);
        const place = `${chainId} ${bearer.sessionId}`;
        if (worker === null || keyBySession.get(place) === worker.key.keyId) continue;
        remember(place, worker.key.keyId);
        sealWallet(ports, bearer, worker).catch((cause: unknown) => {
          keyBySession.delete(place);
          ports.report({ message: 'A private wallet could not be opened.', cause });
        });
      }
    },
  };
}

/** A session that ended meanwhile seals nothing. */
async function sealWallet(
  { vault, seals, wallets, clock }: KeyHandoffPorts,
  bearer: SessionBearer,
  { chainId, key }: ShieldedWorker,
): Promise<void> {
  const { userId } = bearer;
  const sealed = await vault.withShieldedSecrets(bearer, (secrets) => {
    const packed = packSecrets(secrets);
    try {
      return seals.sealTo(key.publicKey, packed, walletContext(userId, chainId));
    } finally {
      packed.fill(0);
    }
  });
  if (!sealed.ok) return;
  await wallets.put({ userId, chainId, keyId: key.keyId, sealed: sealed.value, now: clock.now() });
}
