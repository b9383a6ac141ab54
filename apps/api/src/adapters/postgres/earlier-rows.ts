import type pg from 'pg';
import type { EarlierRows } from '../../ports/earlier-rows.ts';
import type { RowSeals } from '../../ports/row-seals.ts';
import { sealEarlierKeyRecords } from './accounts/key-record-seals.ts';
import { sealEarlierDevices } from './accounts/known-devices.ts';
import { sealEarlierSettings } from './accounts/notification-choices.ts';
import { sealEarlierOrders } from './exchange/ramp-order-seals.ts';
import { sealEarlierSwaps } from './exchange/swap-seals.ts';

/** The rows of all tables that had none and have seals now. */
export function createPostgresEarlierRows(
  { pool }: { readonly pool: pg.Pool },
  { seals, sharedSeals }: { readonly seals: RowSeals; readonly sharedSeals: RowSeals },
): EarlierRows {
  return {
    async sealAll() {
      const counts = [
        await sealEarlierKeyRecords(pool, seals),
        await sealEarlierDevices(pool, seals),
        await sealEarlierSettings(pool, sharedSeals),
        await sealEarlierSwaps(pool, sharedSeals),
        await sealEarlierOrders(pool, sharedSeals),
      ];
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}
