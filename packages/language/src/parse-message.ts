/** A part of a parsed message. */
export type MessagePart =
  | string
  | { readonly kind: 'value'; readonly name: string }
  /** The value that the plural around it is chosen by. */
  | { readonly kind: 'number' }
  | {
      readonly kind: 'plural' | 'select';
      readonly name: string;
      readonly cases: ReadonlyMap<string, readonly MessagePart[]>;
    }
  | { readonly kind: 'tag'; readonly name: string; readonly parts: readonly MessagePart[] };

const TOKEN = /[{}#]|<\/?[a-z][A-Za-z]*>/g;
const ARGUMENT = /^\{\s*([a-zA-Z]+)\s*(?:\}|,\s*(plural|select)\s*,)/;
const CASE = /^\s*(=\d+|[a-z]+)\s*\{/;

/**
 * Parses the part of ICU's message format that Kax uses: `{name}`, `{count, plural, one {# coin} other {# coins}}`,
 * `{kind, select, sent {…} other {…}}`, and tags without attributes, as in `<b>now</b>`. An apostrophe is itself.
 * @throws SyntaxError when the message is not well-formed.
 */
export function parseMessage(message: string): readonly MessagePart[] {
  const [parts, rest] = readParts(message, { end: '', inPlural: false });
  if (rest !== '') throw new SyntaxError(`“${message}” has one “${rest[0]}” too many.`);
  return parts;
}

interface Around {
  /** What ends these parts: nothing, a brace or a closing tag. */
  readonly end: string;
  readonly inPlural: boolean;
}

type Read<T> = [read: T, rest: string];

function readParts(text: string, around: Around): Read<readonly MessagePart[]> {
  const parts: MessagePart[] = [];
  let rest = text;
  for (;;) {
    TOKEN.lastIndex = 0;
    const token = TOKEN.exec(rest);
    const at = token?.index ?? rest.length;
    if (at > 0) parts.push(rest.slice(0, at));
    rest = rest.slice(at);
    if (token === null || token[0] === '}' || token[0].startsWith('</')) {
      if ((token?.[0] ?? '') === around.end) return [parts, rest];
      throw new SyntaxError(`“${text}” does not end with “${around.end}”.`);
    }
    const [part, after] = readPart(token[0], rest, around);
    parts.push(part);
    rest = after;
  }
}

function readPart(token: string, text: string, around: Around): Read<MessagePart> {
  if (token === '#') return [around.inPlural ? { kind: 'number' } : '#', text.slice(1)];
  if (token !== '{') {
    const name = token.slice(1, -1);
    const end = `</${name}>`;
    const [parts, rest] = readParts(text.slice(token.length), { ...around, end });
    return [{ kind: 'tag', name, parts }, rest.slice(end.length)];
  }
  const [start, name, kind] = ARGUMENT.exec(text) ?? [];
  if (start === undefined || name === undefined) throw new SyntaxError(`“${text}” names no value.`);
  const rest = text.slice(start.length);
  if (kind === undefined) return [{ kind: 'value', name }, rest];
  const inPlural = kind === 'plural' || around.inPlural;
  const [cases, after] = readCases(rest, inPlural);
  return [{ kind: kind as 'plural' | 'select', name, cases }, after];
}

function readCases(
  text: string,
  inPlural: boolean,
): Read<ReadonlyMap<string, readonly MessagePart[]>> {
  const cases = new Map<string, readonly MessagePart[]>();
  let rest = text;
  for (let found = CASE.exec(rest); found !== null; found = CASE.exec(rest)) {
    const [parts, after] = readParts(rest.slice(found[0].length), { end: '}', inPlural });
    cases.set(found[1] ?? '', parts);
    rest = after.slice(1);
  }
  const end = /^\s*\}/.exec(rest);
  if (end === null) throw new SyntaxError(`“${text}” does not end its cases.`);
  if (!cases.has('other')) throw new SyntaxError(`“${text}” has no case “other”.`);
  return [cases, rest.slice(end[0].length)];
}
