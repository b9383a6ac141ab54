import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findChildren } from '../product/processes.ts';
import type { Product } from '../product/start-product.ts';
import type { CheckLine } from './check-line.ts';
import type { CustodyUser } from './custody-user.ts';
import { coreLimitOf, readMemory } from './process-memory.ts';
import { restoreAddresses } from './restored-wallet.ts';
import { createFinder, findCodes, type Secret } from './secret-finder.ts';
import { readFiles } from './stored-bytes.ts';

/** Programs that see secrets. */
const programs = ['apps/api/src/main.ts', 'apps/api/src/worker.ts', 'apps/api/src/recovery.ts'];

/** @param dumps the database at several moments */
export function searchDatabase(
  users: readonly CustodyUser[],
  secrets: readonly Secret[],
  dumps: readonly Buffer[],
): CheckLine {
  const codes = codesOf(users);
  const find = createFinder(secrets);
  const found = new Set(dumps.flatMap((dump) => [...find(dump)]));
  const foundCodes = new Set(dumps.flatMap((dump) => [...findCodes(dump, codes)]));
  const hits = found.size + foundCodes.size;
  // Proof that the search works: email addresses are stored there.
  const present = users.filter(({ email }) => dumps.every((dump) => dump.includes(email))).length;
  return {
    id: 'S01',
    name: 'nothing that opens a wallet is in the database',
    figure: `${hits} of ${secrets.length + codes.size} secrets in ${dumps.length} dumps, which contain ${present} of ${users.length} email addresses${listKinds(found)}`,
    isGood: hits === 0 && present === users.length,
  };
}

export async function searchDisk(
  { dataDir }: Product,
  secrets: readonly Secret[],
): Promise<CheckLine> {
  const { found, bytes } = await findIn(readFiles(dataDir, isMeantToKnow), secrets);
  return {
    id: 'S01',
    name: 'nor in any file except the key files',
    figure: `${found.size} of ${secrets.length} secrets in ${megabytes(bytes)}${listKinds(found)}`,
    isGood: found.size === 0 && bytes > 0,
  };
}

/** Key files are the keys, and the mailbox belongs to the users. */
function isMeantToKnow(path: string): boolean {
  return path.startsWith('keys/') || path.startsWith('recovery/') || path.startsWith('sandbox/');
}

export async function checkCoreLimits(product: Product): Promise<CheckLine> {
  const limits = await Promise.all(serversOf(product).map(coreLimitOf));
  return {
    id: 'S03',
    name: 'a server that crashes leaves no memory dump',
    figure: `core limits of ${limits.join(' and ')} bytes; with 0 or 1, none is written`,
    isGood: limits.length === programs.length && limits.every((limit) => /^[01]$/.test(limit)),
  };
}

/** Strings and copies made by libraries cannot be overwritten: how many remain is reported, but does not count. */
export async function searchMemory(
  product: Product,
  secrets: readonly Secret[],
  idleS: number,
): Promise<CheckLine> {
  const { found, bytes } = await findIn(readAll(serversOf(product)), secrets);
  const isOverwritten = ({ kind }: Secret) => kind === 'data key';
  const ours = [...found].filter(isOverwritten).length;
  const others = new Set([...found].filter((secret) => !isOverwritten(secret)));
  const all = secrets.filter(isOverwritten).length;
  return {
    id: 'S03',
    name: 'servers overwrite the data keys',
    figure: `${ours} of ${all} in ${megabytes(bytes)}, ${idleS} s after everyone signed out; strings and copies in libraries ${others.size} of ${secrets.length - all}${listKinds(others)}`,
    isGood: ours === 0 && bytes > 0,
  };
}

async function* readAll(pids: readonly number[]): AsyncGenerator<Buffer> {
  for (const pid of pids) yield* readMemory(pid);
}

export async function searchLogs(
  { dataDir }: Product,
  users: readonly CustodyUser[],
  secrets: readonly Secret[],
): Promise<CheckLine> {
  const logs = () => readFiles(join(dataDir, 'logs'), () => false);
  const { found } = await findIn(logs(), secrets);
  const codes = codesOf(users);
  const foundCodes = new Set<string>();
  for await (const piece of logs()) {
    for (const code of findCodes(piece, codes)) foundCodes.add(code);
  }
  const lines = (await readFile(join(dataDir, 'logs/api.log'), 'utf8')).split('\n').filter(Boolean);
  const whole = lines.filter(isJson).length;
  const hits = found.size + foundCodes.size;
  return {
    id: 'S28',
    name: 'no secrets in the logs',
    figure: `${hits} of ${secrets.length + codes.size} after some were sent to every call; ${whole} of ${lines.length} lines of the API are JSON${listKinds(found)}`,
    isGood: hits === 0 && whole === lines.length && lines.length > 0,
  };
}

/** @param safeExports how many needed the password and were not cacheable */
export async function checkExports(
  users: readonly CustodyUser[],
  safeExports: number,
): Promise<CheckLine> {
  let same = 0;
  for (const { phrase, publicAddress, privateAddress } of users) {
    const elsewhere = await restoreAddresses(phrase);
    const isSame =
      elsewhere.publicAddress === publicAddress && elsewhere.privateAddress === privateAddress;
    if (isSame) same += 1;
  }
  return {
    id: 'S36',
    name: 'exported phrases restore both addresses in other wallets',
    figure: `same 0x in ethers and same 0zk in RAILGUN’s engine ${same} of ${users.length}; ${safeExports} of ${users.length} only with the password and not cached`,
    isGood: same === users.length && safeExports === users.length,
  };
}

async function findIn(
  pieces: AsyncIterable<Buffer>,
  secrets: readonly Secret[],
): Promise<{ readonly found: ReadonlySet<Secret>; readonly bytes: number }> {
  const find = createFinder(secrets);
  const found = new Set<Secret>();
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    for (const secret of find(piece)) found.add(secret);
  }
  return { found, bytes };
}

function serversOf({ pid }: Product): readonly number[] {
  return programs.flatMap((program) => findChildren(pid, program));
}

function codesOf(users: readonly CustodyUser[]): ReadonlySet<string> {
  return new Set(users.flatMap(({ codes }) => [...codes]));
}

/** @returns which kinds were found, such as `: 3 phrase, 2 token` */
function listKinds(found: ReadonlySet<Secret>): string {
  const kinds = Map.groupBy(found, ({ kind }) => kind);
  const counts = [...kinds].map(([kind, secrets]) => `${secrets.length} ${kind}`);
  return counts.length === 0 ? '' : `: ${counts.join(', ')}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
