import { createPostgresAdmittedPayments } from './adapters/postgres/accounts/admitted-payments.ts';
import { createPostgresDeviceAges } from './adapters/postgres/accounts/device-ages.ts';
import type { ProtectionTrust } from './adapters/postgres/accounts/protection-rows.ts';
import { createPostgresProtections } from './adapters/postgres/accounts/protections.ts';
import { createPostgresSecurityLog } from './adapters/postgres/accounts/security-log.ts';
import type { Database } from './adapters/postgres/connection/connect.ts';
import { createNewestStates } from './adapters/postgres/newest-states.ts';
import { createPostgresAccountFreezes } from './adapters/postgres/shielded/account-freezes.ts';
import type { ApiConfig } from './config.ts';
import type { FreezeLinks } from './ports/freeze-links.ts';
import type { RowSeals } from './ports/row-seals.ts';

/** @returns what limits, holds and freezes are made of */
export function createProtectionParts(
  { protection: rules, unboundSessionMs }: Pick<ApiConfig, 'protection' | 'unboundSessionMs'>,
  given: {
    readonly database: Database;
    /** Of sessions and devices. */
    readonly seals: RowSeals;
    /** Of protections, which the worker reads too. */
    readonly sharedSeals: RowSeals;
    readonly clock: { readonly now: () => Date };
    readonly freezeLinks: FreezeLinks;
  },
) {
  const { database, seals, sharedSeals, clock, freezeLinks } = given;
  const trust: ProtectionTrust = { seals: sharedSeals, newest: createNewestStates() };
  return {
    ...{ rules, clock, freezeLinks },
    protections: createPostgresProtections(database, trust),
    freezes: createPostgresAccountFreezes(database, trust),
    admittedPayments: createPostgresAdmittedPayments(database, trust),
    deviceAges: createPostgresDeviceAges(database, { seals, unboundSessionMs, clock }),
    securityLog: createPostgresSecurityLog(database),
  };
}
