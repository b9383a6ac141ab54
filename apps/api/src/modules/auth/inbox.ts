import type { inbox } from '#wire/auth/inbox';
import type { Handler } from '../../application/call.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Inbox } from '../../ports/inbox.ts';

export interface InboxPorts {
  readonly inbox: Inbox;
  readonly clock: Pick<Clock, 'now'>;
}

/** Reads up to when the caller has read their inbox. */
export function createInbox({ inbox: stored, clock }: InboxPorts): Handler<typeof inbox> {
  return async ({ session }) => inboxView(await stored.readUntil(session.userId, clock.now()));
}

/** @returns the response of both calls of the inbox */
export function inboxView(readUntil: Date | null) {
  return { data: { readUntil: readUntil?.toISOString() ?? null } };
}
