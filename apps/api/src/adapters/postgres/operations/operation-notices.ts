import type pg from 'pg';
import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import type { AccountVerifier } from '../../../ports/account-signatures.ts';
import { AccountChanged } from '../../../ports/accounts.ts';
import type { Arrived } from '../../../ports/arrivals.ts';
import {
  type ClaimStep,
  type FinishedNotification,
  OPERATION_TOPICS,
  type OperationNotices,
  type PendingNotification,
} from '../../../ports/operation-notices.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import { ACCOUNT, type AccountRow, signedAccountOf } from '../accounts/accounts.ts';
import { CHOICES, type ChoicesRow, type ReadChoices } from '../accounts/notification-choices.ts';
import type { Nullable, RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { type ArrivalTrust, arrivalTrust, noteArrival } from '../notifications/arrival-notices.ts';
import { markPushes } from '../notifications/push-marks.ts';
import type { operations } from '../schema/operations.ts';
import type { outbox } from '../schema/outbox.ts';
import { CANCELLED_BECAUSE } from './operation-rows.ts';

type EndRow = RowOf<typeof outbox, 'id' | 'topic' | 'created_at'> & {
  readonly operation_id: string;
  readonly owner: string | null;
  readonly is_paid_in_part: boolean;
  readonly claim: ClaimStep | null;
} & Nullable<AccountRow> &
  ChoicesRow &
  Nullable<
    RowOf<
      typeof operations,
      'kind' | 'token_id' | 'amount' | 'arrived' | 'recipient' | 'cancel_reason'
    >
  >;

/** What an operation `o` was to a payment by link; null for any other operation. */
const CLAIM_STEP = `(
    select case when c.address = o.recipient then 'made' when c.user_id = o.user_id then 'returned' else 'claimed' end
    from claims c where (c.address = o.recipient and c.user_id = o.user_id) or c.address in (o.account, o.private_address)
    limit 1)`;

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
  select t.*, ${ACCOUNT}, ${CHOICES},
    o.kind, o.token_id, o.amount, o.arrived, o.recipient, ${CANCELLED_BECAUSE} as cancel_reason,
    coalesce(o.status = 'replaced' and o.replaced_by ? 'isPaidInPart', false) as is_paid_in_part,
    ${CLAIM_STEP} as claim
  from taken t
  left join operations o on o.id = t.operation_id::uuid
  left join users u on u.id = t.owner
  left join wallets w on w.user_id = u.id
  left join notification_settings s on s.user_id = t.owner
  order by t.id`);

type RecipientRow = AccountRow & ChoicesRow;

export const FIND_RECIPIENT = statement<RecipientRow>(`
  select ${ACCOUNT}, ${CHOICES} from wallets w join users u on u.id = w.user_id
  left join notification_settings s on s.user_id = u.id where w.private_address = $1`);

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
  const arrivals = arrivalTrust({ verifier, sharedSeals });
  const trust = { verifier, readChoices: arrivals.readChoices };
  return {
    async take(now, most, leaseMs) {
      const rows = await readAll(pool, TAKE, [now, most, new Date(now.getTime() + leaseMs)]);
      return rows.map((row) => pendingNotification(row, trust));
    },
    finish: (notification, finished, now) =>
      inTransaction(pool, (connection) =>
        finish(connection, { notification, finished }, { ...arrivals, now }),
      ),
    async drop(noticeId, now) {
      await run(pool, DROP, [noticeId, now]);
    },
  };
}

/** Someone else who ended it already notified everyone. */
async function finish(
  connection: Queryable,
  { notification, finished }: Finishing,
  trust: Omit<ArrivalTrust, 'contentOf'> & { readonly now: Date },
): Promise<void> {
  const { noticeId, wakes } = notification;
  const { mail, contentOf } = finished;
  const isFirst =
    mail === null
      ? await run(connection, DROP, [noticeId, trust.now])
      : await run(connection, ADDRESS, [
          ...[noticeId, mail.to, JSON.stringify(mail.content), trust.now],
        ]);
  if (isFirst === 0) return;
  const recipient = await recipientOf(connection, notification);
  const isWoken =
    recipient !== null &&
    (await noteArrival(
      connection,
      { row: recipient, arrived: ONE_PRIVATELY },
      { ...trust, contentOf },
    ));
  const woken = [wakes, isWoken ? recipient.user_id : null].flatMap((each) => each ?? []);
  await markPushes(connection, woken, trust.now);
}

interface Finishing {
  readonly notification: PendingNotification;
  readonly finished: FinishedNotification;
}

const ONE_PRIVATELY: Arrived = { units: new Map(), privateCount: 1 };

/** @returns another user who was paid in private; null for anyone else */
async function recipientOf(
  connection: Queryable,
  { paidPrivately, maker }: PendingNotification,
): Promise<RecipientRow | null> {
  if (paidPrivately === null) return null;
  const row = await readFirst(connection, FIND_RECIPIENT, [paidPrivately]);
  return row?.user_id === maker ? null : row;
}

interface Trust {
  readonly verifier: AccountVerifier;
  readonly readChoices: ReadChoices;
}

function pendingNotification(row: EndRow, trust: Trust): PendingNotification {
  return {
    noticeId: row.id,
    topic: OPERATION_TOPICS.find((topic) => topic === row.topic) ?? null,
    operationId: row.operation_id,
    maker: row.owner,
    wakes: wokenBy(row, trust),
    paidPrivately: row.kind === 'internal-transfer' && isConfirmed(row) ? privateIn(row) : null,
    endedAt: row.created_at,
    cancelReason: row.cancel_reason,
    isPaidInPart: row.is_paid_in_part,
    reader: readerIn(row, trust),
    claim: row.claim,
    payment: paymentOf(row),
  };
}

/** A swap is several operations, whose ends are no news. */
function wokenBy({ owner, kind, ...row }: EndRow, { readChoices }: Trust): string | null {
  if (owner === null || kind === null || kind === 'swap') return null;
  return readChoices(owner, row).payments.push ? owner : null;
}

function isConfirmed({ topic }: EndRow): boolean {
  return topic === 'operation-confirmed';
}

function privateIn({ recipient }: EndRow): PrivateAddress | null {
  return recipient?.startsWith('0zk') ? (recipient as PrivateAddress) : null;
}

function readerIn(row: EndRow, { verifier, readChoices }: Trust): PendingNotification['reader'] {
  if (!hasAccount(row) || !readChoices(row.user_id, row).payments.email) return null;
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
}: EndRow): PendingNotification['payment'] {
  if (kind !== 'send' || tokenId === null || amount === null || recipient === null) return null;
  return {
    tokenId,
    amount: BigInt(amount),
    arrived: arrived === null ? null : BigInt(arrived),
    recipient: recipient as PublicAddress,
  };
}
