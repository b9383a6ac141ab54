import type pg from 'pg';
import {
  type CustodyChanges,
  keepsWallet,
  type WalletReplacement,
} from '../../../ports/custody-changes.ts';
import { needsKeys } from '../../../ports/wallet-removal.ts';
import { run, statement } from '../connection/statement.ts';
import { Abandoned, inTransaction, type Queryable } from '../connection/transaction.ts';
import { LOCK_USER, LOCK_VISITS, readUse } from '../wallet-removal.ts';
import { END_SESSIONS_BUT } from './accounts.ts';
import { insertNotices } from './notices.ts';
import { insertOwnerWrap } from './owner-wraps.ts';

export const SET_ACCOUNT_SIGNATURE = statement(
  'update users set signature = $3 where id = $1 and signature = $2',
);

/** It begins now: neither address was shown to anyone before. */
export const SET_OWN_WALLET = statement(`
  update wallets set public_address = $4, private_address = $5, custody = 'only-me', created_at = $6,
    pool_blocks = (select jsonb_object_agg(chain_id, looked_block) from shielded_workers where looked_block is not null)
  where user_id = $1 and public_address = $2 and private_address = $3 and custody = 'assisted'`);

export const SET_OWN_KEYS = statement(`
  update wallets set custody = 'only-me'
  where user_id = $1 and public_address = $2 and private_address = $3 and custody = 'assisted'`);

export const SET_SIGHT = statement(`
  update key_records set seed_ciphertext = $4, recovery_wrap = $5
  where user_id = $1 and seed_ciphertext = $2 and recovery_wrap = $3`);

export const DROP_RUN_BOXES = statement('delete from shielded_wallets where user_id = $1');

export const DROP_VIEWS = statement('delete from shielded_views where user_id = $1');

export const DROP_PRIVATE_HISTORY = statement('delete from shielded_history where user_id = $1');

/** They would still pay the address of before. */
export const CANCEL_REQUESTS = statement(
  'update payment_requests set cancelled_at = $2 where user_id = $1 and cancelled_at is null and settled_at is null',
);

const UNIQUE_VIOLATION = '23505';

/** Replacement of wallets in PostgreSQL. */
export function createPostgresCustodyChanges({ pool }: { readonly pool: pg.Pool }): CustodyChanges {
  return {
    async replace(replacement) {
      try {
        return await inTransaction(pool, (connection) => replaceIn(connection, replacement));
      } catch (cause) {
        if (cause instanceof OtherState) return 'other';
        if (isUniqueViolation(cause)) return 'taken';
        throw cause;
      }
    },
  };
}

async function replaceIn(
  connection: Queryable,
  replacement: WalletReplacement,
): Promise<'replaced' | 'in-use'> {
  const { account, to, before, after, seedCiphertext, begun, now } = replacement;
  const { userId, wallet } = account;
  await run(connection, LOCK_USER, [userId]);
  await run(connection, LOCK_VISITS, [userId]);
  const isKept = keepsWallet(replacement);
  const use = await readUse(connection, { userId, ...wallet }, now);
  const isInUse = isKept
    ? use.unfinished.some(needsKeys)
    : use.unfinished.length > 0 || use.begun !== begun;
  if (isInUse) return 'in-use';
  const from = [wallet.publicAddress, wallet.privateAddress];
  const sealed = [seedCiphertext.before, before.recoveryWrap];
  const counts = [
    await run(connection, SET_ACCOUNT_SIGNATURE, [userId, before.signature, after.signature]),
    isKept
      ? await run(connection, SET_OWN_KEYS, [userId, ...from])
      : await run(connection, SET_OWN_WALLET, [
          ...[userId, ...from, to.publicAddress, to.privateAddress],
          now,
        ]),
    await run(connection, SET_SIGHT, [userId, ...sealed, seedCiphertext.after, after.recoveryWrap]),
  ];
  if (counts.some((count) => count !== 1)) throw new OtherState();
  await run(connection, DROP_RUN_BOXES, [userId]);
  await run(connection, END_SESSIONS_BUT, [userId, replacement.keepSessionId]);
  if (!isKept) await forgetOld(connection, userId, now);
  for (const wrap of replacement.wraps) await insertOwnerWrap(connection, userId, { wrap, now });
  await insertNotices(connection, replacement.notices, now);
  return 'replaced';
}

/** What was found for the addresses of before, and what pays them. */
async function forgetOld(connection: Queryable, userId: string, now: Date): Promise<void> {
  await run(connection, DROP_VIEWS, [userId]);
  await run(connection, DROP_PRIVATE_HISTORY, [userId]);
  await run(connection, CANCEL_REQUESTS, [userId, now]);
}

class OtherState extends Abandoned {}

function isUniqueViolation(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION;
}
