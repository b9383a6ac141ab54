import { randomUUID } from 'node:crypto';

/** A message as the service took it: there is nothing else in it. */
export interface PushMessage {
  readonly endpoint: string;
  readonly at: string;
  readonly ttl: string;
  readonly urgency: string | null;
  readonly topic: string | null;
  /** How long its body was, bytes. */
  readonly bodyBytes: number;
  /** Who sent it, as `sub` of its token says. */
  readonly subject: string;
}

/** What a browser has, from its maker. */
export interface PushSubscription {
  readonly id: string;
  /** The only key that may send to it, P-256 uncompressed as base64url. */
  readonly key: string;
  /** What it responds with instead of taking a message; null for taking it. */
  status: number | null;
  /** Where a redirect leads to. */
  location: string | null;
}

/** The subscriptions and messages of one run; nothing is stored. */
export interface PushStore {
  subscribe(key: string): PushSubscription;
  find(id: string): PushSubscription | null;
  add(message: PushMessage): void;
  /** Oldest first. */
  messages(): readonly PushMessage[];
}

const MOST = 1_000;

export function createPushStore(): PushStore {
  const subscriptions = new Map<string, PushSubscription>();
  const messages: PushMessage[] = [];
  return {
    subscribe(key) {
      const subscription = { id: randomUUID(), key, status: null, location: null };
      subscriptions.set(subscription.id, subscription);
      return subscription;
    },
    find: (id) => subscriptions.get(id) ?? null,
    add(message) {
      messages.push(message);
      if (messages.length > MOST) messages.shift();
    },
    messages: () => messages,
  };
}
