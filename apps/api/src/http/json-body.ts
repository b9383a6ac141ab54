import type { FastifyInstance } from 'fastify';

const JSON_IN_UTF8 = /^application\/json(\s*;\s*charset\s*=\s*"?utf-8"?)?\s*$/i;

/**
 * Takes bodies of JSON in UTF-8 and nothing else: other kinds are refused before they are read, so that no form of
 * another page reaches a call.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(JSON_IN_UTF8, { parseAs: 'string' }, (request, text, done) => {
    // A call without a body may still name the type of bodies; where one is needed, its schema says so.
    if (text === '') {
      done(null, undefined);
      return;
    }
    parse(request, text, (error, body) => {
      if (error !== null || !hasRepeatedKey(text)) done(error, body);
      else done(new RepeatedKey());
    });
  });
}

const KEY_OR_BRACE = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}]/g;

/**
 * @param json must be valid
 * @returns true when an object names a field twice: `{"amount":"1","amount":"9"}` means one to one reader and the
 * other to the next.
 */
export function hasRepeatedKey(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, text = '', colon] of json.matchAll(KEY_OR_BRACE)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const key: string = text.includes('\\') ? JSON.parse(`"${text}"`) : text;
      const keys = open.at(-1);
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
  }
  return false;
}

class RepeatedKey extends Error {
  readonly statusCode = 400;
  constructor() {
    super('An object of the body names a field twice.');
    this.name = 'RepeatedKey';
  }
}
