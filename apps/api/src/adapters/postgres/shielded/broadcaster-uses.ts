import type pg from 'pg';
import type { PublicAddress } from '#domain/address/address';
import { readAll, statement } from '../connection/statement.ts';

/** The private payments and consolidations that one account of the broadcaster has. */
export interface BroadcasterUse {
  readonly total: number;
  /** Not final yet, or not even signed. */
  readonly open: number;
  /** When the last one began or ended. */
  readonly lastAt: Date;
}

export const COUNT_USES = statement<{
  account: PublicAddress;
  total: number;
  open: number;
  last_at: Date;
}>(`
  select o.account, count(*)::int as total, (count(*) filter (where o.ended_at is null))::int as open,
    greatest(max(o.created_at), max(o.ended_at)) as last_at
  from operations o join private_transactions s on s.operation_id = o.id group by o.account`);

/** @returns what each account has, by its address */
export async function countBroadcasterUses({
  pool,
}: {
  readonly pool: pg.Pool;
}): Promise<ReadonlyMap<PublicAddress, BroadcasterUse>> {
  const rows = await readAll(pool, COUNT_USES);
  return new Map(
    rows.map(({ account, total, open, last_at: lastAt }) => [account, { total, open, lastAt }]),
  );
}
