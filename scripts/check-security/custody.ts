import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUrlOf, type Product, startProduct } from '../product/start-product.ts';
import { createApiClient } from './api-client.ts';
import { sayEverywhere } from './canaries.ts';
import type { CheckLine } from './check-line.ts';
import {
  checkCoreLimits,
  checkExports,
  lookIntoDatabase,
  lookIntoLogs,
  lookIntoMemory,
  lookOntoDisk,
} from './custody-looks.ts';
import {
  beginRegistration,
  type CustodyPerson,
  changePassword,
  createCustodyPerson,
  endRegistration,
  exportKeys,
  resetPassword,
  sendMoney,
  signInAgain,
  signOut,
} from './custody-person.ts';
import { dumpDatabase } from './stored-bytes.ts';
import { checkKeyRecords } from './stored-keys.ts';

const PEOPLE = 20;
const IDLE_S = 60;

/**
 * Starts the product, lets people use everything that touches keys, and looks for what they know in the
 * database, on the disk, in the logs and in the memory of the servers.
 */
export async function checkCustody(): Promise<readonly CheckLine[]> {
  // Each person comes from an address of their own, as behind a proxy.
  const product = await startProduct({ environment: { TRUSTED_PROXIES: '1' } });
  try {
    const people = Array.from({ length: PEOPLE }, (_, at) => createCustodyPerson(product, at + 1));
    const dumps: Buffer[] = [];
    const noteDump = async () => dumps.push(await dumpDatabase(await databaseUrlOf(product)));
    const safeExports = await liveThrough(product, people, noteDump);
    const canaries = await sayEverywhere(createApiClient(product.url, '198.18.250.7'));
    const { line, dataKeys } = await checkKeyRecords(product, people);
    await noteDump();
    await sleep(IDLE_S * 1000);
    const secrets = [...people.flatMap(({ secrets: own }) => own), ...dataKeys, ...canaries];
    return [
      lookIntoDatabase(people, secrets, dumps),
      await lookOntoDisk(product, secrets),
      line,
      ...(process.platform === 'linux'
        ? [await checkCoreLimits(product), await lookIntoMemory(product, secrets, IDLE_S)]
        : []),
      await lookIntoLogs(product, people, secrets),
      await checkExports(people, safeExports),
    ];
  } finally {
    await product.remove();
  }
}

/** @returns how many exports were refused without the password and not cached with it */
async function liveThrough(
  product: Product,
  people: readonly CustodyPerson[],
  noteDump: () => Promise<unknown>,
): Promise<number> {
  let safeExports = 0;
  for (const person of people) await beginRegistration(product, person);
  await noteDump();
  for (const person of people) {
    await endRegistration(person);
    await signInAgain(person);
    if (await exportKeys(person)) safeExports += 1;
    await changePassword(person);
  }
  await noteDump();
  for (const [at, person] of people.entries()) {
    const recipient = people[(at + 1) % people.length];
    if (recipient) await sendMoney(person, recipient.publicAddress);
    await resetPassword(product, person);
  }
  await noteDump();
  for (const person of people) await signOut(person);
  return safeExports;
}
