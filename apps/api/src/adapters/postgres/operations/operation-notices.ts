import type pg from 'pg';
import type { PublicAddress } from '#domain/address/address';
import type { AccountVerifier } from '../../../ports/account-signatures.ts';
import { AccountChanged } from '../../../ports/accounts.ts';
import {
  type ClaimStep,
  OPERATION_TOPICS,
  type OperationNotices,
  type PendingNotification,
} from '../../../ports/operation-notices.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import { ACCOUNT, type AccountRow, signedAccountOf } from '../accounts/accounts.ts';
import {
  createReadPaymentMails,
  type ReadPaymentMails,
} from '../accounts/payment-mail-settings.ts';
import type { Nullable, RowOf } from '../connection/row-of.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import type { notificationSettings } from '../schema/notification-settings.ts';
import type { operations } from '../schema/operations.ts';
import type { outbox } from '../schema/outbox.ts';
import { CANCELLED_BECAUSE } from './operation-rows.ts';

type EndRow = RowOf<typeof outbox, 'id' | 'topic' | 'created_at'> & {
  readonly operation_id: string;
  readonly is_paid_in_part: boolean;
  readonly claim: ClaimStep | null;
} & Nullable<AccountRow> &
  Nullable<RowOf<typeof notificationSettings, 'wants_payment_mails' | 'changed_at' | 'seal'>> &
  Nullable<
    RowOf<
      typeof operations,
      'kind' | 'token_id' | 'amount' | 'arrived' | 'recipient' | 'cancel_reason'
    >
  >;

/** What an operation `o` was to a payment by link; null for any other operation. */
const CLAIM_STEP = `(
    select case when c.address = o.recipient then 'made' when c.user_id = o.user_id then 'returned' else 'claimed' end
    from claims c where (c.address = o.recipient and c.user_id = o.user_id) or c.address = o.account limit 1)`;

/** Notices that were stored with the end of an operation and have no channel yet. */
export const TAKE = statement<EndRow>(`
  with due as (
    select id from outbox
    where channel is null and sent_at is null and topic like 'operation-%' and (due_at is null or due_at <= $1)
    order by id limit $2 for update skip locked
  ), taken as (
    update outbox n set due_at = $3 from due where n.id = due.id
    returning n.id, n.topic, n.user_id as owner, n.created_at, n.content->>'operationId' as operation_id
  )
  select t.*, ${ACCOUNT}, s.wants_payment_mails, s.changed_at, s.seal,
    o.kind, o.token_id, o.amount, o.arrived, o.recipient, ${CANCELLED_BECAUSE} as cancel_reason,
    coalesce(o.status = 'replaced' and o.replaced_by ? 'isPaidInPart', false) as is_paid_in_part,
    ${CLAIM_STEP} as claim
  from taken t
  left join operations o on o.id = t.operation_id::uuid
  left join users u on u.id = t.owner
  left join wallets w on w.user_id = u.id
  left join notification_settings s on s.user_id = t.owner
  order by t.id`);

export const ADDRESS = statement(
  `update outbox set channel = 'email', recipient = $2, content = content || $3::jsonb, due_at = $4
   where id = $1 and channel is null and sent_at is null`,
);

export const DROP = statement(
  'update outbox set sent_at = $2 where id = $1 and channel is null and sent_at is null',
);

/** What notices trust beyond their rows. */
export interface NoticeTrust {
  readonly verifier: AccountVerifier;
  readonly sharedSeals: Pick<RowSeals, 'isSealed'>;
}

/** Ends of operations as rows of the outbox: stored by the repository, given a channel here, sent by the sender. */
export function createPostgresOperationNotices(
  { pool }: { readonly pool: pg.Pool },
  { verifier, sharedSeals }: NoticeTrust,
): OperationNotices {
  const trust = { verifier, readPaymentMails: createReadPaymentMails(sharedSeals) };
  return {
    async take(now, most, leaseMs) {
      const rows = await readAll(pool, TAKE, [now, most, new Date(now.getTime() + leaseMs)]);
      return rows.map((row) => pendingNotification(row, trust));
    },
    async address(noticeId, { to, content }, now) {
      await run(pool, ADDRESS, [noticeId, to, JSON.stringify(content), now]);
    },
    async drop(noticeId, now) {
      await run(pool, DROP, [noticeId, now]);
    },
  };
}

interface Trust {
  readonly verifier: AccountVerifier;
  readonly readPaymentMails: ReadPaymentMails;
}

function pendingNotification(row: EndRow, trust: Trust): PendingNotification {
  return {
    noticeId: row.id,
    topic: OPERATION_TOPICS.find((topic) => topic === row.topic) ?? null,
    operationId: row.operation_id,
    endedAt: row.created_at,
    cancelReason: row.cancel_reason,
    isPaidInPart: row.is_paid_in_part,
    reader: readerIn(row, trust),
    payment: paymentOf(row),
  };
}

function readerIn(
  row: EndRow,
  { verifier, readPaymentMails }: Trust,
): PendingNotification['reader'] {
  if (!hasAccount(row) || !readPaymentMails(row.user_id, row)) return null;
  try {
    const { email, name } = signedAccountOf(row, verifier);
    return { email, name };
  } catch (cause) {
    if (cause instanceof AccountChanged) return 'changed';
    throw cause;
  }
}

/** Both rows of an account are deleted together. */
function hasAccount(row: EndRow): row is EndRow & AccountRow {
  return row.user_id !== null && row.wallet_id !== null;
}

/** Anything not known to be public is treated as private; a send goes to a public address. */
function paymentOf({
  kind,
  token_id: tokenId,
  amount,
  arrived,
  recipient,
  claim,
}: EndRow): PendingNotification['payment'] {
  if (kind !== 'send' || tokenId === null || amount === null || recipient === null) return null;
  return {
    tokenId,
    amount: BigInt(amount),
    arrived: arrived === null ? null : BigInt(arrived),
    recipient: recipient as PublicAddress,
    claim,
  };
}
