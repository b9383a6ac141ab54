import type { RecoveryKey } from '../../ports/recovery-key.ts';
import type { RecoveryKmsOptions } from '../aws-kms/recovery-kms.ts';
import { createRecoveryFile } from './recovery-file.ts';

/** Where the recovery key is kept. */
export type RecoveryPlace =
  | { readonly kind: 'file'; readonly folder: string }
  | ({ readonly kind: 'aws-kms' } & RecoveryKmsOptions);

/**
 * Opens the recovery key of the configuration.
 * @param whenMissing what to do on a machine without its file: `create` it, or `refuse` and throw
 */
export async function openRecoveryKey(
  place: RecoveryPlace,
  whenMissing: 'create' | 'refuse',
): Promise<RecoveryKey> {
  if (place.kind === 'file') return createRecoveryFile(place.folder, whenMissing);
  // Amazon's client takes some 28 MB, which only those pay who use it.
  const { createRecoveryKms } = await import('../aws-kms/recovery-kms.ts');
  return createRecoveryKms(place);
}
