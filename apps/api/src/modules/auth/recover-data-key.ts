import type { Audit } from '../../ports/audit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DataKey, KeyVault } from '../../ports/key-vault.ts';
import type { CodeLimits } from './code-limits.ts';

export interface RecoveryPorts {
  readonly vault: Pick<KeyVault, 'openWithRecovery'>;
  readonly codeLimits: Pick<CodeLimits, 'takeRecovery'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Opens a data key with the recovery key: counted, and written down before it happens.
 * @returns the key, or the seconds until the server may recover again
 */
export async function recoverDataKey(
  { vault, codeLimits, audit, clock }: RecoveryPorts,
  owner: { readonly userId: string; readonly recoveryWrap: Uint8Array },
  ip: string,
): Promise<
  { readonly ok: true; readonly dataKey: DataKey } | { readonly ok: false; readonly wait: number }
> {
  const at = clock.now();
  const { userId } = owner;
  const wait = await codeLimits.takeRecovery(at);
  if (wait > 0) {
    await audit.append({ at, event: 'recovery-capped', ip, userId });
    return { ok: false, wait };
  }
  await audit.append({ at, event: 'recovery-unwrapped', ip, userId });
  return { ok: true, dataKey: await vault.openWithRecovery(owner) };
}
