/** Thrown where a message isn't what its reader expects; it names the field, never its value. */
export class UnreadableMessage extends Error {
  constructor(field: string) {
    super(`The message has no valid ${field}.`);
    this.name = 'UnreadableMessage';
  }
}

const LIST_LIMIT = 64;

/** Fields of one object from outside. Each method throws `UnreadableMessage` for what it doesn't expect. */
export interface FieldReader {
  /** @returns text of at most `limit` characters, 300 unless given */
  text(name: string, limit?: number): string;
  /** @returns text that the pattern matches whole */
  matching(name: string, pattern: RegExp): string;
  /** @returns null where the field is null */
  orNull<Value>(name: string, read: () => Value): Value | null;
  oneOf<Choice extends string>(name: string, choices: readonly Choice[]): Choice;
  /** @returns an amount of at most 78 digits, without leading zeros */
  amount(name: string): bigint;
  /** @returns a whole number from 0 to 2^53 − 1 */
  count(name: string): number;
  flag(name: string): boolean;
  bytes(name: string, length: number): Uint8Array<ArrayBuffer>;
  /** @returns at most 64 items */
  list<Item>(name: string, read: (item: unknown) => Item): readonly Item[];
  /** @returns what is there, for a reader of its own */
  raw(name: string): unknown;
}

/**
 * @param known every name that the object may have: one with another is refused, so nothing travels unread
 * @throws UnreadableMessage
 */
export function readFields(value: unknown, known: readonly string[]): FieldReader {
  const record = recordOf(value, 'object');
  for (const name of Object.keys(record)) {
    if (!known.includes(name)) throw new UnreadableMessage('list of fields');
  }
  return readerOf(record);
}

/** Reads without a list of names, where the caller checks them next. */
export function readKind(value: unknown, name: string): string {
  return readerOf(recordOf(value, 'object')).text(name, 40);
}

function readerOf(record: Readonly<Record<string, unknown>>): FieldReader {
  const raw = (name: string) => (Object.hasOwn(record, name) ? record[name] : undefined);
  const fail = (name: string) => new UnreadableMessage(name);
  const text = (name: string, limit = 300) => {
    const value = raw(name);
    if (typeof value !== 'string' || value.length > limit) throw fail(name);
    return value;
  };
  const matching = (name: string, pattern: RegExp) => {
    const value = text(name);
    const [found] = pattern.exec(value) ?? [];
    if (found !== value) throw fail(name);
    return value;
  };
  return {
    raw,
    text,
    matching,
    orNull: (name, read) => (raw(name) === null ? null : read()),
    oneOf(name, choices) {
      const value = text(name);
      const choice = choices.find((each) => each === value);
      if (choice === undefined) throw fail(name);
      return choice;
    },
    amount: (name) => BigInt(matching(name, /^(?:0|[1-9]\d{0,77})$/)),
    count(name) {
      const value = raw(name);
      if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw fail(name);
      return value;
    },
    flag(name) {
      const value = raw(name);
      if (typeof value !== 'boolean') throw fail(name);
      return value;
    },
    bytes: (name, length) => bytesOf(matching(name, /^[0-9a-f]*$/), length) ?? raise(fail(name)),
    list(name, read) {
      const value = raw(name);
      if (!Array.isArray(value) || value.length > LIST_LIMIT) throw fail(name);
      return value.map((item: unknown) => read(item));
    },
  };
}

function recordOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UnreadableMessage(name);
  }
  return Object.fromEntries(Object.entries(value));
}

function bytesOf(digits: string, length: number): Uint8Array<ArrayBuffer> | null {
  if (digits.length !== length * 2) return null;
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 1) {
    bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16);
  }
  return bytes;
}

function raise(error: Error): never {
  throw error;
}
