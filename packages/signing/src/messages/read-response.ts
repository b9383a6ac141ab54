import { readOwner, readWrap } from './owner-wrap.ts';
import {
  type EnrolmentProofs,
  SIGNER_CHANNEL,
  type SignerEvent,
  type SignerOutcome,
  type SignerResponse,
} from './protocol.ts';
import { type FieldReader, readFields, readKind, UnreadableMessage } from './read-fields.ts';

const COMMON = ['channel', 'id', 'outcome'];
const CREATED = [...COMMON, 'owner', 'sight', 'wraps', 'proofs', 'areWordsChecked'];
const BARE_OUTCOMES = [
  'cancelled',
  'expired',
  'words-shown',
  'words-checked',
  'words-differ',
  'saved',
  'locked',
  'busy',
  'needs-window',
  'not-readable',
] as const;
/** Of a frame: more would hide the app. */
const HEIGHT_LIMIT = 4000;

/**
 * Reads what the frame posts to the app.
 * @throws UnreadableMessage for anything that isn't exactly such a message
 */
export function readSignerResponse(value: unknown): SignerResponse {
  const outcome = readKind(value, 'outcome');
  const fields = readFields(value, fieldsOf(outcome));
  if (fields.text('channel') !== SIGNER_CHANNEL) throw new UnreadableMessage('channel');
  const common = { channel: SIGNER_CHANNEL, id: fields.text('id', 64) } as const;
  return { ...common, ...readOutcome(outcome, fields) };
}

function fieldsOf(outcome: string): readonly string[] {
  switch (outcome) {
    case 'created':
      return CREATED;
    case 'signed':
      return [...COMMON, 'planId', 'signatures'];
    case 'refused':
      return [...COMMON, 'check', 'isReported'];
    case 'wrap-added':
      return [...COMMON, 'wrap'];
    case 'status':
      return [...COMMON, 'isOpen'];
    default:
      return COMMON;
  }
}

function readOutcome(outcome: string, fields: FieldReader): SignerOutcome {
  switch (outcome) {
    case 'created':
      fields.bytes('sight', 96);
      return {
        outcome,
        owner: readOwner(fields.raw('owner')),
        sight: fields.text('sight'),
        wraps: fields.list('wraps', readWrap),
        proofs: readProofs(fields.raw('proofs')),
        areWordsChecked: fields.flag('areWordsChecked'),
      };
    case 'signed':
      return {
        outcome,
        planId: fields.text('planId', 64),
        signatures: fields.list('signatures', readSignature),
      };
    case 'refused':
      return {
        outcome,
        check: fields.matching('check', /^[a-z-]{1,60}$/),
        isReported: fields.flag('isReported'),
      };
    case 'wrap-added':
      return { outcome, wrap: readWrap(fields.raw('wrap')) };
    case 'status':
      return { outcome, isOpen: fields.flag('isOpen') };
    default:
      return { outcome: fields.oneOf('outcome', BARE_OUTCOMES) };
  }
}

function readProofs(value: unknown): EnrolmentProofs {
  const fields = readFields(value, ['address', 'privateAddress']);
  return {
    address: fields.matching('address', /^0x[0-9a-f]{130}$/),
    privateAddress: fields.matching('privateAddress', /^0x[0-9a-f]{128}$/),
  };
}

function readSignature(value: unknown): string {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{128,194}$/.test(value)) {
    throw new UnreadableMessage('signatures');
  }
  return value;
}

/**
 * Reads what the frame says without a request.
 * @throws UnreadableMessage for anything that isn't exactly such a message
 */
export function readSignerEvent(value: unknown): SignerEvent {
  const event = readKind(value, 'event');
  const fields = readFields(value, ['channel', 'event', ...(event === 'height' ? ['height'] : [])]);
  if (fields.text('channel') !== SIGNER_CHANNEL) throw new UnreadableMessage('channel');
  if (event === 'ready') return { channel: SIGNER_CHANNEL, event };
  if (event !== 'height') throw new UnreadableMessage('event');
  const height = fields.count('height');
  if (height > HEIGHT_LIMIT) throw new UnreadableMessage('height');
  return { channel: SIGNER_CHANNEL, event, height };
}
