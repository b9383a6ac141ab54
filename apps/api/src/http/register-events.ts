import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { events, type ServerEvent, serverEvent } from '#wire/events';
import { type CallSession, refuse, type SessionGuard } from '../application/call.ts';
import { sendRefusal } from './error-reply.ts';
import type { CallGuards } from './register-call.ts';

/** Whoever passes news on to connections. */
export interface EventSource {
  /** @returns how to stop; null when this user has too many connections already */
  listen(listener: {
    readonly userId: string;
    readonly sessionId: string;
    readonly publicAddress: string;
    notify(event: ServerEvent): void;
  }): (() => void) | null;
}

/** Below what proxies wait for in silence. */
const BEAT_MS = 20_000;
/** Who reads so slowly is behind by hundreds of events: reading all again is quicker. */
const MOST_WAITING_BYTES = 64 * 1024;
const RETRY_AFTER_S = 30;

/**
 * Registers the line of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). A line
 * ends with its session, with its access token, and when its reader is too slow; the reader opens another.
 */
export function registerEvents(
  app: FastifyInstance,
  source: EventSource,
  guards: CallGuards,
): void {
  const open = new Set<PassThrough>();
  app.addHook('preClose', async () => {
    for (const line of open) line.end();
  });
  app.route({
    method: events.method,
    url: events.path,
    handler: async (request, reply) => openLine({ request, reply, guards, source, open }),
  });
}

interface Opening {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly guards: CallGuards;
  readonly source: EventSource;
  readonly open: Set<PassThrough>;
}

async function openLine({ request, reply, guards, source, open }: Opening): Promise<FastifyReply> {
  const session = await authenticateCall(guards.session, request);
  if (session === null) return sendRefusal(reply, refuse('unauthorized'));
  const line = new PassThrough();
  const stopListening = source.listen({ ...session, notify: (event) => write(line, event) });
  if (stopListening === null) {
    line.destroy();
    return sendRefusal(reply, refuse('too-many-requests', { retryAfter: RETRY_AFTER_S }));
  }
  open.add(line);
  const beat = setInterval(() => void keepUp(line, guards.session, request), BEAT_MS);
  line.once('close', () => {
    clearInterval(beat);
    stopListening();
    open.delete(line);
  });
  reply.raw.once('close', () => line.destroy());
  return (
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no')
      // A connection that had a line is of no further use, and a server that stops does not wait for it.
      .header('connection', 'close')
      .send(line)
  );
}

/** An open line does not keep a session awake: nobody may be there to read it. */
function authenticateCall(
  guard: SessionGuard,
  { headers }: FastifyRequest,
): Promise<CallSession | null> {
  return guard({ authorization: headers.authorization, isBackground: true });
}

async function keepUp(
  line: PassThrough,
  guard: SessionGuard,
  request: FastifyRequest,
): Promise<void> {
  const session = await authenticateCall(guard, request).catch(() => null);
  if (session === null) line.end();
  else line.write(': still here\n\n');
}

function write(line: PassThrough, event: ServerEvent): void {
  if (line.writableEnded || line.destroyed) return;
  line.write(`data: ${JSON.stringify(serverEvent.parse(event))}\n\n`);
  if (event.type === 'session-ended') line.end();
  else if (line.writableLength + line.readableLength > MOST_WAITING_BYTES) line.destroy();
}
