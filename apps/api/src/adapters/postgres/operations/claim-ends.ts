import type pg from 'pg';
import type { AccountVerifier } from '../../../ports/account-signatures.ts';
import type { ClaimEnd, ClaimEnds } from '../../../ports/claim-ends.ts';
import type { Notice } from '../../../ports/outbox.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import { ACCOUNT, type AccountRow, signedAccountOrNull } from '../accounts/accounts.ts';
import { insertNotices } from '../accounts/notices.ts';
import {
  CHOICES,
  type ChoicesRow,
  createReadChoices,
  type ReadChoices,
} from '../accounts/notification-choices.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import { markPushes } from '../notifications/push-marks.ts';
import { IS_FREE } from './claim-end.ts';

type EndRow = AccountRow & ChoicesRow & { readonly claim_id: string; readonly funding_id: string };

const MOST = 100;

/** Claims `c` with the operation `f` that set their money aside and their senders, whom others may be telling. */
const endsWhere = (condition: string) => `
  select c.id as claim_id, f.id as funding_id, ${ACCOUNT}, ${CHOICES}
  from claims c
  join operations f on f.user_id = c.user_id and f.idempotency_key = c.funding_key
  join users u on u.id = c.user_id
  join wallets w on w.user_id = u.id
  left join notification_settings s on s.user_id = u.id
  where ${condition}
  order by c.expires_at, c.id limit ${MOST} for update of c skip locked`;

/** Values: $1 now. */
export const FIND_EXPIRED = statement<EndRow>(
  endsWhere(`c.expiry_notified_at is null and c.expires_at <= $1 and ${IS_FREE}
    and f.status in ('mined', 'confirmed')`),
);

export const FIND_CLAIMED = statement<EndRow>(
  endsWhere(`c.claim_notified_at is null and exists (
    select 1 from operations e where e.id = c.operation_id and e.status = 'confirmed' and e.user_id <> c.user_id)`),
);

export const MARK_EXPIRED = statement(
  'update claims set expiry_notified_at = $2 where id = any($1::uuid[])',
);

/** None of them can expire any more. */
export const MARK_CLAIMED = statement(
  `update claims set claim_notified_at = $2, expiry_notified_at = coalesce(expiry_notified_at, $2)
   where id = any($1::uuid[])`,
);

/** Of what they took back, senders get no email; marked, nothing looks for it again. Values: $1 now. */
export const MARK_RETURNED = statement(`
  update claims c set claim_notified_at = $1, expiry_notified_at = coalesce(c.expiry_notified_at, $1)
  from operations e
  where e.id = c.operation_id and c.claim_notified_at is null and e.status = 'confirmed' and e.user_id = c.user_id`);

/** What the mails trust beyond their rows. */
export interface ClaimEndTrust {
  readonly verifier: AccountVerifier;
  readonly sharedSeals: Pick<RowSeals, 'isSealed'>;
}

/** An account that something else changed gets no email: its address may be someone else's. */
export function createPostgresClaimEnds(
  { pool }: { readonly pool: pg.Pool },
  { verifier, sharedSeals }: ClaimEndTrust,
): ClaimEnds {
  const trust = { verifier, readChoices: createReadChoices(sharedSeals) };
  return {
    announce: (now, contentOf) =>
      inTransaction(pool, async (connection) => {
        await run(connection, MARK_RETURNED, [now]);
        const expired = await readAll(connection, FIND_EXPIRED, [now]);
        const claimed = await readAll(connection, FIND_CLAIMED);
        const notices = [
          ...expired.flatMap((row) => noticesOf(row, 'claim-expired', { ...trust, contentOf })),
          ...claimed.flatMap((row) => noticesOf(row, 'claim-claimed', { ...trust, contentOf })),
        ];
        await mark(connection, { expired, claimed, now });
        await insertNotices(connection, notices, now);
        await markPushes(connection, wokenBy([...expired, ...claimed], trust), now);
        return expired.length + claimed.length;
      }),
  };
}

function wokenBy(
  rows: readonly EndRow[],
  { readChoices }: Pick<Composing, 'readChoices'>,
): readonly string[] {
  return rows.filter((row) => readChoices(row.user_id, row).links.push).map((row) => row.user_id);
}

interface Decided {
  readonly expired: readonly EndRow[];
  readonly claimed: readonly EndRow[];
  readonly now: Date;
}

async function mark(connection: Queryable, { expired, claimed, now }: Decided): Promise<void> {
  const ids = (rows: readonly EndRow[]) => rows.map(({ claim_id }) => claim_id);
  if (expired.length > 0) await run(connection, MARK_EXPIRED, [ids(expired), now]);
  if (claimed.length > 0) await run(connection, MARK_CLAIMED, [ids(claimed), now]);
}

interface Composing {
  readonly verifier: AccountVerifier;
  readonly readChoices: ReadChoices;
  readonly contentOf: (end: ClaimEnd) => Readonly<Record<string, string>>;
}

/** @returns the mail to a sender; none to one who wants none */
function noticesOf(
  row: EndRow,
  topic: ClaimEnd['topic'],
  { verifier, readChoices, contentOf }: Composing,
): readonly Notice[] {
  if (!readChoices(row.user_id, row).links.email) return [];
  const account = signedAccountOrNull(row, verifier);
  if (account === null) return [];
  const { userId, name, email } = account;
  const content = contentOf({ topic, name, operationId: row.funding_id });
  return [
    {
      ...({ topic, channel: 'email', recipient: email } as const),
      ...{ userId, content, secret: null, expiresAt: null },
    },
  ];
}
