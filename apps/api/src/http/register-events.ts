import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { events, type ServerEvent, serverEvent } from '#wire/events';
import { type CallSession, type Client, refuse, type SessionGuard } from '../application/call.ts';
import { sendRefusal } from './error-reply.ts';
import { readDevice } from './read-device.ts';
import type { CallGuards } from './register-call.ts';

/** Forwards events to connections. */
export interface EventSource {
  /** @returns how to stop; null when this user has too many connections already */
  listen(listener: {
    readonly userId: string;
    readonly sessionId: string;
    readonly publicAddress: string;
    notify(event: ServerEvent): void;
  }): (() => void) | null;
}

/** Below the idle timeout of proxies. */
const BEAT_MS = 20_000;
/** A reader this slow is hundreds of events behind: reading everything again is quicker. */
const MOST_WAITING_BYTES = 64 * 1024;
const RETRY_AFTER_S = 30;

/**
 * Registers the stream of server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). A
 * stream ends with its session, with its access token, and when its reader is too slow; the reader opens another.
 */
export function registerEvents(
  app: FastifyInstance,
  source: EventSource,
  guards: CallGuards,
): void {
  const open = new Set<PassThrough>();
  app.addHook('preClose', async () => {
    for (const stream of open) stream.end();
  });
  app.route({
    method: events.method,
    url: events.path,
    handler: async (request, reply) => openStream({ request, reply, guards, source, open }),
  });
}

interface Opening {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly guards: CallGuards;
  readonly source: EventSource;
  readonly open: Set<PassThrough>;
}

async function openStream({
  request,
  reply,
  guards,
  source,
  open,
}: Opening): Promise<FastifyReply> {
  const proven = readDevice(guards.verifyProof, request);
  if ('refused' in proven) return sendRefusal(reply, proven);
  const client = { ip: request.ip, device: proven.device };
  const authenticate = () => authenticateCall(guards.session, request, client);
  const session = await authenticate();
  if (session === null) return sendRefusal(reply, refuse('unauthorized'));
  const stream = new PassThrough();
  const stopListening = source.listen({ ...session, notify: (event) => write(stream, event) });
  if (stopListening === null) {
    stream.destroy();
    return sendRefusal(reply, refuse('too-many-requests', { retryAfter: RETRY_AFTER_S }));
  }
  open.add(stream);
  const beat = setInterval(() => void keepUp(stream, authenticate), BEAT_MS);
  stream.once('close', () => {
    clearInterval(beat);
    stopListening();
    open.delete(stream);
  });
  reply.raw.once('close', () => stream.destroy());
  return (
    reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no')
      // A connection that had a stream is not reused, and a stopping server does not wait for it.
      .header('connection', 'close')
      .send(stream)
  );
}

/** An open stream does not count as activity of its session: its user may be away. */
function authenticateCall(
  guard: SessionGuard,
  { headers }: FastifyRequest,
  client: Pick<Client, 'ip' | 'device'>,
): Promise<CallSession | null> {
  return guard({ authorization: headers.authorization, isBackground: true, client });
}

async function keepUp(
  stream: PassThrough,
  authenticate: () => Promise<CallSession | null>,
): Promise<void> {
  const session = await authenticate().catch(() => null);
  if (session === null) stream.end();
  else stream.write(': still here\n\n');
}

function write(stream: PassThrough, event: ServerEvent): void {
  if (stream.writableEnded || stream.destroyed) return;
  stream.write(`data: ${JSON.stringify(serverEvent.parse(event))}\n\n`);
  if (event.type === 'session-ended') stream.end();
  else if (stream.writableLength + stream.readableLength > MOST_WAITING_BYTES) stream.destroy();
}
