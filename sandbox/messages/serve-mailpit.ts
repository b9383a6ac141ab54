import * as z from 'zod/mini';
import { type Message, summaryOf } from './message.ts';
import type { MessageStore } from './message-store.ts';
import { notFound, type Reply } from './serve.ts';

const deletion = z.object({ IDs: z.optional(z.array(z.string())) });
const MOST_LISTED = 500;
const LISTED = 50;

/** Implements the part of Mailpit's API that is needed here (https://mailpit.axllent.org/docs/api-v1/). */
export async function serveMailpit(
  store: MessageStore,
  { method, url, body }: { readonly method: string; readonly url: URL; readonly body: string },
): Promise<Reply> {
  const path = url.pathname;
  if (method === 'DELETE' && path === '/api/v1/messages') return remove(store, body);
  if (method !== 'GET') return notFound;
  if (path === '/api/v1/messages') return list(store.list(), store, url);
  if (path === '/api/v1/search') {
    const found = search(store.list(), url.searchParams.get('query') ?? '');
    return list(found, store, url);
  }
  const id = /^\/api\/v1\/message\/([\w-]+)$/.exec(path)?.[1];
  const message = id === 'latest' ? (store.list()[0] ?? null) : id ? store.find(id) : null;
  return message === null ? notFound : { status: 200, body: { ...message, Date: message.Created } };
}

/** Without a body, or with an empty list, all messages are removed. */
async function remove(store: MessageStore, body: string): Promise<Reply> {
  const parsed = deletion.safeParse(body === '' ? {} : parseJson(body));
  if (!parsed.success) return { status: 400, body: { Error: 'Not a list of IDs' } };
  const ids = parsed.data.IDs ?? [];
  await store.remove(ids.length === 0 ? null : new Set(ids));
  return { status: 200, body: 'ok' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @returns the messages that match every word of a query: `to:`, `from:`, `subject:`, `tag:` or plain text */
export function search(messages: readonly Message[], query: string): readonly Message[] {
  const words = query.match(/(?:\w+:)?(?:"[^"]*"|\S+)/g) ?? [];
  return messages.filter((message) => words.every((word) => fits(message, word)));
}

function fits(message: Message, word: string): boolean {
  const [, field = '', value = ''] = /^(?:(to|from|subject|tag):)?"?([^"]*)"?$/i.exec(word) ?? [];
  const wanted = value.toLowerCase();
  const has = (text: string) => text.toLowerCase().includes(wanted);
  switch (field.toLowerCase()) {
    case 'to':
      return [...message.To, ...message.Cc, ...message.Bcc].some(({ Address }) => has(Address));
    case 'from':
      return has(message.From.Address);
    case 'subject':
      return has(message.Subject);
    case 'tag':
      return message.Tags.includes(wanted);
    default:
      return has(`${message.Subject}\n${message.Text}`);
  }
}

function list(messages: readonly Message[], store: MessageStore, url: URL): Reply {
  const start = wholeNumber(url.searchParams.get('start'), 0);
  const limit = Math.min(wholeNumber(url.searchParams.get('limit'), LISTED), MOST_LISTED);
  const total = store.list().length;
  return {
    status: 200,
    body: {
      total,
      unread: total,
      count: Math.min(limit, Math.max(0, messages.length - start)),
      messages_count: messages.length,
      start,
      tags: ['sms'],
      messages: messages.slice(start, start + limit).map(summaryOf),
    },
  };
}

function wholeNumber(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,6}$/.test(text) ? Number.parseInt(text, 10) : otherwise;
}
