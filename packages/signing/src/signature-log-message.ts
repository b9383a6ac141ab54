import { type FieldReader, readFields, UnreadableMessage } from './messages/read-fields.ts';
import type { LogEntry, SignatureLog, SignedPart } from './signature-log.ts';

const ENTRY = ['orderId', 'planHash', 'parts', 'state'];
const PART = ['uses', 'pays'];
const STATES = ['open', 'over', 'voided'] as const;
/** A payment every few minutes for a year. */
const ENTRY_LIMIT = 100_000;

/** @returns a log as JSON, which `readSignatureLog` reads */
export function writeSignatureLog(log: SignatureLog): unknown {
  return log.map(({ orderId, planHash, parts, state }) => ({
    orderId,
    planHash,
    parts: parts.map(({ uses, pays }) => ({ uses, pays: pays.toString() })),
    state,
  }));
}

/** @throws UnreadableMessage for anything that isn't exactly a log */
export function readSignatureLog(given: unknown): SignatureLog {
  if (!Array.isArray(given) || given.length > ENTRY_LIMIT) throw new UnreadableMessage('log');
  return given.map((entry: unknown) => readEntry(readFields(entry, ENTRY)));
}

function readEntry(fields: FieldReader): LogEntry {
  return {
    orderId: fields.matching('orderId', /^[\w-]{1,64}$/),
    planHash: fields.matching('planHash', /^0x[0-9a-f]{64}$/),
    parts: fields.list('parts', (part) => readPart(readFields(part, PART))),
    state: fields.oneOf('state', STATES),
  };
}

function readPart(fields: FieldReader): SignedPart {
  return { uses: fields.list('uses', readUse), pays: fields.amount('pays') };
}

function readUse(use: unknown): string {
  if (typeof use !== 'string' || use.length > 300) throw new UnreadableMessage('use');
  return use;
}
