import { readFields, UnreadableMessage } from './read-fields.ts';

/** Whose keys: what a wrap is bound to, beside itself. */
export interface Owner {
  readonly userId: string;
  /** `0x…`, in lower case. */
  readonly address: string;
  /** `0zk…` */
  readonly privateAddress: string;
}

/** A passkey of the signer's own host, or six words that the signer drew. */
export const WRAP_KINDS = ['passkey', 'phrase'] as const;
export type WrapKind = (typeof WRAP_KINDS)[number];

/** AES-256-GCM, as hex. */
export interface SealedBox {
  /** 12 bytes. */
  readonly iv: string;
  /** Content and tag. */
  readonly bytes: string;
}

/** A way to open the keys, as the server stores it. It opens nothing by itself. */
export interface OwnerWrap {
  readonly version: 1;
  /** A UUID that the signer drew. */
  readonly id: string;
  readonly kind: WrapKind;
  /** base64url; empty for a phrase. */
  readonly credentialId: string;
  /** SPKI as base64url; empty for a phrase. */
  readonly publicKey: string;
  /** 16 bytes as hex for a phrase; empty for a passkey. */
  readonly salt: string;
  /** What pays: 96 bytes. */
  readonly keysBox: SealedBox;
  /** What the 12 words are made from: 16 bytes. */
  readonly entropyBox: SealedBox;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const OWNER_FIELDS = ['userId', 'address', 'privateAddress'];
const WRAP_FIELDS = [
  'version',
  'id',
  'kind',
  'credentialId',
  'publicKey',
  'salt',
  'keysBox',
  'entropyBox',
];
/** Lengths of content and tag, in bytes. */
const KEYS_BOX_LENGTH = 96 + 16;
const ENTROPY_BOX_LENGTH = 16 + 16;

/** @throws UnreadableMessage */
export function readOwner(value: unknown): Owner {
  const fields = readFields(value, OWNER_FIELDS);
  return {
    userId: fields.matching('userId', UUID),
    address: fields.matching('address', /^0x[0-9a-f]{40}$/),
    privateAddress: fields.matching('privateAddress', /^0zk[0-9a-z]{124}$/),
  };
}

/** @throws UnreadableMessage */
export function readWrap(value: unknown): OwnerWrap {
  const fields = readFields(value, WRAP_FIELDS);
  if (fields.count('version') !== 1) throw new UnreadableMessage('version');
  const kind = fields.oneOf('kind', WRAP_KINDS);
  const isPasskey = kind === 'passkey';
  return {
    version: 1,
    id: fields.matching('id', UUID),
    kind,
    credentialId: fields.matching('credentialId', isPasskey ? /^[\w-]{1,1400}$/ : /^$/),
    publicKey: fields.matching('publicKey', isPasskey ? /^[\w-]{1,1400}$/ : /^$/),
    salt: fields.matching('salt', isPasskey ? /^$/ : /^[0-9a-f]{32}$/),
    keysBox: readBox(fields.raw('keysBox'), KEYS_BOX_LENGTH),
    entropyBox: readBox(fields.raw('entropyBox'), ENTROPY_BOX_LENGTH),
  };
}

function readBox(value: unknown, length: number): SealedBox {
  const fields = readFields(value, ['iv', 'bytes']);
  fields.bytes('iv', 12);
  fields.bytes('bytes', length);
  return { iv: fields.text('iv'), bytes: fields.text('bytes') };
}
