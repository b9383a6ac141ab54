import type { Approval, SignedOperation } from '#domain/operation/operation';

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
  const rungs = [
    ...ladderRows('payment', signing),
    ...(approval === null ? [] : ladderRows('approval', approval)),
    ...(approval?.reset === undefined ? [] : ladderRows('reset', approval.reset)),
  ];
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

function ladderRows(
  role: 'payment' | 'approval' | 'reset',
  { nonce, ladder }: Pick<Approval, 'nonce' | 'ladder'>,
) {
  return ladder.map((signed, rung) => ({ role, rung, nonce, ...signed }));
}
