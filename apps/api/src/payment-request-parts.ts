import { readSecret } from './adapters/key-vault/key-files.ts';
import { createLinkSeals } from './adapters/key-vault/link-seals.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { createPostgresPublicArrivals } from './adapters/postgres/history/public-arrivals.ts';
import { createPostgresPaymentRequests } from './adapters/postgres/operations/payment-requests.ts';
import { createReportUnsealed, type UnsealedReport } from './application/report-unsealed.ts';
import type { CommonConfig } from './config-groups.ts';

/** @returns what the payment requests of users are made of */
export async function readPaymentRequestParts(
  { keyFolder }: Pick<CommonConfig, 'keyFolder'>,
  database: Database,
  unsealed: UnsealedReport,
) {
  const seals = createLinkSeals(await readSecret(keyFolder, 'rows-1'), 'payment-requests');
  const report = createReportUnsealed(unsealed);
  return {
    paymentRequests: createPostgresPaymentRequests(database, { seals, report }),
    publicArrivals: createPostgresPublicArrivals(database),
  };
}
