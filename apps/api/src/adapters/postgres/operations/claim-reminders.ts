import type pg from 'pg';
import { MOST_REMINDERS, REMIND_AGAIN_AFTER_MS } from '#domain/claim/claim';
import type { ClaimReminders } from '../../../ports/claim-reminders.ts';
import { readFirst, run, statement } from '../connection/statement.ts';
import { UUID } from '../connection/uuid.ts';
import { IS_FREE } from './claim-end.ts';

/** True of a claim `c` whose recipient can claim it: `claimState` says `waiting`. Values: $1 claim, $2 now. */
const IS_WAITING = `c.id = $1 and c.expires_at > $2 and ${IS_FREE} and exists (
    select 1 from operations f where f.user_id = c.user_id and f.idempotency_key = c.funding_key
      and f.status in ('mined', 'confirmed'))`;

/** Values: those of `remindValues`. */
export const REMIND = statement(`
  update claims c set reminders = c.reminders + 1, reminded_at = $2
  where ${IS_WAITING} and c.notified_at is not null and greatest(c.notified_at, c.reminded_at) <= $3
    and c.reminders < ${MOST_REMINDERS}`);

export const FIND_WAITING = statement(`select 1 from claims c where ${IS_WAITING}`);

/** @returns the claim, now, and before when its last message has to be */
export function remindValues(claimId: string, now: Date): readonly unknown[] {
  return [claimId, now, new Date(now.getTime() - REMIND_AGAIN_AFTER_MS)];
}

/** Scheduled reminders, counted in the rows of their claims. */
export function createPostgresClaimReminders({ pool }: { readonly pool: pg.Pool }): ClaimReminders {
  return {
    count: async (claimId, now) =>
      UUID.test(claimId) && (await run(pool, REMIND, remindValues(claimId, now))) === 1,
    isWaiting: async (claimId, now) =>
      UUID.test(claimId) && (await readFirst(pool, FIND_WAITING, [claimId, now])) !== null,
  };
}
