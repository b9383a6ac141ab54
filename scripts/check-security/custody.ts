import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUrlOf, type Product, startProduct } from '../product/start-product.ts';
import { createApiClient } from './api-client.ts';
import { sendCanaries } from './canaries.ts';
import type { CheckLine } from './check-line.ts';
import {
  checkCoreLimits,
  checkExports,
  searchDatabase,
  searchDisk,
  searchLogs,
  searchMemory,
} from './custody-searches.ts';
import {
  beginRegistration,
  type CustodyUser,
  changePassword,
  createCustodyUser,
  endRegistration,
  exportKeys,
  resetPassword,
  sendMoney,
  signInAgain,
  signOut,
} from './custody-user.ts';
import { dumpDatabase } from './stored-bytes.ts';
import { checkKeyRecords } from './stored-keys.ts';

const USERS = 20;
const IDLE_S = 60;

/**
 * Starts the product, lets users use every feature that touches keys, and searches for their secrets in the
 * database, on the disk, in the logs and in the memory of the servers.
 */
export async function checkCustody(): Promise<readonly CheckLine[]> {
  // Each user has their own address, as behind a proxy.
  const product = await startProduct({ environment: { TRUSTED_PROXIES: '1' } });
  try {
    const users = Array.from({ length: USERS }, (_, at) => createCustodyUser(product, at + 1));
    const dumps: Buffer[] = [];
    const noteDump = async () => dumps.push(await dumpDatabase(await databaseUrlOf(product)));
    const safeExports = await exerciseEverything(product, users, noteDump);
    const canaries = await sendCanaries(createApiClient(product.url, '198.18.250.7'));
    const { line, dataKeys } = await checkKeyRecords(product, users);
    await noteDump();
    await sleep(IDLE_S * 1000);
    const secrets = [...users.flatMap(({ secrets: own }) => own), ...dataKeys, ...canaries];
    return [
      searchDatabase(users, secrets, dumps),
      await searchDisk(product, secrets),
      line,
      ...(process.platform === 'linux'
        ? [await checkCoreLimits(product), await searchMemory(product, secrets, IDLE_S)]
        : []),
      await searchLogs(product, users, secrets),
      await checkExports(users, safeExports),
    ];
  } finally {
    await product.remove();
  }
}

/** @returns how many exports needed the password and were not cacheable */
async function exerciseEverything(
  product: Product,
  users: readonly CustodyUser[],
  noteDump: () => Promise<unknown>,
): Promise<number> {
  let safeExports = 0;
  for (const user of users) await beginRegistration(product, user);
  await noteDump();
  for (const user of users) {
    await endRegistration(user);
    await signInAgain(user);
    if (await exportKeys(user)) safeExports += 1;
    await changePassword(user);
  }
  await noteDump();
  for (const [at, user] of users.entries()) {
    const recipient = users[(at + 1) % users.length];
    if (recipient) await sendMoney(user, recipient.publicAddress);
    await resetPassword(product, user);
  }
  await noteDump();
  for (const user of users) await signOut(user);
  return safeExports;
}
