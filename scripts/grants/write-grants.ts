import type pg from 'pg';
import { ROLES } from '../../apps/api/src/adapters/postgres/roles/roles.ts';
import { grantsOf, type RoleGrants, type TableGrant } from './grants-of.ts';
import { findReachable, PROGRAMS_BY_ROLE } from './reachable-statements.ts';
import { createRightsReader } from './read-rights.ts';

/** @returns what each role needs, by the statements that its programs can run, on a migrated database */
export async function computeGrants(client: pg.Client): Promise<readonly RoleGrants[]> {
  const reader = await createRightsReader(client);
  const grants: RoleGrants[] = [];
  for (const role of ROLES) {
    const statements = await findReachable(PROGRAMS_BY_ROLE[role]);
    const rights = [];
    for (const { text } of statements) rights.push(await reader.readRights(text));
    grants.push(grantsOf(role, rights));
  }
  return grants;
}

const HEADER = `-- Written by \`npm run db:grants\` from the statements that each program can run; a test compares the two.
-- Applied by \`node scripts/run.mjs migrate\`, after everything else was taken away.`;

/** @returns the text of `grants.sql` */
export function writeGrants(grants: readonly RoleGrants[]): string {
  return `${[HEADER, ...grants.map(writeRole)].join('\n\n')}\n`;
}

function writeRole({ role, tables, sequences }: RoleGrants): string {
  const schemas = new Set(['public', ...tables.map(({ table }) => table.split('.')[0])]);
  return [
    `-- ${role}`,
    ...[...schemas].map((schema) => `grant usage on schema ${schema} to ${role};`),
    ...tables.map((grant) => `grant ${writePrivileges(grant)} on ${grant.table} to ${role};`),
    ...sequences.map((sequence) => `grant usage on sequence ${sequence} to ${role};`),
  ].join('\n');
}

function writePrivileges({ columns }: TableGrant): string {
  return [...columns]
    .map(([privilege, names]) =>
      names.length === 0 ? privilege : `${privilege} (${names.join(', ')})`,
    )
    .join(', ');
}
