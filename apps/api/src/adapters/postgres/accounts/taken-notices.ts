import { languageNamed } from '#language/languages';
import { CODE_TOPICS, type NoticeTopic, type TakenNotice } from '../../../ports/outbox.ts';
import type { Held, Nullable, RowOf } from '../connection/row-of.ts';
import type { users } from '../schema/accounts.ts';
import type { outbox } from '../schema/outbox.ts';

/** Only notices with a channel are claimed, and those have a recipient too. */
export type NoticeRow = RowOf<
  typeof outbox,
  'id' | 'user_id' | 'content' | 'secret' | 'expires_at' | 'created_at' | 'attempts'
> &
  Held<RowOf<typeof outbox, 'channel' | 'recipient'>> &
  Nullable<RowOf<typeof users, 'language'>> & { readonly topic: NoticeTopic };

const TAKEN = `o.id, topic, channel, recipient, user_id, content, expires_at, created_at,
  attempts - 1 as attempts, (select language from users u where u.id = o.user_id) as language`;

const TAKE_DUE = `update outbox o set due_at = $3, attempts = attempts + 1 from due where o.id = due.id
  returning ${TAKEN}`;

const dueWhere = (condition: string) => `
    select id from outbox where sent_at is null and channel is not null and due_at <= $1 and ${condition}
    order by due_at, id limit $2 for update skip locked`;

/**
 * The text of a statement that claims notices; its values are those of `takeValues`.
 * @param condition on the topic, where $4 are the topics that have codes
 */
export const takeWhere = (condition: string) => `
  with due as (${dueWhere(condition)})
  ${TAKE_DUE}`;

/** `takeWhere`, with steps that read `taken`, the notices that were claimed. */
export const takeAlso = (condition: string, step: string) => `
  with due as (${dueWhere(condition)}), taken as (${TAKE_DUE}), ${step}
  select * from taken`;

/** @returns now, the limit, the end of the lease, and the topics that have codes */
export function takeValues(now: Date, most: number, leaseMs: number): readonly unknown[] {
  return [now, most, new Date(now.getTime() + leaseMs), CODE_TOPICS];
}

/** @returns the notices of claimed rows, oldest first */
export function takenNotices(rows: readonly NoticeRow[]): readonly TakenNotice[] {
  return rows.map(takenNotice).sort((one, other) => Number(BigInt(one.id) - BigInt(other.id)));
}

function takenNotice(row: NoticeRow): TakenNotice {
  return {
    id: row.id,
    topic: row.topic,
    channel: row.channel,
    recipient: row.recipient,
    userId: row.user_id,
    content: row.content,
    secret: row.secret,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    attempts: row.attempts,
    language: languageNamed(row.language ?? row.content.language),
  };
}
