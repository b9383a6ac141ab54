import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { seededUsers } from './users.ts';

/** Writes the accounts that the server creates when they are missing: the seeded users, without their funds. */
export async function writeAccountsFile(file: string): Promise<void> {
  const accounts = seededUsers.map(({ name, email, phone, password }) => ({
    name,
    email,
    phone,
    password,
  }));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
