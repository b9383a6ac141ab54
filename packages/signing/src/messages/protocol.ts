import { type Confirmation, readConfirmation } from './confirmation-message.ts';
import { type Owner, type OwnerWrap, readOwner, readWrap } from './owner-wrap.ts';
import { type FieldReader, readFields, readKind, UnreadableMessage } from './read-fields.ts';

/** Part of every message, so that those of other programs on the same window are left alone. */
export const SIGNER_CHANNEL = 'kax-signer-1';

interface Common {
  readonly channel: typeof SIGNER_CHANNEL;
  /** Chosen by the app; the response has the same one. */
  readonly id: string;
}

/** What the app wants approved. The signer draws it from these fields alone: no text of the app is shown. */
export interface ApprovalRequest extends Common {
  readonly kind: 'approve';
  readonly owner: Owner;
  readonly wraps: readonly OwnerWrap[];
  /** Of the operation: each pays at most once. */
  readonly orderId: string;
  readonly planId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly confirmation: Confirmation;
  /** What the server proposes to sign; its own reader reads it. */
  readonly plan: unknown;
}

/** For a new wallet, or with `import` for one whose 12 words the user types in. */
export interface CreateRequest extends Common {
  readonly kind: 'create' | 'import';
  readonly userId: string;
  /** Of the server, 32 bytes as hex: both keys sign it. */
  readonly challenge: string;
}

/** What concerns the keys of a wallet that exists. */
export interface OwnerRequest extends Common {
  readonly kind: 'show-words' | 'drill' | 'add-passkey' | 'add-phrase' | 'set-time-out';
  readonly owner: Owner;
  readonly wraps: readonly OwnerWrap[];
}

/** What is done without the screen. */
export interface StateRequest extends Common {
  readonly kind: 'lock' | 'status';
}

/** What a user sees and decides. */
export type ScreenRequest = ApprovalRequest | CreateRequest | OwnerRequest;

export type SignerRequest = ScreenRequest | StateRequest;

/** What both keys of a new wallet sign, see `enrolment.ts`. */
export interface EnrolmentProofs {
  /** 65 bytes as 0x and hex. */
  readonly address: string;
  /** 64 bytes as 0x and hex. */
  readonly privateAddress: string;
}

/** How a request ended. */
export type SignerOutcome =
  | {
      readonly outcome: 'created';
      readonly owner: Owner;
      /** 96 bytes as hex: what finds the money and moves none of it. */
      readonly sight: string;
      readonly wraps: readonly OwnerWrap[];
      readonly proofs: EnrolmentProofs;
      readonly areWordsChecked: boolean;
    }
  | {
      readonly outcome: 'signed';
      readonly planId: string;
      /** As 0x and hex, in the order of the plan. */
      readonly signatures: readonly string[];
    }
  /** The name of the check that the plan failed, and whether the user wants it reported. Nothing was signed. */
  | { readonly outcome: 'refused'; readonly check: string; readonly isReported: boolean }
  | { readonly outcome: 'wrap-added'; readonly wrap: OwnerWrap }
  | { readonly outcome: 'status'; readonly isOpen: boolean }
  | {
      readonly outcome:
        | 'cancelled'
        | 'expired'
        | 'words-shown'
        | 'words-checked'
        | 'words-differ'
        | 'saved'
        | 'locked'
        | 'busy'
        | 'needs-window'
        | 'not-readable';
    };

export type SignerResponse = Common & SignerOutcome;

/** What the frame says without a request: that it can take one, and how high it wants to be, in CSS pixels. */
export type SignerEvent =
  | { readonly channel: typeof SIGNER_CHANNEL; readonly event: 'ready' }
  | { readonly channel: typeof SIGNER_CHANNEL; readonly event: 'height'; readonly height: number };

const IDENTIFIER = /^[\w-]{1,64}$/;
const COMMON = ['channel', 'id', 'kind'];
const OWNED = [...COMMON, 'owner', 'wraps'];
const APPROVAL = [...OWNED, 'orderId', 'planId', 'expiresAt', 'confirmation', 'plan'];

/** @returns whether a message is for or of the signer, before it is read */
export function isOfSigner(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'channel' in value &&
    value.channel === SIGNER_CHANNEL
  );
}

/**
 * Reads what the app posts to the frame.
 * @throws UnreadableMessage for anything that isn't exactly such a message
 */
export function readSignerRequest(value: unknown): SignerRequest {
  const kind = readKind(value, 'kind');
  switch (kind) {
    case 'approve':
      return readApproval(readFields(value, APPROVAL));
    case 'create':
    case 'import': {
      const fields = readFields(value, [...COMMON, 'userId', 'challenge']);
      fields.bytes('challenge', 32);
      const userId = fields.matching('userId', /^[0-9a-f-]{36}$/);
      return { ...readCommon(fields), kind, userId, challenge: fields.text('challenge') };
    }
    case 'show-words':
    case 'drill':
    case 'add-passkey':
    case 'add-phrase':
    case 'set-time-out': {
      const fields = readFields(value, OWNED);
      return { ...readCommon(fields), kind, ...readOwned(fields) };
    }
    case 'lock':
    case 'status':
      return { ...readCommon(readFields(value, COMMON)), kind };
    default:
      throw new UnreadableMessage('kind');
  }
}

function readApproval(fields: FieldReader): ApprovalRequest {
  return {
    ...readCommon(fields),
    kind: 'approve',
    ...readOwned(fields),
    orderId: fields.matching('orderId', IDENTIFIER),
    planId: fields.matching('planId', IDENTIFIER),
    expiresAt: fields.count('expiresAt'),
    confirmation: readConfirmation(fields.raw('confirmation')),
    plan: fields.raw('plan'),
  };
}

function readOwned(fields: FieldReader) {
  return { owner: readOwner(fields.raw('owner')), wraps: fields.list('wraps', readWrap) };
}

function readCommon(fields: FieldReader): Common {
  if (fields.text('channel') !== SIGNER_CHANNEL) throw new UnreadableMessage('channel');
  return { channel: SIGNER_CHANNEL, id: fields.matching('id', IDENTIFIER) };
}
