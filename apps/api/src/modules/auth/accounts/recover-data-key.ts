import { type Refusal, refuse } from '../../../application/call.ts';
import type { Audit } from '../../../ports/audit.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { DataKey, KeyVault } from '../../../ports/key-vault.ts';
import { type CodeLimits, recoveries } from '../codes/code-limits.ts';

export interface RecoveryPorts {
  readonly vault: Pick<KeyVault, 'openWithRecovery'>;
  readonly codeLimits: Pick<CodeLimits, 'take'>;
  readonly audit: Audit;
  readonly clock: Pick<Clock, 'now'>;
}

const MINUTE_S = 60;

/**
 * Opens a data key with the recovery key: counted, and recorded before it happens.
 * @returns the key, or `busy` with the time until the server may recover again
 */
export async function recoverDataKey(
  { vault, codeLimits, audit, clock }: RecoveryPorts,
  owner: { readonly userId: string; readonly recoveryWrap: Uint8Array },
  ip: string,
): Promise<
  | { readonly ok: true; readonly dataKey: DataKey }
  | { readonly ok: false; readonly refusal: Refusal }
> {
  const at = clock.now();
  const { userId } = owner;
  const wait = await codeLimits.take(recoveries, at);
  if (wait > 0) {
    await audit.append({ at, event: 'recovery-capped', ip, userId });
    return {
      ok: false,
      refusal: refuse('busy', { retryAfter: wait, sentence: capSentence(wait) }),
    };
  }
  await audit.append({ at, event: 'recovery-unwrapped', ip, userId });
  return { ok: true, dataKey: await vault.openWithRecovery(owner) };
}

function capSentence(seconds: number): string {
  const minutes = Math.ceil(seconds / MINUTE_S);
  const span = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `Many people reset their passwords in the last hour. Try again in ${span}.`;
}
