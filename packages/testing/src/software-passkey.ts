import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Assertion, Attestation } from '#wire/security/second-factor';

/** A passkey of an authenticator that is a program: P-256, attestation `none`, with PRF. */
export interface SoftwarePasskey {
  /** Its credential id in base64url. */
  readonly id: string;
  /** @returns what a browser returns for its creation */
  attest(challenge: string, how?: SigningCircumstances): Attestation;
  /** @returns what a browser returns for its use; its count grows, if it counts */
  assert(challenge: string, how?: SigningCircumstances): Assertion;
  /** @returns 32 bytes in base64url that only this passkey derives from the salt */
  secretOf(salt: string): string;
}

/** What is otherwise as it has to be. */
export interface SigningCircumstances {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly isVerified?: boolean;
  readonly isPresent?: boolean;
  readonly crossOrigin?: boolean;
  readonly signCount?: number;
  /** Names another credential than its own. */
  readonly id?: string;
  readonly format?: string;
}

export interface SoftwarePasskeyOptions {
  readonly origin: string;
  readonly rpId: string;
  /** Most passkeys that are synced do not count. */
  readonly counts?: boolean;
  readonly isSynced?: boolean;
}

const FLAG = { present: 1, verified: 4, eligible: 8, synced: 16, attested: 64 } as const;

/** @returns a new passkey, which no server knows yet */
export function createSoftwarePasskey(options: SoftwarePasskeyOptions): SoftwarePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const prfKey = randomBytes(32);
  let count = 0;
  const coseKey = cborMap([
    [cborNumber(1), cborNumber(2)],
    [cborNumber(3), cborNumber(-7)],
    [cborNumber(-1), cborNumber(1)],
    [cborNumber(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborNumber(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);

  function authenticatorData(how: SigningCircumstances, attested: Buffer): Buffer {
    const flags =
      (how.isPresent === false ? 0 : FLAG.present) |
      (how.isVerified === false ? 0 : FLAG.verified) |
      (options.isSynced === true ? FLAG.eligible | FLAG.synced : 0) |
      (attested.length > 0 ? FLAG.attested : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(how.signCount ?? count);
    const site = createHash('sha256')
      .update(how.rpId ?? options.rpId)
      .digest();
    return Buffer.concat([site, Buffer.of(flags), counter, attested]);
  }

  function clientData(type: string, challenge: string, how: SigningCircumstances): Buffer {
    const origin = how.origin ?? options.origin;
    const { crossOrigin = false } = how;
    return Buffer.from(JSON.stringify({ type: how.type ?? type, challenge, origin, crossOrigin }));
  }

  return {
    id,
    attest(challenge, how = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey]);
      const attestationObject = cborMap([
        [cborText('fmt'), cborText(how.format ?? 'none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authenticatorData(how, attested))],
      ]);
      return {
        id: how.id ?? id,
        clientDataJSON: clientData('webauthn.create', challenge, how).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      };
    },
    assert(challenge, how = {}) {
      if (options.counts !== false) count += 1;
      const data = authenticatorData(how, Buffer.alloc(0));
      const client = clientData('webauthn.get', challenge, how);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id: how.id ?? id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
    },
    secretOf: (salt) => createHmac('sha256', prfKey).update(salt).digest('base64url'),
  };
}

/** @returns an assertion as the header `kax-approval` has it */
export function approvalOf(approvalId: string, assertion: Assertion): string {
  return `${approvalId}.passkey.${Buffer.from(JSON.stringify(assertion)).toString('base64url')}`;
}

function cborMap(entries: readonly (readonly [Buffer, Buffer])[]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([cborHead(2, bytes.length), bytes]);
}

function cborText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([cborHead(3, bytes.length), bytes]);
}

function cborNumber(value: number): Buffer {
  return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
}

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value);
  if (value < 256) return Buffer.of((major << 5) | 24, value);
  const head = Buffer.alloc(3);
  head[0] = (major << 5) | 25;
  head.writeUInt16BE(value, 1);
  return head;
}
