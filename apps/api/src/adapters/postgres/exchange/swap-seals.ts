import type { RowSeals } from '../../../ports/row-seals.ts';
import { canonicalJson } from '../connection/canonical-json.ts';
import type { RowOf } from '../connection/row-of.ts';
import { sealEarlier } from '../connection/seal-earlier.ts';
import { run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { swapOffers, swaps } from '../schema/swaps.ts';

/** What a stored offer decides: what is sold, for what, and along which route. */
type SealedOffer = RowOf<
  typeof swapOffers,
  | 'request_id'
  | 'user_id'
  | 'account'
  | 'from_token_id'
  | 'to_token_id'
  | 'amount'
  | 'route'
  | 'offered_at'
>;

/** What was agreed, and how far it came: the next step is signed from nothing else. */
type SealedSwap = Omit<SealedOffer, 'offered_at'> &
  RowOf<
    typeof swaps,
    'minimum_received' | 'slippage_bps' | 'steps' | 'status' | 'error' | 'created_at'
  >;

type SwapRow = RowOf<typeof swaps>;

export const FIND_UNSEALED = statement<SwapRow>(
  'select * from swaps where seal is null limit 1000',
);

export const SEAL = statement(
  'update swaps set seal = $3 where request_id = $1 and version = $2 and seal is null',
);

/** @returns what the seal of an offer covers */
export function offerContent(row: SealedOffer): Parameters<RowSeals['seal']> {
  const counter = row.offered_at.getTime();
  return [
    { table: 'swap_offers', id: row.request_id, owner: row.user_id, counter },
    agreedFields(row),
  ];
}

/** @returns what the seal of a swap covers */
export function swapContent(row: SealedSwap): Parameters<RowSeals['seal']> {
  return [
    { table: 'swaps', id: row.request_id, owner: row.user_id, counter: 0 },
    [
      ...agreedFields(row),
      ...[row.minimum_received, String(row.slippage_bps), row.created_at.toISOString()],
      ...[canonicalJson(row.steps), row.status, row.error ?? ''],
    ],
  ];
}

function agreedFields(row: Omit<SealedOffer, 'offered_at'>): readonly string[] {
  const { account, from_token_id, to_token_id, amount, route } = row;
  return [account, from_token_id, to_token_id, amount, canonicalJson(route)];
}

/** Seals the swaps of before rows had seals; one that changes meanwhile is read again. @returns how many */
export function sealEarlierSwaps(
  connection: Queryable,
  seals: Pick<RowSeals, 'seal'>,
): Promise<number> {
  return sealEarlier(connection, FIND_UNSEALED, (row) =>
    run(connection, SEAL, [row.request_id, row.version, seals.seal(...swapContent(row))]),
  );
}
