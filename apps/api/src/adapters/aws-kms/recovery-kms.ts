import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import type { DataKey } from '../../ports/key-vault.ts';
import type { RecoveryKey } from '../../ports/recovery-key.ts';

export interface RecoveryKmsOptions {
  /** Id, ARN or alias of a symmetric key. */
  readonly keyId: string;
  readonly region: string;
  /** Null for the region's own endpoint. */
  readonly endpoint: string | null;
}

const CONNECT_WITHIN_MS = 2_000;
const RESPONSE_TIMEOUT_MS = 5_000;
/** The first attempt and one retry. */
const ATTEMPTS = 2;
const DATA_KEY_BYTES = 32;
/** First byte of a wrap; distinguishes it from wraps of other kinds of recovery key. */
const BY_KMS = 1;

/**
 * The recovery key in AWS Key Management Service: it never leaves the service, its policy says who may decrypt, and
 * CloudTrail records every use with the user's id. An intruder on this machine can use the key but not take it.
 * Credentials come from where Amazon's client looks for them by default.
 * Source: AWS KMS API, Encrypt and Decrypt with an encryption context.
 */
export function createRecoveryKms({ keyId, region, endpoint }: RecoveryKmsOptions): RecoveryKey {
  const client = new KMSClient({
    region,
    ...(endpoint !== null && { endpoint }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_WITHIN_MS,
      requestTimeout: RESPONSE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  return {
    kind: 'aws-kms',
    async wrap(dataKey, userId) {
      const { CiphertextBlob } = await client.send(
        new EncryptCommand({
          KeyId: keyId,
          Plaintext: dataKey,
          EncryptionContext: contextOf(userId),
        }),
      );
      if (!CiphertextBlob?.length) throw new Error('AWS KMS responded without a ciphertext.');
      return Buffer.concat([Buffer.of(BY_KMS), CiphertextBlob]);
    },
    async unwrap(wrap, userId) {
      if (wrap[0] !== BY_KMS) throw new Error('A recovery wrap was not made by AWS KMS.');
      const { Plaintext } = await client.send(
        new DecryptCommand({
          KeyId: keyId,
          CiphertextBlob: wrap.subarray(1),
          EncryptionContext: contextOf(userId),
        }),
      );
      if (Plaintext?.length !== DATA_KEY_BYTES) throw new Error('AWS KMS opened no data key.');
      return Plaintext as DataKey;
    },
    /** All users share one key: Amazon cannot make it useless for a single user. */
    async forget() {},
  };
}

function contextOf(user: string): Record<string, string> {
  return { user, purpose: 'kax recovery' };
}
