import { setTimeout as sleep } from 'node:timers/promises';
import { coins } from '#wire/wallet/coins';
import { createRowSeals } from '../../../apps/api/src/adapters/key-vault/row-seals.ts';
import { createPostgresPrices } from '../../../apps/api/src/adapters/postgres/exchange/prices.ts';
import type { Product } from '../../product/start-product.ts';
import type { AttackContext } from '../attack-context.ts';
import { readMemory } from '../process-memory.ts';
import { restoreAddresses } from '../restored-wallet.ts';
import { createFinder, textSecret } from '../secret-finder.ts';
import { findProgram } from '../take-over.ts';
import { phrasesOfAbsent } from '../thief.ts';
import { type Attacker, requireTrue } from './attacker.ts';
import { deniedTo } from './denied.ts';

const MOST_RESTARTS = 3;
const OPEN_WITHIN_MS = 120_000;

const take = ({ takeOver }: AttackContext) => takeOver('shielded-worker');

export const takenOverShieldedWorker: Attacker = {
  attacker:
    'the running `shielded-worker`, where each process has an operating-system user of its own',
  claims: [
    {
      can: 'take the phrases of users who are signed in, and with them both balances',
      play: readPhrases,
    },
    { can: 'withhold proofs and private balances', play: withholdViews },
    { can: 'report what is not true of payments', play: misreport },
    {
      cannot: 'open the wallet of a user who has not signed in since it started',
      play: readAbsentPhrases,
    },
    ...deniedTo('shielded-worker'),
    { cannot: 'forge what `api` and `worker` seal, such as prices and swaps', play: forgePrices },
    { cannot: 'spend the broadcaster’s coins', play: payAsBroadcaster },
  ],
};

async function readPhrases(context: AttackContext): Promise<string> {
  const { victims } = context;
  await untilOpen(context);
  const phrases = victims.map(({ phrase }) => phrase);
  let { found, megabytes } = await findPhrases(pidOf(context), phrases);
  // Whoever runs code in the process sees each wallet opened; a search from outside may come after its memory was reused.
  for (let again = 0; again < MOST_RESTARTS && found.size < phrases.length; again += 1) {
    const more = await findPhrases(await restart(context), phrases);
    found = new Set([...found, ...more.found]);
    megabytes += more.megabytes;
  }
  let restored = 0;
  for (const { phrase, publicAddress, privateAddress } of victims) {
    if (!found.has(phrase)) continue;
    const addresses = await restoreAddresses(phrase);
    const isSame =
      addresses.publicAddress === publicAddress && addresses.privateAddress === privateAddress;
    if (isSame) restored += 1;
  }
  return requireTrue(
    restored === victims.length,
    `${restored} of ${victims.length} phrases in ${megabytes} MB, which restore both addresses`,
  );
}

/** Uses every session until the process has opened its private wallet, under a key other than an earlier one. */
async function untilOpen(
  { victims, owner, newClient }: AttackContext,
  earlierKey = '',
): Promise<void> {
  const deadline = Date.now() + OPEN_WITHIN_MS;
  for (;;) {
    for (const { accessToken: token } of victims) await newClient().call(coins, { token });
    const open = await owner.query(
      `select 1 from shielded_wallets w join shielded_workers k using (chain_id, key_id)
       where w.opened_at is not null and w.user_id = any($1) and key_id <> $2`,
      [victims.map(({ id }) => id), earlierKey],
    );
    if (open.length === victims.length) return;
    if (Date.now() > deadline) throw new Error(`${open.length} private wallets are open.`);
    await sleep(1_000);
  }
}

async function withholdViews(context: AttackContext): Promise<string> {
  const deleted = await (await take(context)).role.attempt("update shielded_views set sealed = ''");
  return requireTrue(
    Number(deleted) > 0,
    `${deleted} private balances overwritten, which was undone`,
  );
}

async function misreport(context: AttackContext): Promise<string> {
  const { role } = await take(context);
  const operations = await role.attempt(
    "update operations set status = 'reverted' where status = 'confirmed'",
  );
  return requireTrue(
    Number(operations) > 0,
    `${operations} confirmed payments called reverted, which was undone`,
  );
}

/**
 * Searches a process that was started again: the sandbox signs its users in once, and phrases of users who signed out
 * stay in memory.
 */
async function readAbsentPhrases(context: AttackContext): Promise<string> {
  const absent = await phrasesOfAbsent(context);
  const present = context.victims.map(({ phrase }) => phrase);
  const { found, megabytes } = await findPhrases(await restart(context), [...absent, ...present]);
  const [ofAbsent, ofPresent] = [absent, present].map(
    (phrases) => phrases.filter((phrase) => found.has(phrase)).length,
  );
  return requireTrue(
    ofAbsent === 0 && absent.length > 0 && Number(ofPresent) > 0,
    `${ofAbsent} of ${absent.length} phrases in ${megabytes} MB, and ${ofPresent} of ${present.length} of users who are signed in`,
  );
}

/** Ends the process, and waits until another one has opened the wallets of who is signed in. @returns its pid */
async function restart(context: AttackContext): Promise<number> {
  const earlier = pidOf(context);
  const [published] = await context.owner.query<{ key_id: string }>(
    'select key_id from shielded_workers',
  );
  process.kill(earlier, 'SIGTERM');
  const pid = await untilAnother(context.product, earlier);
  await untilOpen(context, published?.key_id);
  return pid;
}

function pidOf({ product }: AttackContext): number {
  const pid = findProgram(product, 'shielded-worker');
  if (pid === null) throw new Error('There is no shielded worker.');
  return pid;
}

/** Waits for the process that takes the place of one that ended. @returns its pid */
async function untilAnother(product: Product, earlier: number): Promise<number> {
  const deadline = Date.now() + OPEN_WITHIN_MS;
  for (;;) {
    const pid = findProgram(product, 'shielded-worker');
    if (pid !== null && pid !== earlier) return pid;
    if (Date.now() > deadline) throw new Error('The shielded worker was not started again.');
    await sleep(500);
  }
}

/** Searches the memory of a process for phrases. */
async function findPhrases(
  pid: number,
  phrases: readonly string[],
): Promise<{ readonly found: ReadonlySet<string>; readonly megabytes: number }> {
  const find = createFinder(phrases.map((phrase) => textSecret('phrase', phrase, phrase)));
  const found = new Set<string>();
  let bytes = 0;
  for await (const piece of readMemory(pid)) {
    bytes += piece.length;
    for (const { owner } of find(piece)) found.add(owner);
  }
  return { found, megabytes: Math.round(bytes / 1_000_000) };
}

/** Checks the seals of prices, which are made as they are checked, with each secret of the process. */
async function forgePrices(context: AttackContext): Promise<string> {
  const { secrets } = await take(context);
  const own = await countSealers(context, secrets);
  const ofApi = await countSealers(context, (await context.takeOver('api')).secrets);
  return requireTrue(
    own === 0 && ofApi === 1,
    `${own} of ${secrets.size} secrets make the seal of a price, ${ofApi} of \`api\` does`,
  );
}

async function countSealers(
  { owner }: AttackContext,
  secrets: ReadonlyMap<string, Uint8Array>,
): Promise<number> {
  let sealers = 0;
  for (const secret of secrets.values()) {
    const sealed = await createPostgresPrices(owner, createRowSeals(secret)).all(new Date());
    if (sealed.size > 0) sealers += 1;
  }
  return sealers;
}

async function payAsBroadcaster(context: AttackContext): Promise<string> {
  const { secrets } = await take(context);
  const hasKey = secrets.has('broadcaster-1');
  return requireTrue(!hasKey, `its key folder has ${hasKey ? 'the' : 'no'} key of the broadcaster`);
}
