import type pg from 'pg';
import type { Clock } from '../../../ports/clock.ts';
import type { Randomness } from '../../../ports/randomness.ts';
import type { ShieldedPoolClient } from '../../../ports/shielded-pool-client.ts';
import type { ShieldedRequest, ShieldedResponse } from '../../../ports/shielded-requests.ts';
import type { ShieldedSeals } from '../../../ports/shielded-seals.ts';
import {
  isAway,
  type ShieldedWorker,
  type ShieldedWorkers,
} from '../../../ports/shielded-wallets.ts';
import { readExact, writeExact } from '../connection/exact-json.ts';
import type { NotificationListener } from '../connection/notification-listener.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import type { shieldedRequests } from '../schema/shielded.ts';
import {
  requestContext,
  responseContext,
  type SealedRequest,
  SHIELDED_REQUESTS_CHANNEL,
  SHIELDED_RESPONSES_CHANNEL,
} from './shielded-requests.ts';

export interface ShieldedPoolClientParts {
  readonly pool: pg.Pool;
  readonly notificationListener: NotificationListener;
  readonly workers: ShieldedWorkers;
  readonly seals: Pick<ShieldedSeals, 'sealTo' | 'openWith'>;
  /** How many private payments of all users wait for their proof or are being proved. */
  readonly waiting: () => Promise<number>;
  readonly clock: Clock;
  readonly randomness: Randomness;
  /** The only chain with a pool; null when there is none. */
  readonly poolChainId: number | null;
}

type Kind = ShieldedRequest['kind'];

const RESPONSE_KEY_BYTES = 32;
/** A proof keeps the other process busy for seconds. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** Its wallet is opened and scanned first. */
const CLAIM_TIMEOUT_MS = 20_000;
const REFRESH_WITHIN_MS = 12_000;
/** A response is announced immediately; one whose notification was lost is found after this. */
const LOOK_EVERY_MS = 500;

export const INSERT_REQUEST = statement(`
  with inserted as (
    insert into shielded_requests (id, chain_id, key_id, request, requested_at, deadline)
    values ($1, $2, $3, $4, $5, $6)
  )
  select pg_notify('${SHIELDED_REQUESTS_CHANNEL}', $2::int::text)`);

export const READ_RESPONSE = statement<RowOf<typeof shieldedRequests, 'response'>>(
  'select response from shielded_requests where id = $1',
);

export const DELETE_REQUEST = statement('delete from shielded_requests where id = $1');

/** Sends requests over a table: sealed requests and responses, and a listener for both. Call it before the listener starts. */
export function createPostgresShieldedPoolClient(
  parts: ShieldedPoolClientParts,
): ShieldedPoolClient {
  const { workers, clock } = parts;
  const request = createSendRequest(parts);
  const alive = (chainId: number | null) => {
    const worker = chainId === null ? null : workers.current(chainId);
    return isAway(worker, clock.now()) ? null : worker;
  };
  return {
    terms: async (chainId) => workers.current(chainId)?.terms ?? null,
    prover: () => alive(parts.poolChainId)?.prover ?? null,
    async pace() {
      const worker = alive(parts.poolChainId);
      if (worker === null) return null;
      const { proofMs, proofsAtOnce } = worker;
      return { proofMs, proofsAtOnce, waiting: await parts.waiting() };
    },
    prepareShield: (shield) =>
      request(alive(shield.token.chainId), { kind: 'prepare-shield', shield }, RESPONSE_TIMEOUT_MS),
    estimateShield: (shield) =>
      request(
        alive(shield.token.chainId),
        { kind: 'estimate-shield', shield },
        RESPONSE_TIMEOUT_MS,
      ),
    estimatePrivateTransaction: (userId, privateTransaction) =>
      request(
        alive(privateTransaction.token.chainId),
        { kind: 'estimate-private-transaction', userId, privateTransaction },
        RESPONSE_TIMEOUT_MS,
      ),
    planPrivateTransaction: (userId, privateTransaction) =>
      request(
        alive(privateTransaction.token.chainId),
        { kind: 'plan-private-transaction', userId, privateTransaction },
        RESPONSE_TIMEOUT_MS,
      ),
    estimateClaimEnd: (wallet, privateTransaction) =>
      request(
        alive(privateTransaction.token.chainId),
        { kind: 'estimate-claim-end', wallet, privateTransaction },
        CLAIM_TIMEOUT_MS,
      ),
    refresh: (userId) =>
      request(alive(parts.poolChainId), { kind: 'refresh', userId }, REFRESH_WITHIN_MS),
  };
}

function createSendRequest(parts: ShieldedPoolClientParts) {
  const { pool, notificationListener, seals, clock, randomness } = parts;
  const waiting = new Map<string, () => void>();
  notificationListener.on(SHIELDED_RESPONSES_CHANNEL, (id) => waiting.get(id)?.());

  async function readResponse(id: string): Promise<Buffer | null> {
    return (await readFirst(pool, READ_RESPONSE, [id]))?.response ?? null;
  }

  async function waitForResponse(id: string, deadline: Date): Promise<Buffer | null> {
    for (;;) {
      const notified = new Promise<void>((done) => waiting.set(id, done));
      const response = await readResponse(id);
      if (response !== null || clock.now() >= deadline) return response;
      await Promise.race([notified, clock.sleep(LOOK_EVERY_MS)]);
    }
  }

  return async <K extends Kind>(
    worker: ShieldedWorker | null,
    request: ShieldedRequest & { readonly kind: K },
    withinMs: number,
  ): Promise<ShieldedResponse<K>> => {
    if (worker === null) return { ok: false, problem: 'away' };
    const { chainId, key } = worker;
    const id = randomness.uuid();
    const responseKey = Buffer.from(randomness.bytes(RESPONSE_KEY_BYTES));
    const plain: SealedRequest = { request, responseKey: responseKey.toString('base64') };
    const now = clock.now();
    const deadline = new Date(now.getTime() + withinMs);
    const sealed = seals.sealTo(key.publicKey, Buffer.from(writeExact(plain)), requestContext(id));
    await run(pool, INSERT_REQUEST, [id, chainId, key.keyId, sealed, now, deadline]);
    try {
      const response = await waitForResponse(id, deadline);
      if (response === null) return { ok: false, problem: 'away' };
      return readExact(seals.openWith(responseKey, response, responseContext(id)).toString('utf8'));
    } finally {
      waiting.delete(id);
      await run(pool, DELETE_REQUEST, [id]);
    }
  };
}
