import { randomUUID } from 'node:crypto';
import type { PublicAddress } from '#domain/address/address';
import { CLAIM_LASTS_MS, type PublicClaimTerms } from '#domain/claim/claim';
import type { OperationStatus } from '#domain/operation/operation';
import { buildClaimTerms } from '#testing/claim';
import { USDC } from '#testing/network';
import { uuidOf } from '#testing/operation';
import type { OwnClaim } from './ports/claims.ts';
import type { TestServer } from './server.test-setup.ts';

export const CODE = '7Q2MK9XD4TPA82WJ';
export const LINK = 'https://wallet.example/claim/7Q2M-K9XD-4TPA-82WJ';

/** Stores a claim of 50 USDC of the only user as rows, with nothing sealed. @returns it as its sender lists it */
export async function storeClaim(
  server: TestServer,
  more: Partial<PublicClaimTerms> = {},
  funding: OperationStatus | null = 'confirmed',
): Promise<OwnClaim> {
  const id = randomUUID();
  const [user] = await query<{ id: string }>(server, 'select id from users order by created_at');
  const userId = user?.id ?? '';
  const createdAt = server.now();
  const terms = buildClaimTerms({
    number: await server.count('claims'),
    address: `0x${id.replaceAll('-', '').padEnd(40, '0')}` as PublicAddress,
    message: 'Buy now at evil.example',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + CLAIM_LASTS_MS),
    ...more,
  });
  await query(
    server,
    `insert into claims (id, user_id, number, chain_id, address, funding_key, lookup, content, sealed_code, created_at, expires_at)
     values ($1::uuid, $2, $3, 31337, $4, 'funding ' || $1::text, uuid_send($1::uuid), '', '', $5, $6)`,
    [id, userId, terms.number, terms.address, createdAt, terms.expiresAt],
  );
  if (funding !== null) {
    await storeOperation(server, {
      ...{ userId, key: `funding ${id}`, account: 'account', recipient: terms.address },
      status: funding,
    });
  }
  return {
    ...{ id, code: CODE, terms, userId, record: { funding: funding ?? 'created', end: null } },
    funding: { operationId: uuidOf(0), transactionHash: null, feePaid: null, block: null },
    lastEnd: null,
    ...{ endedIn: null, notifiedAt: null, reminders: 0, remindedAt: null, openedAt: null },
  };
}

/** Stores what claims or returns a claim, as the repository does. @returns the operation's id */
export async function storeEnd(
  server: TestServer,
  claim: OwnClaim,
  { userId, status }: { readonly userId: string; readonly status: string },
): Promise<string> {
  const key = `end ${randomUUID()}`;
  const { address: account } = claim.terms;
  const id = await storeOperation(server, { userId, key, account, recipient: '0xOwn', status });
  await query(server, 'update claims set operation_id = $2 where id = $1', [claim.id, id]);
  return id;
}

export interface StoredOperation {
  readonly userId: string;
  readonly key: string;
  readonly account: string;
  readonly recipient: string;
  readonly status: string;
}

async function storeOperation(
  server: TestServer,
  { userId, key, account, recipient, status }: StoredOperation,
): Promise<string> {
  const id = randomUUID();
  const now = server.now();
  await query(
    server,
    `insert into operations (id, user_id, idempotency_key, fingerprint, kind, status, chain_id, account, recipient,
       token_id, amount, fee_token_id, estimated_fee, fee_ceiling, signed_at, created_at, due_at, lease_epoch, ended_at)
     values ($1, $2, $3, 'fingerprint', 'send', $4, 31337, $5, $6, $7, 50000000, 'polygon-pol', 1, 1, $8, $8, $8, 1,
       case when $4 in ('confirmed', 'reverted', 'replaced', 'failed') then $8::timestamptz end)`,
    [id, userId, key, status, account, recipient, USDC.id, now],
  );
  return id;
}

export async function setStatus(server: TestServer, key: string, status: string): Promise<void> {
  await query(server, 'update operations set status = $2 where idempotency_key = $1', [
    key,
    status,
  ]);
}

export async function query<Row extends object>(
  server: Pick<TestServer, 'database'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return (await server.database.pool.query<Row>(text, [...values])).rows;
}
