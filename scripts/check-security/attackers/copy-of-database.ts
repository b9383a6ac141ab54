import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUrlOf, rpcUrlOf } from '../../product/start-product.ts';
import type { AttackContext } from '../attack-context.ts';
import { keysOf } from '../database-copy.ts';
import { callNode } from '../node-call.ts';
import { pay, untilFunded } from '../pay.ts';
import { saveContact } from '../saved-contact.ts';
import { dumpDatabase } from '../stored-bytes.ts';
import { codeKeyOf, createThief, explainsCodes, pepperOf, walletsByTokens } from '../thief.ts';
import { type Attacker, requireTrue, testsOf } from './attacker.ts';

const GUESSED_PEPPERS = 3;
const MINED_WITHIN_MS = 60_000;

export const copyOfDatabase: Attacker = {
  attacker: 'a copy of the database',
  claims: [
    { can: 'see addresses, emails, phone numbers and history', play: seeContacts },
    {
      can: 'broadcast transactions that their owner already ordered and signed',
      play: broadcastSigned,
    },
    { cannot: 'test passwords (pepper)', play: testPasswords },
    { cannot: 'use tokens (hashes)', play: useTokenHashes },
    { cannot: 'read codes (keyed)', play: readCodes },
    { cannot: 'open wraps', play: openWraps },
    {
      cannot:
        'read whom users saved as contacts ([0080](decisions/0080-encrypt-contacts-under-the-users-own-key.md)), only how many',
      play: readSavedContacts,
    },
    {
      cannot:
        'read what users noted about payments, or about which ([0084](decisions/0084-encrypt-notes-so-that-they-name-no-payment.md)), only how many notes there are',
      tests: testsOf(
        'apps/api/src/hostile-writer/notes.sandbox.test.ts',
        'a copy of the database has nothing of a note',
      ),
    },
    {
      cannot:
        'read a payment request before it is paid, pay one, or find its link, only count them ([0083](decisions/0083-pay-a-request-once-by-a-link.md))',
      tests: testsOf(
        'apps/api/src/hostile-writer/payment-requests.sandbox.test.ts',
        'a copy of the database has nothing of a request, and each is of one length',
      ),
    },
    {
      cannot:
        'read a payment by link, find its link or open its wallet, only see the wallet’s address ([0086](decisions/0086-pay-by-link-from-a-wallet-of-the-senders-own-words.md))',
      tests: testsOf(
        'apps/api/src/hostile-writer/claims.sandbox.test.ts',
        'a copy of the database has nothing of a claim but its wallet’s address, and each is of one length',
      ),
    },
  ],
};

async function seeContacts({ product, victims, owner }: AttackContext): Promise<string> {
  const dump = await dumpDatabase(await databaseUrlOf(product));
  const seen = victims.filter(({ email, phone, publicAddress, privateAddress }) =>
    [email, phone, publicAddress, privateAddress].every((text) => dump.includes(text)),
  ).length;
  const [row] = await owner.query<{ movements: string }>(
    'select count(*) as movements from public_movements',
  );
  return requireTrue(
    seen === victims.length && row?.movements !== '0',
    `all contacts of ${seen} of ${victims.length} users, ${row?.movements} movements`,
  );
}

/** Replaces a payment in the pool of the network by a dearer copy of it, which its owner signed in advance. */
async function broadcastSigned(context: AttackContext): Promise<string> {
  const {
    product,
    owner,
    victims: [sender, recipient],
  } = context;
  const url = rpcUrlOf(product, 'polygon');
  await untilFunded(product, sender);
  // Nothing is mined meanwhile: the miner is part of the supervisor.
  process.kill(product.pid, 'SIGSTOP');
  let hash: string;
  try {
    const sent = await pay(context, sender, recipient.publicAddress);
    const [dearest] = await owner.query<{ raw: string }>(
      `select raw from operation_transactions where operation_id = $1 and role = 'payment'
       order by rung desc limit 1`,
      [sent.operationId],
    );
    hash = String(await callNode(url, 'eth_sendRawTransaction', [dearest?.raw ?? '']));
    if (hash === sent.hash) throw new Error('Only one transaction was signed.');
  } finally {
    process.kill(product.pid, 'SIGCONT');
  }
  const status = await statusOf(url, hash);
  return requireTrue(status === '0x1', `the dearest of the signed copies was mined, ${status}`);
}

async function statusOf(url: string, hash: string): Promise<string> {
  const deadline = Date.now() + MINED_WITHIN_MS;
  for (;;) {
    const receipt = await callNode(url, 'eth_getTransactionReceipt', [hash]);
    if (typeof receipt === 'object' && receipt !== null && 'status' in receipt) {
      return String(receipt.status);
    }
    if (Date.now() > deadline) return 'not mined';
    await sleep(250);
  }
}

/** Tests the right passwords: no guess can be better. */
async function testPasswords(context: AttackContext): Promise<string> {
  const { victims, copy } = context;
  const pepper = await pepperOf(context);
  const tried = { without: 0, with: 0 };
  for (const { email, password } of victims) {
    const row = keysOf(copy, email);
    for (let guess = 0; guess < GUESSED_PEPPERS; guess += 1) {
      const thief = createThief(Buffer.alloc(32, guess));
      if ((await thief.phraseByPassword(row, password)) !== null) tried.without += 1;
    }
    if ((await createThief(pepper).phraseByPassword(row, password)) !== null) tried.with += 1;
  }
  return requireTrue(
    tried.without === 0 && tried.with === victims.length,
    `the right passwords open ${tried.without} of ${victims.length} records under ${GUESSED_PEPPERS} guessed peppers, ${tried.with} with the right one`,
  );
}

async function useTokenHashes({ copy, newClient }: AttackContext): Promise<string> {
  const client = newClient();
  let accepted = 0;
  for (const { hash, kind } of copy.tokens) {
    const prefix = kind === 'access' ? 'kxa_' : 'kxr_';
    for (const token of [hash.toString('base64url'), hash.toString('hex')]) {
      const used = await client.request('GET', '/auth/user-sessions', { token: prefix + token });
      const body = { refresh_token: prefix + token };
      const refreshed = await client.request('POST', '/auth/refresh', { body });
      if (used.status !== 401) accepted += 1;
      if (refreshed.status === 200) accepted += 1;
    }
  }
  return requireTrue(
    accepted === 0 && copy.tokens.length > 0,
    `${accepted} of ${copy.tokens.length} hashes accepted as tokens`,
  );
}

/** Explains the hash with the right codes: no guess can be better. */
async function readCodes(context: AttackContext): Promise<string> {
  const withKey = await explainsCodes(context, await codeKeyOf(context));
  const without = await explainsCodes(context, Buffer.alloc(32));
  return requireTrue(
    withKey && !without,
    `the right codes explain their hash ${without ? 'without' : 'only with'} the key`,
  );
}

/** Opens the wraps of tokens with the tokens themselves, and of passwords with nothing. */
async function openWraps(context: AttackContext): Promise<string> {
  const got = walletsByTokens(context, Buffer.alloc(32));
  const withPepper = walletsByTokens(context, await pepperOf(context));
  const all = context.victims.length;
  return requireTrue(
    got === 0 && withPepper === all,
    `${got} of ${all} wallets even with the token itself; ${withPepper} with the pepper too`,
  );
}

/** Looks for each text of a contact, in every column of every table. */
async function readSavedContacts(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const saved = await saveContact(context, victim);
  const dump = (await dumpDatabase(await databaseUrlOf(context.product))).toString('latin1');
  const [row] = await context.owner.query<{ content: Buffer }>(
    'select content from contacts where user_id = $1',
    [victim.id],
  );
  const texts = [saved.name, saved.emailOrPhone, saved.publicAddress, saved.note].flatMap(
    (text) => text ?? [],
  );
  const found = texts.filter((text) => dump.toLowerCase().includes(text.toLowerCase()));
  const isSearched = row !== undefined && dump.includes(row.content.toString('latin1'));
  return requireTrue(
    found.length === 0 && isSearched,
    `${found.length} of ${texts.length} texts of a contact; its row is ${row?.content.length} bytes`,
  );
}
