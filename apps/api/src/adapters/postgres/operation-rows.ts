import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import type {
  Inclusion,
  OperationIntent,
  SignedOperation,
  Signing,
} from '#domain/operation/operation';
import type { TokenId } from '#domain/token/token';
import type { ChainHeads } from '../../ports/operations.ts';

/** A row of `operations` with its ladder, as the driver reads it: numbers of any size are texts. */
export interface OperationRow {
  readonly id: string;
  readonly user_id: string;
  readonly idempotency_key: string;
  readonly fingerprint: string;
  readonly kind: 'send';
  readonly status: SignedOperation['status'];
  readonly chain_id: number;
  readonly account: string;
  readonly recipient: string;
  readonly token_id: string;
  readonly amount: string;
  readonly fee_token_id: string;
  readonly estimated_fee: string;
  readonly fee_ceiling: string;
  readonly signed_at: Date;
  readonly rungs_tried: number;
  readonly first_tried_at: Date | null;
  readonly last_tried_at: Date | null;
  readonly mined_hash: string | null;
  readonly mined_block_number: string | null;
  readonly mined_block_hash: string | null;
  readonly is_mined_success: boolean | null;
  readonly fee_paid: string | null;
  readonly mined_at: Date | null;
  readonly ended_at: Date | null;
  readonly created_at: Date;
  readonly lease_epoch: number;
  readonly ladder: readonly {
    readonly nonce: number;
    readonly hash: string;
    readonly raw: string;
  }[];
}

/** A row that was read with the newest blocks of its chain. */
export interface ObservedRow extends OperationRow {
  readonly latest_block: string | null;
  readonly finalized_block: string | null;
}

/** Selects the ladder of an operation `o` as JSON, cheapest rung first. */
export const LADDER = `(
  select json_agg(json_build_object('nonce', t.nonce, 'hash', t.hash, 'raw', t.raw) order by t.rung)
  from operation_transactions t where t.operation_id = o.id
) as ladder`;

/** @returns the operation of a row. Throws when the row contradicts itself. */
export function operationOf(row: OperationRow): SignedOperation {
  const intent = intentOf(row);
  const signing = signingOf(row);
  const sending = {
    rungsTried: row.rungs_tried,
    firstTriedAt: row.first_tried_at,
    lastTriedAt: row.last_tried_at,
  };
  switch (row.status) {
    case 'signed':
    case 'broadcast':
      return { ...intent, status: row.status, signing, sending };
    case 'mined':
      return { ...intent, status: row.status, signing, sending, inclusion: inclusionOf(row) };
    case 'confirmed':
    case 'reverted':
      return {
        ...intent,
        status: row.status,
        signing,
        sending,
        inclusion: inclusionOf(row),
        endedAt: present(row, 'ended_at'),
      };
    case 'replaced':
      return { ...intent, status: row.status, signing, sending, endedAt: present(row, 'ended_at') };
  }
}

/** @returns how far the chain of a row is; null when no worker has looked yet. */
export function headsOf(row: ObservedRow): ChainHeads | null {
  if (row.latest_block === null || row.finalized_block === null) return null;
  return { latestBlock: BigInt(row.latest_block), finalizedBlock: BigInt(row.finalized_block) };
}

/** @returns the columns of an operation that change during its life, as JSON for `jsonb_to_recordset`. */
export function changingColumns(operation: SignedOperation): Readonly<Record<string, unknown>> {
  const inclusion = 'inclusion' in operation ? operation.inclusion : null;
  return {
    status: operation.status,
    rungs_tried: operation.sending.rungsTried,
    first_tried_at: operation.sending.firstTriedAt,
    last_tried_at: operation.sending.lastTriedAt,
    mined_hash: inclusion?.transactionHash ?? null,
    mined_block_number: inclusion?.blockNumber.toString() ?? null,
    mined_block_hash: inclusion?.blockHash ?? null,
    is_mined_success: inclusion?.isSuccess ?? null,
    fee_paid: inclusion?.feePaid.toString() ?? null,
    mined_at: inclusion?.minedAt ?? null,
    ended_at: 'endedAt' in operation ? operation.endedAt : null,
  };
}

function intentOf(row: OperationRow): OperationIntent {
  return {
    id: row.id,
    userId: row.user_id,
    kind: row.kind,
    chainId: row.chain_id,
    account: row.account as PublicAddress,
    recipient: row.recipient as PublicAddress,
    tokenId: row.token_id as TokenId,
    amount: BigInt(row.amount) as BaseUnits,
    feeTokenId: row.fee_token_id as TokenId,
    estimatedFee: BigInt(row.estimated_fee) as BaseUnits,
    feeCeiling: BigInt(row.fee_ceiling) as BaseUnits,
    createdAt: row.created_at,
  };
}

function signingOf(row: OperationRow): Signing {
  const cheapest = row.ladder[0];
  if (cheapest === undefined) throw new BrokenOperationRow(row.id, 'ladder');
  return {
    nonce: cheapest.nonce,
    ladder: row.ladder.map(({ raw, hash }) => ({
      raw: raw as `0x${string}`,
      hash: hash as TransactionHash,
    })),
    signedAt: row.signed_at,
  };
}

function inclusionOf(row: OperationRow): Inclusion {
  return {
    transactionHash: present(row, 'mined_hash') as TransactionHash,
    blockNumber: BigInt(present(row, 'mined_block_number')),
    blockHash: present(row, 'mined_block_hash'),
    isSuccess: present(row, 'is_mined_success'),
    feePaid: BigInt(present(row, 'fee_paid')) as BaseUnits,
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
