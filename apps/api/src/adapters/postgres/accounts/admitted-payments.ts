import type pg from 'pg';
import type {
  AdmittedPayments,
  AdmittingPayment,
  PaymentLedger,
} from '../../../ports/admitted-payments.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import type { admittedPayments } from '../schema/security.ts';
import {
  type ProtectionTrust,
  readProtection,
  type SavingTrust,
  type StoredProtection,
  saveProtection,
  savingProtection,
} from './protection-rows.ts';

type PaymentRow = RowOf<typeof admittedPayments>;

/**
 * An admission waits for no standby: it moves nothing, and one that a failover loses counts as unknown. So a payment
 * waits for its own commit alone.
 */
export const LOCK_LOCALLY = statement(
  `select set_config('synchronous_commit', 'local', true),
     pg_advisory_xact_lock(hashtextextended('protection ' || $1::text, 0))`,
);

/** From the last payment before a time on, in order. Values: $1 user, $2 the time. */
export const LIST_PAYMENTS = statement<PaymentRow>(
  `select * from admitted_payments where user_id = $1 and position >= coalesce(
     (select min(position) - 1 from admitted_payments where user_id = $1 and at > $2),
     (select max(position) from admitted_payments where user_id = $1))
   order by position`,
);

export const FIND_BY_KEY = statement<PaymentRow>(
  `select * from admitted_payments where user_id = $1 and idempotency_key = $2 order by position desc limit 1`,
);

export const FIND_BY_RECIPIENT = statement<PaymentRow>(
  'select * from admitted_payments where user_id = $1 and recipient = $2 order by position limit 1',
);

/** What was paid before admissions were recorded. */
export const HAS_PAID = statement(
  `select from operations where user_id = $1 and lower(recipient) = lower($2) and signed_at is not null
     and status not in ('failed', 'reverted', 'replaced') limit 1`,
);

export const INSERT_PAYMENT = statement(
  `insert into admitted_payments (user_id, position, idempotency_key, at, cents, recipient, payment, is_approved, seal)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

export const EMPTY_PAYMENT = statement(
  `update admitted_payments set cents = 0, recipient = '', payment = '', seal = $3
   where user_id = $1 and position = $2`,
);

export const RELY_ON_PAYMENT = statement(
  'update admitted_payments set at = $3, seal = $4 where user_id = $1 and position = $2',
);

/** Payments that were admitted, in PostgreSQL, one after the other for each user. */
export function createPostgresAdmittedPayments(
  { pool }: { readonly pool: pg.Pool },
  trust: ProtectionTrust,
): AdmittedPayments {
  return {
    admit: (payment, { now, since }, decide) =>
      savingProtection(pool, trust, async (connection, saving) => {
        await run(connection, LOCK_LOCALLY, [payment.userId]);
        const { ledger, stored, last, same } = await readLedger(connection, trust, {
          payment,
          since,
        });
        const admission = decide(ledger);
        if (admission === null) return null;
        if (same !== null && same.at > since) {
          await rely(connection, trust.seals, { row: same, now });
          return null;
        }
        await record(connection, saving, { payment, stored, last, now, ...admission });
        return now;
      }),
    giveBack: ({ userId, idempotencyKey }, recordedAt) =>
      inTransaction(pool, async (connection) => {
        await run(connection, LOCK_LOCALLY, [userId]);
        const row = await readFirst(connection, FIND_BY_KEY, [userId, idempotencyKey]);
        const isOurs = row !== null && isSealed(trust.seals, row);
        if (isOurs && row.at.getTime() === recordedAt.getTime()) {
          await giveBack(connection, trust.seals, row);
        }
      }),
  };
}

/** Another request relies on the record: from its new time on, whoever made it no longer gives it back. */
async function rely(
  connection: Queryable,
  seals: Pick<RowSeals, 'seal'>,
  { row, now }: { readonly row: PaymentRow; readonly now: Date },
): Promise<void> {
  const at = new Date(Math.max(now.getTime(), row.at.getTime() + 1));
  const seal = seals.seal(...contentOf({ ...row, at }));
  await run(connection, RELY_ON_PAYMENT, [row.user_id, row.position, at, seal]);
}

interface Read {
  readonly ledger: PaymentLedger;
  readonly stored: StoredProtection;
  /** The newest position; 0 without any payment. */
  readonly last: bigint;
  /** The record of this very payment. */
  readonly same: PaymentRow | null;
}

interface Reading {
  readonly payment: AdmittingPayment;
  readonly since: Date;
}

async function readLedger(
  connection: Queryable,
  trust: ProtectionTrust,
  { payment, since }: Reading,
): Promise<Read> {
  const { seals } = trust;
  const { userId, idempotencyKey } = payment;
  const stored = await readProtection(connection, trust, userId);
  const rows = await readAll(connection, LIST_PAYMENTS, [userId, since]);
  const isTrusted =
    isComplete(rows, stored.payments, since) && rows.every((row) => isSealed(seals, row));
  const same = await readFirst(connection, FIND_BY_KEY, [userId, idempotencyKey]);
  const isSame =
    same !== null &&
    isSealed(seals, same) &&
    Buffer.from(same.payment).equals(hashOf(seals, payment, 'payment'));
  const listed = rows.filter(
    (row) => row.at > since && !(isSame && row.position === same.position),
  );
  const ledger = {
    protection: stored.protection,
    admittedAt: isSame ? same.at : null,
    payments: isTrusted
      ? listed.map(({ at, cents, is_approved: isApproved }) => ({
          at,
          cents: BigInt(cents),
          isApproved,
        }))
      : null,
    isKnownRecipient: payment.isRecipientJudged && (await isKnown(connection, seals, payment)),
  };
  const last = BigInt(rows.at(-1)?.position ?? 0);
  return { ledger, stored, last, same: isSame ? same : null };
}

/**
 * The rows are the newest ones without a gap, from one on that is older than what is counted: whatever something else
 * deleted among them is missed.
 */
function isComplete(rows: readonly PaymentRow[], payments: bigint | null, since: Date): boolean {
  const [first] = rows;
  if (payments === null || first === undefined) return payments === 0n;
  const from = BigInt(first.position);
  const isJoined = rows.every(({ position }, index) => BigInt(position) === from + BigInt(index));
  const isFromStart = from === 1n || first.at <= since;
  return isJoined && isFromStart && from + BigInt(rows.length) - 1n === payments;
}

async function isKnown(
  connection: Queryable,
  seals: RowSeals,
  payment: AdmittingPayment,
): Promise<boolean> {
  const { userId, recipient } = payment;
  const hash = hashOf(seals, payment, 'recipient');
  const admitted = await readFirst(connection, FIND_BY_RECIPIENT, [userId, hash]);
  if (admitted !== null && isSealed(seals, admitted)) return true;
  return (await run(connection, HAS_PAID, [userId, recipient])) > 0;
}

async function record(
  connection: Queryable,
  trust: SavingTrust,
  {
    payment,
    stored,
    last,
    now,
    isApproved,
  }: {
    readonly payment: AdmittingPayment;
    readonly stored: StoredProtection;
    readonly last: bigint;
    readonly now: Date;
    readonly isApproved: boolean;
  },
): Promise<void> {
  const { userId, idempotencyKey, cents } = payment;
  const { protection, version } = stored;
  const known = stored.payments ?? 0n;
  // Above both, also when something else deleted or inserted rows.
  const position = (last > known ? last : known) + 1n;
  const row = {
    user_id: userId,
    position: String(position),
    idempotency_key: idempotencyKey,
    at: now,
    cents: String(cents ?? 0n),
    recipient: hashOf(trust.seals, payment, 'recipient'),
    payment: hashOf(trust.seals, payment, 'payment'),
    is_approved: isApproved,
  };
  await run(connection, INSERT_PAYMENT, [
    ...Object.values(row),
    trust.seals.seal(...contentOf(row)),
  ]);
  const newer = { userId, protection, payments: position, version };
  await saveProtection(connection, trust, newer);
}

/** It stays as a row that counts nothing, so that there is no gap. */
async function giveBack(
  connection: Queryable,
  seals: Pick<RowSeals, 'seal'>,
  row: PaymentRow,
): Promise<void> {
  const nothing = Buffer.alloc(0);
  const emptied = { ...row, cents: '0', recipient: nothing, payment: nothing };
  const seal = seals.seal(...contentOf(emptied));
  await run(connection, EMPTY_PAYMENT, [row.user_id, row.position, seal]);
}

/** Keyed: whoever reads the database cannot compare it with an address. */
function hashOf(
  seals: Pick<RowSeals, 'seal'>,
  { userId, line, recipient }: AdmittingPayment,
  what: 'payment' | 'recipient',
): Buffer {
  const text = what === 'payment' ? line : recipient.toLowerCase();
  const row = { table: `admitted_payments.${what}`, id: userId, owner: userId, counter: 0 };
  return Buffer.from(seals.seal(row, [text]));
}

function isSealed(seals: Pick<RowSeals, 'isSealed'>, row: PaymentRow): boolean {
  return seals.isSealed(...contentOf(row), row.seal);
}

function contentOf(row: Omit<PaymentRow, 'seal'>): Parameters<RowSeals['seal']> {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
  return [
    {
      table: 'admitted_payments',
      id: row.user_id,
      owner: row.user_id,
      counter: Number(row.position),
    },
    [
      row.idempotency_key,
      row.at.toISOString(),
      row.cents,
      hex(row.recipient),
      hex(row.payment),
      String(row.is_approved),
    ],
  ];
}
