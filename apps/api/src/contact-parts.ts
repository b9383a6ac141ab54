import { createPostgresContacts } from './adapters/postgres/accounts/contacts.ts';
import { createPostgresNotes } from './adapters/postgres/accounts/notes.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { createNewestStates } from './adapters/postgres/newest-states.ts';
import { createReportUnsealed, type UnsealedReport } from './application/report-unsealed.ts';

/** @returns what the contacts and notes of users are made of */
export function createContactParts(database: Database, unsealed: UnsealedReport) {
  const report = createReportUnsealed(unsealed);
  return {
    contacts: createPostgresContacts(database, { newest: createNewestStates(), report }),
    notes: createPostgresNotes(database, { newest: createNewestStates(), report }),
  };
}
