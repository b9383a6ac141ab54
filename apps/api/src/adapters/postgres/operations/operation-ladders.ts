import type { SignedNonce, SignedOperation } from '#domain/operation/operation';
import type { Repricing } from '../../../ports/private-transactions.ts';
import type { TransactionRole } from '../schema/operations.ts';

/** The rungs of cancellations begin above those of all ladders: rungs of one nonce differ, and of one role. */
const FIRST_CANCELLATION_RUNG = 100;

/** Those that replace the first one come after the ones of an approval and its reset. */
const FIRST_LATER_CANCELLATION_RUNG = 103;

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

/**
 * A part of a statement that stores what an operation was re-priced with, once its transition `o` was stored. What is
 * stored is never replaced: a rung that exists makes the statement fail.
 * @param first number of the first of the values of `repricedValues`
 */
export function insertRepriced(first: number): string {
  const [roles, rungs, nonces, hashes, raws] = Array.from(
    { length: 5 },
    (_, index) => `$${first + index}`,
  );
  return `repriced as (
    insert into operation_transactions (operation_id, chain_id, account, role, rung, nonce, hash, raw)
    select o.id, o.chain_id, o.account, r.role, r.rung, r.nonce, r.hash, r.raw
    from o, unnest(${roles}::text[], ${rungs}::smallint[], ${nonces}::bigint[], ${hashes}::text[], ${raws}::text[])
      as r(role, rung, nonce, hash, raw)
  )`;
}

/** @returns the five values of `insertRepriced`, in their order, for what an operation has now been re-priced with. */
export function repricedValues(
  { signing }: SignedOperation,
  { rung, cancellation }: Repricing,
): readonly unknown[] {
  const { nonce, ladder, earlierCancellations = [] } = signing;
  const cancellationRung = FIRST_LATER_CANCELLATION_RUNG + earlierCancellations.length;
  const rows = [
    ...(rung === null ? [] : [{ role: 'payment', rung: ladder.length - 1, ...rung }]),
    { role: 'cancellation', rung: cancellationRung, ...cancellation },
  ];
  return [
    rows.map((row) => row.role),
    rows.map((row) => row.rung),
    rows.map(() => nonce),
    rows.map((row) => row.hash),
    rows.map((row) => row.raw),
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
