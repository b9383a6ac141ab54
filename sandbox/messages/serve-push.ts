import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import type { PushStore, PushSubscription } from './push-store.ts';
import { readVapid } from './read-vapid.ts';
import { notFound, type Reply } from './serve.ts';

const subscribing = z.strictObject({ applicationServerKey: z.string() });
const behaving = z.strictObject({
  status: z.nullable(z.int()),
  location: z.optional(z.string()),
});

/** @returns true when a path belongs to the service of push messages */
export function isPushPath(path: string): boolean {
  return path === '/push' || path.startsWith('/push/');
}

/**
 * A service of push messages (RFC 8030) that verifies who sends them (RFC 8292). In place of a browser, tests subscribe
 * with `POST /push/subscriptions`, say how a subscription behaves with `POST /push/subscriptions/ID`, and read what it
 * got from `GET /push/messages`.
 */
export function servePush(
  store: PushStore,
  request: {
    readonly method: string;
    readonly url: URL;
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
    /** Of this service. */
    readonly origin: string;
  },
): Reply {
  const { method, url, body, origin } = request;
  const [, first = '', id = ''] = /^\/push\/([\w-]+)(?:\/([\w-]+))?$/.exec(url.pathname) ?? [];
  if (method === 'GET' && first === 'messages') return list(store, url);
  if (method !== 'POST') return notFound;
  if (first !== 'subscriptions') return take(store, request, first);
  if (id === '') return subscribe(store, origin, body);
  return behave(store.find(id), body);
}

function subscribe(store: PushStore, origin: string, body: string): Reply {
  const wanted = subscribing.safeParse(jsonOf(body));
  if (!wanted.success) return { status: 400, body: { Error: 'Not a subscription' } };
  const { id } = store.subscribe(wanted.data.applicationServerKey);
  return { status: 201, body: { endpoint: `${origin}/push/${id}` } };
}

function behave(subscription: PushSubscription | null, body: string): Reply {
  const wanted = behaving.safeParse(jsonOf(body));
  if (subscription === null) return notFound;
  if (!wanted.success) return { status: 400, body: { Error: 'Not a status' } };
  subscription.status = wanted.data.status;
  subscription.location = wanted.data.location ?? null;
  return { status: 200, body: {} };
}

function list(store: PushStore, url: URL): Reply {
  const endpoint = url.searchParams.get('endpoint');
  const all = store.messages();
  const messages = all.filter((each) => endpoint === null || each.endpoint === endpoint);
  return { status: 200, body: { messages } };
}

function take(
  store: PushStore,
  { headers, body, origin }: Parameters<typeof servePush>[1],
  id: string,
): Reply {
  const subscription = store.find(id);
  if (subscription === null) return notFound;
  if (subscription.status !== null) return asSet(subscription);
  const { key } = subscription;
  const vapid = readVapid(headers.authorization, { origin, key, now: new Date() });
  if ('refused' in vapid) return { status: 403, body: { Error: vapid.refused } };
  const { ttl, urgency, topic } = headers;
  if (!/^\d+$/.test(`${ttl ?? ''}`)) return { status: 400, body: { Error: 'There is no TTL' } };
  const endpoint = `${origin}/push/${id}`;
  store.add({
    ...{ endpoint, at: new Date().toISOString(), ttl: `${ttl}`, subject: vapid.subject },
    ...{ urgency: textOf(urgency), topic: textOf(topic), bodyBytes: Buffer.byteLength(body) },
  });
  return { status: 201, body: '', headers: { location: `${origin}/push/messages` } };
}

function asSet({ status, location }: PushSubscription): Reply {
  return { status: status ?? 500, body: {}, headers: location === null ? {} : { location } };
}

function textOf(header: string | string[] | undefined): string | null {
  return header === undefined ? null : `${header}`;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
