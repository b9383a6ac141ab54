import { createPostgresContacts } from './adapters/postgres/accounts/contacts.ts';
import { createPostgresNotes } from './adapters/postgres/accounts/notes.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { createNewestStates } from './adapters/postgres/newest-states.ts';
import { createPostgresSigningPlans } from './adapters/postgres/operations/signing-plans.ts';
import { createReportUnsealed, type UnsealedReport } from './application/report-unsealed.ts';

/** @returns what is stored that only the sessions of its users open */
export function createContactParts(database: Database, unsealed: UnsealedReport) {
  const report = createReportUnsealed(unsealed);
  return {
    contacts: createPostgresContacts(database, { newest: createNewestStates(), report }),
    notes: createPostgresNotes(database, { newest: createNewestStates(), report }),
    signingPlans: createPostgresSigningPlans(database, { report }),
  };
}
