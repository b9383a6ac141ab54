import type pg from 'pg';
import type { SecurityLog } from '../../../ports/security-log.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, statement } from '../connection/statement.ts';
import type { auditEvents } from '../schema/accounts.ts';

export const LIST_EVENTS = statement<RowOf<typeof auditEvents, 'id' | 'event' | 'at' | 'ip'>>(
  `select id, event, at, ip from audit_events where user_id = $1 and event = any($2)
   order by id desc limit $3`,
);

/** The audit log as its users see it. Whether rows were changed, `verify-audit` says. */
export function createPostgresSecurityLog({ pool }: { readonly pool: pg.Pool }): SecurityLog {
  return {
    async list(userId, events, most) {
      const rows = await readAll(pool, LIST_EVENTS, [userId, events, most]);
      return rows.flatMap(({ id, event: name, at, ip }) => {
        const event = events.find((each) => each === name);
        return event === undefined ? [] : [{ id, event, at, ip }];
      });
    },
  };
}
