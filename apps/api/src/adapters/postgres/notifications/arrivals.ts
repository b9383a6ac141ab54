import type pg from 'pg';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import type { TokenId } from '#domain/token/token';
import type { AccountVerifier } from '../../../ports/account-signatures.ts';
import type { Arrivals, Arrived } from '../../../ports/arrivals.ts';
import type { RowSeals } from '../../../ports/row-seals.ts';
import { ACCOUNT, type AccountRow } from '../accounts/accounts.ts';
import { CHOICES, type ChoicesRow } from '../accounts/notification-choices.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, readFirst, run, statement } from '../connection/statement.ts';
import { inTransaction, type Queryable } from '../connection/transaction.ts';
import type { arrivalCursors } from '../schema/history.ts';
import { type ArrivalTrust, arrivalTrust, noteArrival } from './arrival-notices.ts';
import { markPushes } from './push-marks.ts';

/** A follower that catches up has old news: of what is older, no one is notified. */
const NOTIFIED_WITHIN_MS = 24 * 60 * 60_000;
const MOST_BLOCKS = 2_000;

/** What was final before a chain has a cursor is old. */
export const BEGIN = statement(`
  insert into arrival_cursors (chain_id, number)
  select chain_id, least(finalized_number, last_number) from chain_followers
  where finalized_number is not null and last_number is not null
  on conflict do nothing`);

type CursorRow = RowOf<typeof arrivalCursors> & { readonly upto: string };

export const TAKE_CURSOR = statement<CursorRow>(`
  select c.chain_id, c.number, least(f.finalized_number, f.last_number, c.number + ${MOST_BLOCKS}) as upto
  from arrival_cursors c join chain_followers f on f.chain_id = c.chain_id
  where c.number < least(f.finalized_number, f.last_number)
  limit 1 for update of c skip locked`);

export const ADVANCE_CURSOR = statement(
  'update arrival_cursors set number = $2 where chain_id = $1',
);

type ArrivalRow = AccountRow &
  ChoicesRow & {
    readonly received: readonly { readonly tokenId: TokenId; readonly units: string }[];
  };

/**
 * What users received from others, summed up. Every operation of their own names its movements. Values: $1 chain, $2 and
 * $3 blocks, $4 a time, $5 tokens and $6 the least of each.
 */
export const FIND_RECEIVED = statement<ArrivalRow>(`
  with movement as (
    select m.account, m.token_id, sum(m.amount) as amount from public_movements m
    join unnest($5::text[], $6::numeric[]) as t(token_id, fewest) on t.token_id = m.token_id and m.amount >= t.fewest
    where m.chain_id = $1 and m.block_number > $2 and m.block_number <= $3 and m.at > $4 and m.amount > 0
      and m.direction = 'in' and m.is_success and m.type in ('receive', 'unshield') and m.operation_id is null
      and not exists (
        select 1 from movement_origins x where x.account = m.account and x.transaction_hash = m.transaction_hash)
    group by m.account, m.token_id
  ), received as (
    select account, json_agg(json_build_object('tokenId', token_id, 'units', amount::text) order by token_id) as received
    from movement group by account
  )
  select ${ACCOUNT}, ${CHOICES}, r.received from received r
  join wallets w on w.public_address = r.account
  join users u on u.id = w.user_id
  left join notification_settings s on s.user_id = u.id
  order by u.id`);

/** What public balances received, from what the followers of the chains stored. */
export function createPostgresArrivals(
  { pool }: { readonly pool: pg.Pool },
  given: {
    readonly verifier: AccountVerifier;
    readonly sharedSeals: Pick<RowSeals, 'isSealed'>;
  },
): Arrivals {
  const trust = arrivalTrust(given);
  return {
    async announceNext(now, least, contentOf) {
      await run(pool, BEGIN);
      return inTransaction(pool, async (connection) => {
        const cursor = await readFirst(connection, TAKE_CURSOR);
        if (cursor === null) return false;
        const since = new Date(now.getTime() - NOTIFIED_WITHIN_MS);
        const units = [...least.values()].map((each) => each.toString());
        const { chain_id: chainId, number, upto } = cursor;
        const rows = await readAll(connection, FIND_RECEIVED, [
          ...[chainId, number, upto, since, [...least.keys()], units],
        ]);
        await noteAll(connection, rows, { ...trust, contentOf, now });
        await run(connection, ADVANCE_CURSOR, [chainId, upto]);
        return true;
      });
    },
  };
}

async function noteAll(
  connection: Queryable,
  rows: readonly ArrivalRow[],
  trust: ArrivalTrust & { readonly now: Date },
): Promise<void> {
  const woken: string[] = [];
  for (const row of rows) {
    if (await noteArrival(connection, { row, arrived: arrivedIn(row) }, trust)) {
      woken.push(row.user_id);
    }
  }
  await markPushes(connection, woken, trust.now);
}

function arrivedIn({ received }: ArrivalRow): Arrived {
  const units = received.map(
    ({ tokenId, units: digits }) => [tokenId, digitsToBaseUnits(digits)] as const,
  );
  return { units: new Map(units), privateCount: 0 };
}
