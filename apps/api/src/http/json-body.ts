import type { FastifyInstance, FastifyRequest } from 'fastify';
import { hashForProof } from './device-proof.ts';

const bodyHashByRequest = new WeakMap<FastifyRequest, string>();

/** @returns SHA-256 of the body in base64url; null without a body, and for a request without a proof to compare it with */
export function bodyHashOf(request: FastifyRequest): string | null {
  return bodyHashByRequest.get(request) ?? null;
}

const JSON_IN_UTF8 = /^application\/json(\s*;\s*charset\s*=\s*"?utf-8"?)?\s*$/i;

/**
 * Accepts only JSON bodies in UTF-8: other types are refused before they are read, so that no form on a foreign page
 * reaches a call.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>(JSON_IN_UTF8, { parseAs: 'string' }, (request, text, done) => {
    // A request without a body may still have a content type; where a body is required, the schema refuses it.
    if (text === '') {
      done(null, undefined);
      return;
    }
    if (request.headers.dpop !== undefined) bodyHashByRequest.set(request, hashForProof(text));
    parse(request, text, (error, body) => {
      if (error !== null || !hasRepeatedKey(text)) done(error, body);
      else done(new RepeatedKey());
    });
  });
}

const KEY_OR_BRACE = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|[{}]/g;

/**
 * @param json must be valid
 * @returns true when an object repeats a field: parsers disagree on what `{"amount":"1","amount":"9"}` means.
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
    super('An object of the body repeats a field.');
    this.name = 'RepeatedKey';
  }
}
