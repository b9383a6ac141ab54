import type { AccountRecords } from '#domain/operation/lost-commits';
import type { BroadcasterRecords } from '../ports/broadcaster-records.ts';

/** Changes what a simulated server believes of its records. */
export type AlterRecords = (records: AccountRecords) => AccountRecords;

/** Does not notice a failover: it signs again at once, while what was lost is still on its way. */
export const ignoreFailovers: AlterRecords = (records) => ({ ...records, failover: 'none' });

/** Takes every count above the records for another wallet's transactions. */
export const trustOtherWallets: AlterRecords = (records) => ({
  ...records,
  failover: records.failover === 'just-now' ? 'just-now' : 'none',
  isExported: true,
});

/** Changes what a simulated prover believes of the broadcaster's records. */
export type AlterBroadcasterRecords = (records: BroadcasterRecords) => BroadcasterRecords;

/** Proves again what the database lost, without looking whether it was paid. */
export const ignoreLostPayments: AlterBroadcasterRecords = (records) => ({
  ...records,
  compare: async () => ({ kind: 'complete' }),
});
