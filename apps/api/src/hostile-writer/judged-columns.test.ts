import { getTableColumns, getTableName, isTable } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import * as accounts from '../adapters/postgres/schema/accounts.ts';
import * as claims from '../adapters/postgres/schema/claims.ts';
import * as contacts from '../adapters/postgres/schema/contacts.ts';
import * as history from '../adapters/postgres/schema/history.ts';
import * as notes from '../adapters/postgres/schema/notes.ts';
import * as notificationSettings from '../adapters/postgres/schema/notification-settings.ts';
import * as operations from '../adapters/postgres/schema/operations.ts';
import * as outbox from '../adapters/postgres/schema/outbox.ts';
import * as ownerWraps from '../adapters/postgres/schema/owner-wraps.ts';
import * as paymentRequests from '../adapters/postgres/schema/payment-requests.ts';
import * as poolHistory from '../adapters/postgres/schema/pool-history.ts';
import * as prices from '../adapters/postgres/schema/prices.ts';
import * as privateTransactions from '../adapters/postgres/schema/private-transactions.ts';
import * as push from '../adapters/postgres/schema/push.ts';
import * as ramp from '../adapters/postgres/schema/ramp.ts';
import * as security from '../adapters/postgres/schema/security.ts';
import * as shielded from '../adapters/postgres/schema/shielded.ts';
import * as signingPlans from '../adapters/postgres/schema/signing-plans.ts';
import * as swaps from '../adapters/postgres/schema/swaps.ts';
import { JUDGED, NOT_LISTED } from './judged-columns.test-setup.ts';

const schema = {
  ...{
    ...accounts,
    ...claims,
    ...contacts,
    ...history,
    ...notes,
    ...notificationSettings,
    ...operations,
  },
  ...{
    ...outbox,
    ...ownerWraps,
    ...paymentRequests,
    ...poolHistory,
    ...prices,
    ...privateTransactions,
    ...push,
    ...ramp,
    ...security,
  },
  ...{ ...shielded, ...signingPlans, ...swaps },
};
const tables = Object.values(schema).filter((each) => isTable(each));

it('every table is judged, by its columns or as a whole', () => {
  const judged = [...Object.keys(JUDGED), ...Object.keys(NOT_LISTED)].sort();
  expect(judged).toEqual(tables.map(getTableName).sort());
});

describe('every column of a table that sign-in or money trusts is attacked, or known to be harmless', () => {
  it.each(Object.keys(JUDGED))('%s', (name) => {
    const table = tables.find((each) => getTableName(each) === name);
    if (table === undefined) throw new Error(`There is no table ${name}.`);
    const columns = Object.values(getTableColumns(table)).map((column) => column.name);
    expect(Object.keys(JUDGED[name] ?? {}).sort()).toEqual(columns.sort());
  });
});
