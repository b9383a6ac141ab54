import { join } from 'node:path';
import pg from 'pg';
import {
  createPasswordDerivation,
  isSameVerifier,
  type PasswordParameters,
} from '../../apps/api/src/adapters/key-vault/password-hash.ts';
import { readServerKeys } from '../../apps/api/src/adapters/key-vault/peppers.ts';
import { createRecoveryFile } from '../../apps/api/src/adapters/key-vault/recovery-file.ts';
import {
  ACCOUNT,
  type AccountRow,
  accountOf,
} from '../../apps/api/src/adapters/postgres/accounts/accounts.ts';
import { databaseUrlOf, type Product } from '../product/start-product.ts';
import type { CheckLine } from './check-line.ts';
import type { CustodyUser } from './custody-user.ts';
import type { Secret } from './secret-finder.ts';

interface KeyRow extends AccountRow {
  readonly password_salt: Buffer;
  readonly password_parameters: PasswordParameters;
  readonly password_verifier_hash: Buffer;
  readonly recovery_wrap: Buffer;
}

const LEAST_MEMORY_KIB = 65_536;
const LEAST_ITERATIONS = 3;

/**
 * Reads everyone's stored keys with all that is on the server's machine.
 * @returns how passwords are hashed, and the data keys, which are secrets to search for
 */
export async function checkKeyRecords(
  product: Product,
  users: readonly CustodyUser[],
): Promise<{ readonly line: CheckLine; readonly dataKeys: readonly Secret[] }> {
  const folderOf = (name: string) => join(product.dataDir, 'keys', name);
  const { pepper } = await readServerKeys(folderOf('api'));
  const recovery = await createRecoveryFile(folderOf('recovery'));
  const derive = createPasswordDerivation();
  const rows = await readRows(product, users);
  const dataKeys: Secret[] = [];
  let [strong, right, rightWithoutPepper] = [0, 0, 0];
  for (const { email, password } of users) {
    const row = rows.find((each) => each.email === email);
    if (!row) throw new Error(`${email} has no stored keys.`);
    const { password_salt: salt, password_parameters: parameters } = row;
    if (isStrong(parameters)) strong += 1;
    const matches = async (withPepper: Uint8Array) =>
      isSameVerifier(
        (await derive({ password, salt, pepper: withPepper, parameters })).verifierHash,
        row.password_verifier_hash,
      );
    if (await matches(pepper)) right += 1;
    if (await matches(Buffer.alloc(0))) rightWithoutPepper += 1;
    const bytes = await recovery.unwrap(row.recovery_wrap, accountOf(row));
    dataKeys.push({ kind: 'data key', owner: email, bytes: Buffer.from(bytes) });
  }
  const of = `of ${users.length}`;
  const line = {
    id: 'S02',
    name: 'passwords hashed with Argon2id with 64 MiB and 3 passes or more',
    figure: `${strong} ${of}; the right password matches with the pepper ${right} ${of}, without it ${rightWithoutPepper} ${of}`,
    isGood: strong === users.length && right === users.length && rightWithoutPepper === 0,
  };
  return { line, dataKeys };
}

function isStrong({ memoryKiB, iterations }: PasswordParameters): boolean {
  return memoryKiB >= LEAST_MEMORY_KIB && iterations >= LEAST_ITERATIONS;
}

async function readRows(
  product: Product,
  users: readonly CustodyUser[],
): Promise<readonly KeyRow[]> {
  const client = new pg.Client({ connectionString: await databaseUrlOf(product) });
  await client.connect();
  try {
    const { rows } = await client.query<KeyRow>(
      `select k.*, ${ACCOUNT} from key_records k join users u on u.id = k.user_id
       join wallets w on w.user_id = u.id where u.email = any($1)`,
      [users.map(({ email }) => email)],
    );
    return rows;
  } finally {
    await client.end();
  }
}
