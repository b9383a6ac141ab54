import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyContract } from '#wire/contract';
import { WORK_HEADER } from '#wire/error-body';
import { APPROVAL_HEADER } from '#wire/security/approval';
import {
  type Call,
  type CallSession,
  type Client,
  type Refusal,
  refuse,
  type ServedCall,
  type SessionGuard,
} from '../application/call.ts';
import { tooMany } from '../application/too-many-requests.ts';
import { acceptedLanguage } from './accepted-language.ts';
import type { VerifyProof } from './device-proof.ts';
import { sendRefusal } from './error-reply.ts';
import { type MinuteCounter, TOO_MANY_REQUESTS } from './flood-guard.ts';
import { readDevice } from './read-device.ts';

/** The checks that every call passes before it reaches its handler. */
export interface CallGuards {
  readonly session: SessionGuard;
  readonly verifyProof: VerifyProof;
  /** Counts the money requests of a user. */
  readonly takeMoneyCall: MinuteCounter;
}

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;
const LONGEST_USER_AGENT = 256;
/** More than a token and a result of 1024 bits. */
const LONGEST_WORK = 400;
/** More than the assertion of any authenticator. */
const LONGEST_APPROVAL = 8_000;
const RESPOND_ASYNC = 'respond-async';
const ACCEPTED = 202;

/**
 * Registers one call: request and response go through the contract's schemas, so that a handler sees only valid
 * input and returns only what the contract promises.
 */
export function registerCall(app: FastifyInstance, call: ServedCall, guards: CallGuards): void {
  const { contract, handle } = call;
  app.route({
    method: contract.method,
    url: contract.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    handler: async (request, reply) => {
      const read = await readCall(contract, request, guards);
      if ('refused' in read) return sendRefusal(reply, read);
      const outcome = await handle(read as unknown as Call<AnyContract>);
      if (isToBeSigned(outcome)) reply.status(ACCEPTED);
      if (read.respondAsync) reply.header('preference-applied', RESPOND_ASYNC);
      return isRefusal(outcome)
        ? sendRefusal(reply, outcome)
        : sendResponse(contract, reply, outcome);
    },
  });
}

interface ReadCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly session: CallSession | undefined;
  readonly idempotencyKey: string | undefined;
  readonly respondAsync: boolean;
  readonly client: Client;
}

async function readCall(
  contract: AnyContract,
  request: FastifyRequest,
  guards: CallGuards,
): Promise<ReadCall | Refusal> {
  const proven = readDevice(guards.verifyProof, request);
  if ('refused' in proven) return proven;
  const client = {
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT),
    device: proven.device,
    work: shortHeader(request, WORK_HEADER, LONGEST_WORK),
    approval: shortHeader(request, APPROVAL_HEADER, LONGEST_APPROVAL),
    language: acceptedLanguage(request.headers['accept-language']),
  };
  const session =
    contract.access === 'session'
      ? await authenticateCall(guards.session, request, client)
      : undefined;
  if (session === null) return refuse('unauthorized');
  const params = contract.params?.safeParse(request.params);
  const query = contract.query?.safeParse(request.query);
  const body = contract.body?.safeParse(request.body);
  if ([params, query, body].some((part) => part?.success === false)) return refuse('bad-request');
  const key = request.headers['idempotency-key'];
  const needsKey = contract.needsIdempotencyKey === true;
  if (needsKey && (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))) {
    return refuse('idempotency-key-missing');
  }
  const retryAfter = needsKey ? guards.takeMoneyCall(session?.userId ?? '') : 0;
  if (retryAfter > 0) return tooMany(retryAfter, TOO_MANY_REQUESTS);
  return {
    params: params?.data,
    query: query?.data,
    body: body?.data,
    session,
    idempotencyKey: needsKey ? String(key) : undefined,
    respondAsync: contract.canRespondAsync === true && prefers(request, RESPOND_ASYNC),
    client,
  };
}

/** What is longer cannot be right, and nothing else needs to know its length. */
function shortHeader({ headers }: FastifyRequest, name: string, longest: number): string | null {
  const value = headers[name];
  return typeof value === 'string' && value.length <= longest ? value : null;
}

/** One header may contain several preferences, and some have parameters (RFC 7240). */
function prefers({ headers }: FastifyRequest, preference: string): boolean {
  const preferences = [headers.prefer ?? []].flat().join(',').split(',');
  return preferences.some((each) => each.split(';')[0]?.trim().toLowerCase() === preference);
}

function authenticateCall(
  guard: SessionGuard,
  { headers }: FastifyRequest,
  client: Client,
): Promise<CallSession | null> {
  const { authorization } = headers;
  return guard({ authorization, isBackground: headers['x-background'] === '1', client });
}

/** Nothing happens before its owner signs it. */
function isToBeSigned(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && 'toSign' in outcome;
}

function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome;
}

/** Fields that the schema does not define are left out, so that nothing leaves the server by accident. */
function sendResponse(contract: AnyContract, reply: FastifyReply, outcome: unknown): FastifyReply {
  return reply
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(contract.response.parse(outcome)));
}
