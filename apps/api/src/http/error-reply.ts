import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#wire/error-body';
import { statusByCode } from '#wire/error-statuses';
import { type ErrorCode, sentenceByCode } from '#wire/errors';
import type { Refusal } from '../application/call.ts';
import { isDatabaseAway } from './is-database-away.ts';

const codeByReply = new WeakMap<FastifyReply, ErrorCode>();

/** @returns the code that a request was refused with; undefined for a success */
export function refusalOf(reply: FastifyReply): ErrorCode | undefined {
  return codeByReply.get(reply);
}

/** Sends a refusal: status and sentence come from the tables, unless the refusal has a sentence of its own. */
export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { refused: code, sentence, operationId, retryAfter, work, approval } = refusal;
  codeByReply.set(reply, code);
  const body: ErrorBody = {
    error: sentence ?? sentenceByCode[code],
    code,
    ...(operationId === undefined ? {} : { operationId }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(work === undefined ? {} : { work }),
    ...(approval === undefined ? {} : { approval }),
  };
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  if (statusByCode[code] === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(statusByCode[code]).send(body);
}

/** Responds to Fastify's own refusals; any other error is a broken promise: logged, and reported without detail. */
export function handleError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const code = codeOf(error);
  if (code === 'internal') request.log.error({ err: error }, 'a request failed');
  if (code === 'account-changed') request.log.error({ err: error }, 'an account was changed');
  if (code !== 'not-ready') return sendRefusal(reply, { refused: code });
  const who = error.name === 'RecoveryUnavailable' ? 'account recovery' : 'the database';
  request.log.warn({ err: error }, `${who} does not respond`);
  return sendRefusal(reply, { refused: code, sentence: AWAY, retryAfter: AWAY_RETRY_S });
}

const AWAY = 'We can’t reach your wallet right now. Try again in a moment.';
const AWAY_RETRY_S = 3;

function codeOf(error: FastifyError): ErrorCode {
  if (error.name === 'RecoveryUnavailable' || isDatabaseAway(error)) return 'not-ready';
  if (error.name === 'AccountChanged') return 'account-changed';
  if (error.name === 'ChainUnavailable') return 'chain-unavailable';
  switch (error.statusCode) {
    case 413:
      return 'body-too-large';
    case 415:
      return 'unsupported-media-type';
    case 404:
      return 'not-found';
    case 405:
      return 'method-not-allowed';
    case 429:
      return 'too-many-requests';
    case undefined:
      return 'internal';
    default:
      return error.statusCode < 500 ? 'bad-request' : 'internal';
  }
}
