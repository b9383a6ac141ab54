import type pg from 'pg';
import type { ShieldedRequest, ShieldedRequests } from '../../../ports/shielded-requests.ts';
import type { RunKey, ShieldedSeals } from '../../../ports/shielded-seals.ts';
import { readExact, writeExact } from '../connection/exact-json.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import type { shieldedRequests } from '../schema/shielded.ts';

/** Channel that announces the chain's id when its pool's process gets a request. */
export const SHIELDED_REQUESTS_CHANNEL = 'shielded_questions';
/** Channel that announces the id of a request that has a response. */
export const SHIELDED_RESPONSES_CHANNEL = 'shielded_answers';

export const TAKE = statement<RowOf<typeof shieldedRequests, 'id' | 'request'>>(
  `update shielded_requests set taken_at = $2
   where key_id = $1 and taken_at is null and deadline > $2 returning id, request`,
);

export const RESPOND = statement(
  `with answered as (update shielded_requests set response = $2 where id = $1)
   select pg_notify('${SHIELDED_RESPONSES_CHANNEL}', $3)`,
);

export const SWEEP = statement('delete from shielded_requests where deadline < $1');

/** What is sealed in a request: its key seals the response. */
export interface SealedRequest {
  readonly request: ShieldedRequest;
  /** 32 bytes in base64. */
  readonly responseKey: string;
}

/** @returns the context that a request or a response is sealed with */
export function requestContext(id: string): readonly string[] {
  return ['shielded request', id];
}

export function responseContext(id: string): readonly string[] {
  return ['shielded response', id];
}

/** The requests that were sealed for one run. */
export function createPostgresShieldedRequests(
  { pool }: { readonly pool: pg.Pool },
  seals: Pick<ShieldedSeals, 'sealWith'>,
  {
    key,
    report,
  }: {
    readonly key: RunKey;
    readonly report: (error: { readonly message: string; readonly cause: unknown }) => void;
  },
): ShieldedRequests {
  function open(id: string, sealed: Buffer): SealedRequest | null {
    try {
      return readExact<SealedRequest>(key.open(sealed, requestContext(id)).toString('utf8'));
    } catch (cause) {
      report({ message: 'A request to the pool could not be opened.', cause });
      return null;
    }
  }
  return {
    async take(now) {
      const rows = await readAll(pool, TAKE, [key.keyId, now]);
      return rows.flatMap(({ id, request: sealed }) => {
        const opened = open(id, sealed);
        if (opened === null) return [];
        const { request, responseKey } = opened;
        return {
          request,
          respond: async (response) => {
            const plain = Buffer.from(writeExact(response));
            const box = seals.sealWith(
              Buffer.from(responseKey, 'base64'),
              plain,
              responseContext(id),
            );
            await run(pool, RESPOND, [id, box, id]);
          },
        };
      });
    },
    async sweep(now) {
      await run(pool, SWEEP, [now]);
    },
  };
}
