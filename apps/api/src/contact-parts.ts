import { createPostgresContacts } from './adapters/postgres/accounts/contacts.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { createNewestStates } from './adapters/postgres/newest-states.ts';
import { createReportUnsealed, type UnsealedReport } from './application/report-unsealed.ts';

/** @returns what the contacts of users are made of */
export function createContactParts(database: Database, unsealed: UnsealedReport) {
  return {
    contacts: createPostgresContacts(database, {
      ...{ newest: createNewestStates(), report: createReportUnsealed(unsealed) },
    }),
  };
}
