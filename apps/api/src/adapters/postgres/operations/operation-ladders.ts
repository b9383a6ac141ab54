import type { SignedNonce, SignedOperation } from '#domain/operation/operation';
import type { TransactionRole } from '../schema/operations.ts';

/** The rungs of cancellations begin above those of all ladders: rungs of one nonce differ, and of one role. */
const FIRST_CANCELLATION_RUNG = 100;

/**
 * Parts of a statement that stores every transaction that was signed for an operation, and marks its nonces as taken.
 * @param first number of the first of the values of `ladderValues`
 */
export function insertLadders(first: number): string {
  const [id, chainId, account, roles, rungs, nonces, hashes, raws, highest] = Array.from(
    { length: 9 },
    (_, index) => `$${first + index}`,
  );
  return `ladders as (
    insert into operation_transactions (operation_id, chain_id, account, role, rung, nonce, hash, raw)
    select ${id}::uuid, ${chainId}::integer, ${account}::text, r.role, r.rung, r.nonce, r.hash, r.raw
    from unnest(${roles}::text[], ${rungs}::smallint[], ${nonces}::bigint[], ${hashes}::text[], ${raws}::text[])
      as r(role, rung, nonce, hash, raw)
  ), taken as (
    update chain_accounts set next_nonce = greatest(next_nonce, ${highest}::bigint + 1)
    where chain_id = ${chainId}::integer and address = ${account}::text
  )`;
}

/** @returns the nine values of `insertLadders`, in their order. */
export function ladderValues({
  id,
  chainId,
  account,
  signing,
}: SignedOperation): readonly unknown[] {
  const { approval } = signing;
  const ladders: readonly [TransactionRole, SignedNonce | undefined][] = [
    ['payment', signing],
    ['approval', approval ?? undefined],
    ['reset', approval?.reset],
  ];
  const rungs = ladders.flatMap(([role, signed], index) =>
    signed === undefined ? [] : rowsOf(role, signed, FIRST_CANCELLATION_RUNG + index),
  );
  return [
    id,
    chainId,
    account,
    rungs.map((row) => row.role),
    rungs.map((row) => row.rung),
    rungs.map((row) => row.nonce),
    rungs.map((row) => row.hash),
    rungs.map((row) => row.raw),
    Math.max(...rungs.map((row) => row.nonce)),
  ];
}

function rowsOf(
  role: TransactionRole,
  { nonce, ladder, cancellation }: SignedNonce,
  cancellationRung: number,
) {
  const rungs = ladder.map((signed, rung) => ({ role, rung, nonce, ...signed }));
  if (cancellation === null) return rungs;
  return [...rungs, { role: 'cancellation', rung: cancellationRung, nonce, ...cancellation }];
}
