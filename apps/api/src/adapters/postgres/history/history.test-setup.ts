import { randomUUID } from 'node:crypto';
import type { ClassifiedMovement } from '#domain/activity/classify-movements';
import type { PublicAddress, TransactionHash } from '#domain/address/address';
import type { BaseUnits } from '#domain/amount/base-units';
import { ALICE, BOB, USDC } from '#testing/network';
import type { FollowedBlock } from '../../../ports/block-feed.ts';
import type { PublicHistory } from '../../../ports/public-history.ts';
import { createDatabase, type Database } from '../connection/connect.ts';
import { createTestDatabase } from '../test-database.test-setup.ts';

export const CHAIN = 31337;
export const NOW = new Date('2026-11-21T10:00:00.000Z');

/** A database with all tables and nothing in them. */
export async function startEmptyDatabase(): Promise<{
  readonly database: Database;
  readonly stop: () => Promise<void>;
}> {
  const database = createDatabase(await createTestDatabase());
  return { database, stop: () => database.close() };
}

/** @returns a block; each is a second after the one before */
export function block(number: number): FollowedBlock {
  const at = new Date(NOW.getTime() + number * 1_000);
  return { number: BigInt(number), hash: `0x${number}`, parentHash: `0x${number - 1}`, at };
}

/** @returns the hash of a transaction */
export function hash(number: number): TransactionHash {
  return `0x${number.toString(16).padStart(64, 'a')}` as TransactionHash;
}

/** @returns what a block did, with plain defaults: Alice gets 5 units of USDC. */
export function movement(
  number: number,
  more: Partial<ClassifiedMovement> = {},
): ClassifiedMovement {
  return {
    chainId: CHAIN,
    account: ALICE,
    tokenId: USDC.id,
    blockNumber: BigInt(number),
    blockHash: `0x${number}`,
    at: block(number).at,
    transactionHash: hash(number),
    transactionIndex: 0,
    position: 'log.0',
    cause: 'token',
    direction: 'in',
    from: BOB,
    to: ALICE,
    amount: 5n as BaseUnits,
    isSuccess: true,
    isSender: false,
    type: 'receive',
    operationId: null,
    ...more,
  };
}

/** Stores blocks on top of the one with the hash `after`. */
export function append(
  history: PublicHistory,
  after: string | null,
  numbers: readonly number[],
  movements: readonly ClassifiedMovement[],
  finalizedNumber = 0n,
): Promise<boolean> {
  const latestNumber = BigInt(numbers[numbers.length - 1] ?? 0);
  const blocks = numbers.map(block);
  const range = { chainId: CHAIN, after, blocks, movements, latestNumber, finalizedNumber };
  return history.append(range, NOW);
}

/** @returns a page of Alice's history, with plain defaults: the newest fifty rows, without orders, of every entry. */
export function readPage(
  history: PublicHistory,
  more: Partial<Parameters<PublicHistory['page']>[0]> = {},
): ReturnType<PublicHistory['page']> {
  return history.page({
    account: ALICE,
    tokenId: null,
    type: null,
    before: null,
    limit: 50,
    rampCoin: null,
    entry: null,
    ...more,
  });
}

/** An operation as it is stored: a payment of 7 units of USDC from Alice to Bob unless stated otherwise. */
export interface StoredOperation {
  readonly userId?: string;
  readonly kind?: string;
  readonly key?: string;
  readonly recipient?: PublicAddress;
  readonly tokenId?: string;
  readonly amount?: bigint;
  readonly status?: string;
  readonly endedAt?: Date | null;
}

/** @returns its id */
export async function addOperation(
  { pool }: Pick<Database, 'pool'>,
  more: StoredOperation = {},
): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into operations (id, user_id, idempotency_key, fingerprint, kind, status, chain_id, account, recipient,
       token_id, amount, fee_token_id, estimated_fee, fee_ceiling, signed_at, created_at, due_at, lease_epoch, ended_at)
     values ($1, $2, $3, 'print', $4, $5, $6, $7, $8, $9, $10, 'polygon-pol', 1, 1, $11, $11, $11, 1, $12)`,
    [
      id,
      more.userId ?? id,
      more.key ?? 'key',
      more.kind ?? 'send',
      more.status ?? 'broadcast',
      CHAIN,
      ALICE,
      more.recipient ?? BOB,
      more.tokenId ?? USDC.id,
      more.amount ?? 7n,
      NOW,
      more.endedAt ?? null,
    ],
  );
  return id;
}
