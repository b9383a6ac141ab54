import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { ErrorBody } from '#wire/error-body';
import { sentenceByCode } from '#wire/errors';
import { sendRefusal } from './error-reply.ts';
import { type SecurityConfig, securityHeaders } from './security-headers.ts';

const NOT_UNDERSTOOD: ErrorBody = { error: sentenceByCode['bad-request'], code: 'bad-request' };
/** By the error code of node:http; anything else that is not HTTP is 400. */
const statusByError = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
]);

/** Responds to what is refused before routing, with the body and the headers of every other refusal. */
export function unroutedRefusals(
  security: SecurityConfig,
): Required<Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'>> {
  const headers = { ...securityHeaders(security), 'cache-control': 'no-store' };
  return {
    /** An address that cannot be decoded, or is too long. */
    frameworkErrors: (_error, _request: FastifyRequest, reply: FastifyReply) => {
      sendRefusal(reply.headers(headers), { refused: 'bad-request' });
    },
    /** What is not HTTP, or arrives too slowly. */
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy();
        return;
      }
      const status = statusByError.get(error.code) ?? 400;
      socket.end(rawResponse(status, headers), () => socket.destroy());
    },
  };
}

function rawResponse(status: number, headers: Readonly<Record<string, string>>): string {
  const body = JSON.stringify(NOT_UNDERSTOOD);
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
