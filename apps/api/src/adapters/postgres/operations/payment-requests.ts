import type pg from 'pg';
import type { TransactionHash } from '#domain/address/address';
import type { PaymentRequestTerms } from '#domain/payment-request/payment-request';
import type { LinkSeals } from '../../../ports/link-seals.ts';
import type {
  NewPaymentRequest,
  OwnPaymentRequest,
  PaymentRequests,
  RequestOwner,
  StoredPaymentRequest,
} from '../../../ports/payment-requests.ts';
import type { SealedRow } from '../../../ports/row-seals.ts';
import { createOwnerLock } from '../accounts/owner-lock.ts';
import { readExact, writeExact } from '../connection/exact-json.ts';
import type { Nullable, RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import { UUID } from '../connection/uuid.ts';
import type { operations } from '../schema/operations.ts';
import type { paymentRequests } from '../schema/payment-requests.ts';
import { IS_UNDECIDED } from './payment-request-claim.ts';

/** A request `r` with the operation `o` that was last stored to pay it. */
type RequestRow = RowOf<
  typeof paymentRequests,
  | 'id'
  | 'user_id'
  | 'content'
  | 'sealed_code'
  | 'cancelled_at'
  | 'settled_at'
  | 'settled_hash'
  | 'operation_id'
> &
  Nullable<
    RowOf<typeof operations, 'status' | 'mined_hash' | 'mined_at' | 'replaced_by' | 'ended_at'>
  >;

type OwnRow = RequestRow & { readonly payment_hashes: readonly TransactionHash[] | null };

const COLUMNS = `r.id, r.user_id, r.content, r.sealed_code, r.cancelled_at, r.settled_at, r.settled_hash, r.operation_id,
    o.status, o.mined_hash, o.mined_at, o.replaced_by, o.ended_at`;

const FROM = 'payment_requests r left join operations o on o.id = r.operation_id';

/** Values: $1 user, $2 now. */
export const COUNT_UNPAID = statement<{ readonly unpaid: number }>(`
  select count(*)::int as unpaid from payment_requests r
  where r.user_id = $1 and r.expires_at > $2 and ${IS_UNDECIDED}`);

/** Values: $1 request, $2 user. */
export const HAS_REQUEST = statement<{ readonly has: boolean }>(
  'select exists (select 1 from payment_requests where id = $1 and user_id = $2) as has',
);

export const INSERT_REQUEST = statement(`
  insert into payment_requests (id, user_id, lookup, content, sealed_code, created_at, expires_at)
  values ($1, $2, decode($3, 'hex'), $4, $5, $6, $7)`);

export const FIND_REQUEST = statement<RequestRow>(
  `select ${COLUMNS} from ${FROM} where r.lookup = decode($1, 'hex')`,
);

/** More than anyone makes; what is over is left out first. */
const MOST_LISTED = 500;

/** Values: $1 user, $2 a time, $3 now. */
export const LIST_REQUESTS = statement<OwnRow>(`
  select ${COLUMNS}, (
    select json_agg(t.hash) from operation_transactions t where t.operation_id = r.operation_id
  ) as payment_hashes
  from ${FROM} where r.user_id = $1 and r.expires_at > $2
  order by r.expires_at > $3 and ${IS_UNDECIDED} desc, r.created_at desc, r.id limit ${MOST_LISTED}`);

/** Values: $1 request, $2 user, $3 now. */
export const CANCEL_REQUEST = statement(`
  update payment_requests r set cancelled_at = $3
  where r.id = $1 and r.user_id = $2 and r.expires_at > $3 and ${IS_UNDECIDED}`);

/** Values: $1 request, $2 user, $3 now, $4 hash or null. */
export const SETTLE_REQUEST = statement(`
  update payment_requests r set settled_at = $3, settled_hash = $4
  where r.id = $1 and r.user_id = $2 and ${IS_UNDECIDED}`);

export const SWEEP_REQUESTS = statement('delete from payment_requests where expires_at < $1');

interface RequestTrust {
  readonly seals: LinkSeals;
  /** Called with every row that counts as none. */
  readonly report: (row: Pick<SealedRow, 'table' | 'id' | 'owner'>) => void;
}

/** Payment requests as encrypted rows. */
export function createPostgresPaymentRequests(
  { pool }: { readonly pool: pg.Pool },
  trust: RequestTrust,
): Omit<PaymentRequests, 'sweep'> {
  const { seals } = trust;
  const underLock = createOwnerLock(pool);
  return {
    tagOf: (code) => seals.tag(code),
    make: (owner, request, most) =>
      underLock(owner.userId, (connection) =>
        makeUnderLock(connection, trust, { owner, request, most }),
      ),
    async list(owner, { since, now }) {
      const rows = await readAll(pool, LIST_REQUESTS, [owner.userId, since, now]);
      return rows
        .flatMap((row) => openOwn(trust, owner, row) ?? [])
        .toSorted((a, b) => b.terms.createdAt.getTime() - a.terms.createdAt.getTime());
    },
    async find(code) {
      const row = await readFirst(pool, FIND_REQUEST, [seals.tag(code)]);
      return row && openRow(trust, code, row);
    },
    cancel: async (userId, id, now) =>
      UUID.test(id) && (await run(pool, CANCEL_REQUEST, [id, userId, now])) === 1,
    settle: async (userId, id, { hash, now }) =>
      UUID.test(id) && (await run(pool, SETTLE_REQUEST, [id, userId, now, hash])) === 1,
  };
}

/** Deletes what has expired; needs no key. */
export function createPostgresRequestSweep({
  pool,
}: {
  readonly pool: pg.Pool;
}): Pick<PaymentRequests, 'sweep'> {
  return {
    async sweep(before) {
      await run(pool, SWEEP_REQUESTS, [before]);
    },
  };
}

async function makeUnderLock(
  connection: Queryable,
  { seals }: RequestTrust,
  {
    owner,
    request,
    most,
  }: {
    readonly owner: RequestOwner;
    readonly request: NewPaymentRequest;
    readonly most: number;
  },
): Promise<'made' | 'exists' | 'too-many'> {
  const { userId } = owner;
  const { id, code, terms } = request;
  const { createdAt, expiresAt } = terms;
  const before = await readFirst(connection, HAS_REQUEST, [id, userId]);
  if (before?.has === true) return 'exists';
  const counted = await readFirst(connection, COUNT_UNPAID, [userId, createdAt]);
  if ((counted?.unpaid ?? 0) >= most) return 'too-many';
  const content = seals.seal({ id, userId }, code, writeExact(terms));
  const sealedCode = owner.seals.seal(codePlace({ id, userId }), code);
  const values = [id, userId, seals.tag(code), content, sealedCode, createdAt, expiresAt];
  await run(connection, INSERT_REQUEST, values);
  return 'made';
}

/** A code never changes, so there is one version of it. */
function codePlace(place: { readonly id: string; readonly userId: string }) {
  return { ...place, version: 1 };
}

function openOwn(trust: RequestTrust, owner: RequestOwner, row: OwnRow): OwnPaymentRequest | null {
  const { id } = row;
  const { userId } = owner;
  const code = owner.seals.open(codePlace({ id, userId }), row.sealed_code);
  if (!code.ok) trust.report({ table: 'payment_requests', id, owner: userId });
  const opened = code.ok ? openRow(trust, code.text, row) : null;
  if (!code.ok || opened === null) return null;
  const signed = row.payment_hashes ?? [];
  const paymentHashes =
    opened.paidIn === null ? signed : [...signed, opened.paidIn.transactionHash];
  return { ...opened, code: code.text, paymentHashes };
}

function openRow(
  { seals, report }: RequestTrust,
  code: string,
  row: RequestRow,
): StoredPaymentRequest | null {
  const { id, user_id: userId } = row;
  const opened = seals.open({ id, userId }, code, row.content);
  if (!opened.ok) {
    report({ table: 'payment_requests', id, owner: userId });
    return null;
  }
  return {
    ...{ id, userId, terms: readExact<PaymentRequestTerms>(opened.text) },
    record: {
      cancelledAt: row.cancelled_at,
      settledAt: row.settled_at,
      payment: paymentOf(row),
    },
    paidIn: paidInOf(row),
    settledHash: row.settled_hash as TransactionHash | null,
  };
}

/** Operations stay stored; one that isn't there keeps others out, as it does where they are stored. */
function paymentOf(row: RequestRow): StoredPaymentRequest['record']['payment'] {
  if (row.operation_id === null) return null;
  const isPaidInPart = row.replaced_by?.isPaidInPart ?? false;
  return { status: row.status ?? 'created', isPaidInPart };
}

function paidInOf(row: RequestRow): StoredPaymentRequest['paidIn'] {
  const { mined_hash: transactionHash, mined_at: at, replaced_by: part, ended_at: ended } = row;
  if (row.status === 'mined' || row.status === 'confirmed') {
    return transactionHash !== null && at !== null ? { transactionHash, at } : null;
  }
  if (!part?.isPaidInPart || ended === null) return null;
  return { transactionHash: part.transactionHash as TransactionHash, at: ended };
}
