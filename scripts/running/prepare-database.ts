import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { RunningDatabase } from '#sandbox/database/start-database';
import {
  migrateAndGrant,
  migrateDatabase,
} from '../../apps/api/src/adapters/postgres/connection/migrate.ts';
import { ROLES, type Role } from '../../apps/api/src/adapters/postgres/roles/roles.ts';
import type { RunSettings } from './settings.ts';

/** Connection strings, by role. */
export type RoleUrls = Readonly<Record<Role, string>>;

/**
 * Brings the schema up to date and gives each role its rights. In a database of the user's own, it creates the roles
 * where the role of `DATABASE_URL` may; otherwise every process connects as that one, which is reported.
 * @param database the sandbox's own; null when the user gave another
 * @returns how each process connects, and how the owner of the schema does
 */
export async function prepareDatabase(
  settings: Pick<RunSettings, 'dataDir' | 'databaseUrl'>,
  database: Pick<RunningDatabase, 'url' | 'roleUrls'> | null,
  report: (sentence: string) => void,
): Promise<{ readonly ownerUrl: string; readonly roleUrls: RoleUrls }> {
  const ownerUrl = settings.databaseUrl ?? database?.url;
  if (ownerUrl === undefined) throw new Error('There is no database.');
  const roleUrls =
    settings.databaseUrl === null
      ? database?.roleUrls
      : await createRoles(settings.databaseUrl, join(settings.dataDir, 'database-roles.json'));
  if (roleUrls !== undefined && roleUrls !== null) {
    await migrateAndGrant(ownerUrl);
    return { ownerUrl, roleUrls };
  }
  await migrateDatabase(ownerUrl);
  report(
    'every process has all rights on the database: the role of DATABASE_URL may not make more',
  );
  return { ownerUrl, roleUrls: byRole(() => ownerUrl) };
}

/**
 * Creates the roles that are missing, with passwords that `file` keeps.
 * @returns how each connects; null when they may not be created, or others made them and their passwords are not known
 */
async function createRoles(url: string, file: string): Promise<RoleUrls | null> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; may_create: boolean }>(
      `select rolname as name, rolcreaterole or rolsuper as may_create from pg_roles
       where rolname = current_user or rolname = any($1)`,
      [ROLES],
    );
    const existing = rows
      .map(({ name }) => name)
      .filter((name) => ROLES.some((role) => role === name));
    const isKnown = existsSync(file);
    if (existing.length > 0 && !isKnown) return null;
    if (existing.length < ROLES.length && !rows.some(({ may_create }) => may_create)) return null;
    if (!isKnown) await writeFile(file, JSON.stringify(byRole(randomPassword)), { mode: 0o600 });
    const passwords: RoleUrls = JSON.parse(await readFile(file, 'utf8'));
    for (const role of ROLES.filter((each) => !existing.includes(each))) {
      await client.query(
        `create role ${role} login password ${client.escapeLiteral(passwords[role])}`,
      );
    }
    return byRole((role) => urlAs(url, role, passwords[role]));
  } finally {
    await client.end();
  }
}

function urlAs(ownerUrl: string, role: Role, password: string): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

function byRole(make: (role: Role) => string): RoleUrls {
  return Object.fromEntries(ROLES.map((role) => [role, make(role)])) as RoleUrls;
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url');
}
