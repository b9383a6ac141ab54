import { createHash } from 'node:crypto';
import {
  DecryptCommand,
  EncryptCommand,
  InvalidCiphertextException,
  KMSClient,
} from '@aws-sdk/client-kms';
import { type SignedContent, signedFields } from '../../ports/account-signatures.ts';
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
  async function encrypt(dataKey: DataKey, context: Context): Promise<Uint8Array> {
    const { CiphertextBlob } = await client.send(
      new EncryptCommand({ KeyId: keyId, Plaintext: dataKey, EncryptionContext: context }),
    );
    if (!CiphertextBlob?.length) throw new Error('AWS KMS responded without a ciphertext.');
    return Buffer.concat([Buffer.of(BY_KMS), CiphertextBlob]);
  }
  async function decrypt(wrap: Uint8Array, context: Context): Promise<DataKey> {
    if (wrap[0] !== BY_KMS) throw new Error('A recovery wrap was not made by AWS KMS.');
    const CiphertextBlob = wrap.subarray(1);
    const { Plaintext } = await client.send(
      new DecryptCommand({ KeyId: keyId, CiphertextBlob, EncryptionContext: context }),
    );
    if (Plaintext?.length !== DATA_KEY_BYTES) throw new Error('AWS KMS opened no data key.');
    return Plaintext as DataKey;
  }
  return {
    kind: 'aws-kms',
    wrap: (dataKey, account) => encrypt(dataKey, contextOf(account)),
    unwrap: (wrap, account) => decrypt(wrap, contextOf(account)),
    async bindEarlier(wrap, account) {
      try {
        const dataKey = await decrypt(wrap, { user: account.userId, purpose: 'kax recovery' });
        return await encrypt(dataKey, contextOf(account)).finally(() => dataKey.fill(0));
      } catch (cause) {
        if (cause instanceof InvalidCiphertextException) return null;
        throw cause;
      }
    },
    wrapForRegistration: (dataKey, binding) => encrypt(dataKey, registrationContextOf(binding)),
    unwrapForRegistration: (wrap, binding) => decrypt(wrap, registrationContextOf(binding)),
    /** All users share one key: Amazon cannot make it useless for a single user. */
    async forget() {},
  };
}

type Context = Readonly<Record<string, string>>;

/** CloudTrail records contexts: it gets no contacts. */
function registrationContextOf(binding: readonly string[]): Context {
  return { registration: digestOf(binding), purpose: 'kax registration' };
}

function contextOf(account: SignedContent): Context {
  const { userId: user } = account;
  return { user, account: digestOf(signedFields(account)), purpose: 'kax account recovery' };
}

function digestOf(fields: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}
