import { digitsToBaseUnits } from '#domain/amount/base-units';
import {
  type Approval,
  type Inclusion,
  isSigned,
  type Operation,
  type OperationDetails,
  type PoolPart,
  type Rung,
  type Sending,
  type SignedNonce,
  type SignedOperation,
  type Signing,
  UNREQUESTED_KINDS,
} from '#domain/operation/operation';
import { STATUSES_THAT_MOVED_NOTHING } from '#domain/operation/outcome';
import type {
  ChainHeads,
  PrivateTransactionProgress,
  SigningRequest,
} from '../../../ports/operations.ts';
import type { Nullable, RowOf } from '../connection/row-of.ts';
import type { chainHeads, operations, operationTransactions } from '../schema/operations.ts';
import type { privateTransactions } from '../schema/private-transactions.ts';
import {
  columnOfInclusion,
  columnOfReplacement,
  inclusionOfColumn,
  replacementOfColumn,
} from './inclusion-column.ts';

/** A row of `operations` with its ladder. */
export type OperationRow = RowOf<typeof operations> & {
  /** Null before it is signed. */
  readonly ladder: readonly RungColumn[] | null;
};

type RungColumn = RowOf<typeof operationTransactions, 'role' | 'hash' | 'raw'> & {
  readonly nonce: number;
};

/** A row that was read with the newest blocks of its chain and the progress of its proof. */
export type ObservedRow = OperationRow &
  Nullable<RowOf<typeof chainHeads, 'latest_block' | 'finalized_block'>> & {
    /** Null when it is not private. */
    readonly private_transaction:
      | (RowOf<typeof privateTransactions, 'share'> & {
          readonly place: number;
          readonly windowEnd: string | null;
        })
      | null;
  };

/** Selects the ladders of an operation `o` as JSON, cheapest rung first. */
export const LADDER = `(
  select json_agg(json_build_object('role', t.role, 'nonce', t.nonce, 'hash', t.hash, 'raw', t.raw) order by t.rung)
  from operation_transactions t where t.operation_id = o.id
) as ladder`;

/** Why an operation `o` was cancelled after it was signed; null when another transaction, or none, used its nonce. */
export const CANCELLED_BECAUSE = `
  case when o.status = 'replaced' and exists (
    select 1 from operation_transactions c
    where c.operation_id = o.id and c.role = 'cancellation' and c.hash = o.replaced_by->>'transactionHash'
  ) then o.cancel_reason end`;

/** Selects the progress of the private transaction of an operation `o`, as JSON; null when it is not private. */
export const PRIVATE_TRANSACTION = `(
  select json_build_object('share', s.share, 'windowEnd', s.send_window_end, 'place', (
    select count(*) from operations b
    where b.ended_at is null and b.signed_at is null and b.status = 'created' and b.kind <> 'consolidation'
      and (b.created_at, b.id) < (o.created_at, o.id)
  ))
  from private_transactions s where s.operation_id = o.id
) as private_transaction`;

/** The kinds that no user requests, as a list for `in (…)`. */
export const UNREQUESTED = UNREQUESTED_KINDS.map((kind) => `'${kind}'`).join(', ');

/** The ends that moved nothing, as a list for `in (…)`. */
export const MOVED_NOTHING = STATUSES_THAT_MOVED_NOTHING.map((status) => `'${status}'`).join(', ');

/** @returns the signed operation of a row. Throws when it is not signed, or when the row contradicts itself. */
export function signedOperationOf(row: OperationRow): SignedOperation {
  const operation = operationOf(row);
  if (!isSigned(operation)) throw new BrokenOperationRow(row.id, 'signed_at');
  return operation;
}

/** @returns the operation of a row. Throws when the row contradicts itself. */
export function operationOf(row: OperationRow): Operation {
  const details = detailsOf(row);
  switch (row.status) {
    case 'created':
    case 'prepared':
    case 'needs_unlock':
      return { ...details, status: row.status };
    case 'failed':
      return {
        ...details,
        status: row.status,
        reason: present(row, 'failure_reason'),
        endedAt: present(row, 'ended_at'),
      };
    default:
      return { ...details, ...signedStateOf(row, row.status) };
  }
}

function signedStateOf(row: OperationRow, status: SignedOperation['status']) {
  const signing = signingOf(row);
  const sending = {
    rungsTried: row.rungs_tried,
    leastRungs: row.least_rungs,
    cancelRequest: cancelRequestOf(row),
    firstTriedAt: row.first_tried_at,
    lastTriedAt: row.last_tried_at,
    approvedIn: row.approved_in === null ? null : inclusionOfColumn(row.approved_in),
  };
  const signed = { signing, sending };
  switch (status) {
    case 'signed':
    case 'broadcast':
      return { ...signed, status };
    case 'mined':
      return { ...signed, status, inclusion: inclusionOf(row) };
    case 'confirmed':
    case 'reverted': {
      const inclusion = inclusionOf(row);
      return { ...signed, status, inclusion, endedAt: present(row, 'ended_at') };
    }
    case 'replaced': {
      const replacement = replacementOfColumn(row.replaced_by);
      return { ...signed, status, ...replacement, endedAt: present(row, 'ended_at') };
    }
  }
}

/** @returns the progress of the private transaction of a row; null when it is not private. */
export function progressOf({
  private_transaction: privateTransaction,
  status,
  created_at,
}: ObservedRow): PrivateTransactionProgress | null {
  if (privateTransaction === null) return null;
  const { share, place, windowEnd } = privateTransaction;
  return {
    place: status === 'created' && share === null ? place : null,
    share,
    sendWindow: windowEnd === null ? null : { from: created_at, to: new Date(windowEnd) },
  };
}

/** @returns how far the chain of a row is; null when no worker has looked yet. */
export function headsOf(row: ObservedRow): ChainHeads | null {
  if (row.latest_block === null || row.finalized_block === null) return null;
  return { latestBlock: BigInt(row.latest_block), finalizedBlock: BigInt(row.finalized_block) };
}

/** The columns that `fixedValues` fills, as the first sixteen of an insert. */
export const FIXED_COLUMNS = `id, user_id, idempotency_key, fingerprint, kind, status, chain_id, account, recipient,
      token_id, amount, fee_token_id, estimated_fee, fee_ceiling, private_address, pool_fee`;

/** @returns the values of a new operation that both public and private ones have, in the order of `FIXED_COLUMNS` */
export function fixedValues(
  operation: Operation,
  { idempotencyKey, fingerprint }: Pick<SigningRequest, 'idempotencyKey' | 'fingerprint'>,
): readonly unknown[] {
  return [
    operation.id,
    operation.userId,
    idempotencyKey,
    fingerprint,
    operation.kind,
    operation.status,
    operation.chainId,
    operation.account,
    operation.recipient,
    operation.tokenId,
    operation.amount,
    operation.feeTokenId,
    operation.estimatedFee,
    operation.feeCeiling,
    operation.pool?.privateAddress ?? null,
    operation.pool?.poolFee ?? null,
  ];
}

/** The columns that `changingColumns` fills, with their types in `jsonb_to_recordset`. */
export const CHANGING_COLUMNS = {
  status: 'text',
  failure_reason: 'text',
  estimated_fee: 'numeric',
  fee_ceiling: 'numeric',
  broadcaster_fee: 'numeric',
  signed_at: 'timestamptz',
  rungs_tried: 'smallint',
  least_rungs: 'smallint',
  cancel_reason: 'text',
  cancel_requested_at: 'timestamptz',
  approved_in: 'jsonb',
  first_tried_at: 'timestamptz',
  last_tried_at: 'timestamptz',
  mined_hash: 'text',
  mined_block_number: 'bigint',
  mined_block_hash: 'text',
  is_mined_success: 'boolean',
  arrived: 'numeric',
  fee_paid: 'numeric',
  mined_at: 'timestamptz',
  replaced_by: 'jsonb',
  ended_at: 'timestamptz',
} as const;

/** @returns the columns of an operation that change during its life, as JSON; numbers of any size are texts. */
export function changingColumns(
  operation: Operation,
): Readonly<Record<keyof typeof CHANGING_COLUMNS, unknown>> {
  const inclusion = 'inclusion' in operation ? operation.inclusion : null;
  const sending = 'sending' in operation ? operation.sending : null;
  const approvedIn = sending?.approvedIn ?? null;
  return {
    status: operation.status,
    failure_reason: operation.status === 'failed' ? operation.reason : null,
    estimated_fee: operation.estimatedFee.toString(),
    fee_ceiling: operation.feeCeiling.toString(),
    broadcaster_fee: operation.pool?.broadcasterFee?.toString() ?? null,
    signed_at: 'signing' in operation ? operation.signing.signedAt : null,
    rungs_tried: sending?.rungsTried ?? 0,
    least_rungs: sending?.leastRungs ?? 0,
    cancel_reason: sending?.cancelRequest?.reason ?? null,
    cancel_requested_at: sending?.cancelRequest?.at ?? null,
    approved_in: approvedIn && columnOfInclusion(approvedIn),
    first_tried_at: sending?.firstTriedAt ?? null,
    last_tried_at: sending?.lastTriedAt ?? null,
    mined_hash: inclusion?.transactionHash ?? null,
    mined_block_number: inclusion?.blockNumber.toString() ?? null,
    mined_block_hash: inclusion?.blockHash ?? null,
    is_mined_success: inclusion?.isSuccess ?? null,
    arrived: inclusion?.arrived?.toString() ?? null,
    fee_paid: inclusion?.feePaid.toString() ?? null,
    mined_at: inclusion?.minedAt ?? null,
    replaced_by: columnOfReplacement(operation),
    ended_at: 'endedAt' in operation ? operation.endedAt : null,
  };
}

function detailsOf(row: OperationRow): OperationDetails {
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    chainId: row.chain_id,
    account: row.account,
    recipient: row.recipient,
    tokenId: row.token_id,
    amount: digitsToBaseUnits(row.amount),
    feeTokenId: row.fee_token_id,
    estimatedFee: digitsToBaseUnits(row.estimated_fee),
    feeCeiling: digitsToBaseUnits(row.fee_ceiling),
    pool: poolOf(row),
    createdAt: row.created_at,
  };
}

function poolOf(row: OperationRow): PoolPart | null {
  if (row.private_address === null) return null;
  const { broadcaster_fee: fee } = row;
  return {
    privateAddress: row.private_address,
    poolFee: digitsToBaseUnits(present(row, 'pool_fee')),
    broadcasterFee: fee === null ? null : digitsToBaseUnits(fee),
  };
}

function signingOf(row: OperationRow): Signing {
  const payment = ladderOf(row, 'payment');
  if (payment === null) throw new BrokenOperationRow(row.id, 'ladder');
  return { ...payment, approval: approvalOf(row), signedAt: present(row, 'signed_at') };
}

function cancelRequestOf(row: OperationRow): Sending['cancelRequest'] {
  const { cancel_reason: reason } = row;
  return reason === null ? null : { reason, at: present(row, 'cancel_requested_at') };
}

function approvalOf(row: OperationRow): Approval | null {
  const reset = ladderOf(row, 'reset');
  const approval = ladderOf(row, 'approval');
  return approval && { ...approval, ...(reset && { reset }) };
}

/** What was signed for one nonce; operations of earlier versions have no cancellation. */
function ladderOf(row: OperationRow, role: RungColumn['role']): SignedNonce | null {
  const signed = row.ladder ?? [];
  const rungs = signed.filter((rung) => rung.role === role);
  const cheapest = rungs[0];
  if (cheapest === undefined) return null;
  const { nonce } = cheapest;
  const cancellations = signed
    .filter((each) => each.role === 'cancellation' && each.nonce === nonce)
    .map(bytesOf);
  const earlier = cancellations.slice(0, -1);
  return {
    nonce,
    ladder: rungs.map(bytesOf),
    cancellation: cancellations.at(-1) ?? null,
    ...(earlier.length > 0 && { earlierCancellations: earlier }),
  };
}

function bytesOf({ raw, hash }: RungColumn): Rung {
  return { raw, hash };
}

function inclusionOf(row: OperationRow): Inclusion {
  return {
    transactionHash: present(row, 'mined_hash'),
    blockNumber: BigInt(present(row, 'mined_block_number')),
    blockHash: present(row, 'mined_block_hash'),
    isSuccess: present(row, 'is_mined_success'),
    arrived: row.arrived === null ? null : digitsToBaseUnits(row.arrived),
    feePaid: digitsToBaseUnits(present(row, 'fee_paid')),
    minedAt: present(row, 'mined_at'),
  };
}

function present<Name extends keyof OperationRow>(
  row: OperationRow,
  name: Name,
): NonNullable<OperationRow[Name]> {
  const value = row[name];
  if (value === null || value === undefined) throw new BrokenOperationRow(row.id, name);
  return value;
}

/** A stored operation lacks what its status promises: the database was changed by something else. */
export class BrokenOperationRow extends Error {
  constructor(operationId: string, column: string) {
    super(`Operation ${operationId} has no ${column} although its status needs it.`);
    this.name = 'BrokenOperationRow';
  }
}
