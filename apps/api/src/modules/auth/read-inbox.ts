import type { readInbox } from '#wire/auth/read-inbox';
import type { Handler } from '../../application/call.ts';
import { type InboxPorts, inboxView } from './inbox.ts';

/** Stores up to when the caller has read their inbox. */
export function createReadInbox({ inbox, clock }: InboxPorts): Handler<typeof readInbox> {
  return async ({ session, body }) =>
    inboxView(await inbox.read(session.userId, new Date(body.until), clock.now()));
}
