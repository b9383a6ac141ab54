import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { getAddress, type Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import type { TokenId } from '#domain/token/token';
import { coins } from '#wire/wallet/coins';
import { createRowSeals } from '../../../apps/api/src/adapters/key-vault/row-seals.ts';
import { toPhrase } from '../../../apps/api/src/adapters/key-vault/to-phrase.ts';
import { createPostgresPrices } from '../../../apps/api/src/adapters/postgres/exchange/prices.ts';
import type { RowSeals } from '../../../apps/api/src/ports/row-seals.ts';
import { rpcUrlOf } from '../../product/start-product.ts';
import type { AttackContext } from '../attack-context.ts';
import { forgeSwap } from '../forge-swap.ts';
import { untilMessages } from '../mailbox.ts';
import { callNode } from '../node-call.ts';
import { pay } from '../pay.ts';
import type { TakenOver } from '../take-over.ts';
import { walletsByTokens } from '../thief.ts';
import { type Attacker, requireTrue, testsOf } from './attacker.ts';
import { deniedTo, requireDenied } from './denied.ts';
import { requireNoPoolKey } from './pool-key.ts';

const STOLEN = 10n ** 15n;
const MINED_WITHIN_MS = 60_000;
const SHOWN_WITHIN_MS = 20_000;
const FORGED_USD = 7_777;
const FORGED_TOKEN = 'polygon-kax' as TokenId;

const take = ({ takeOver }: AttackContext) => takeOver('worker');
const exchangeTests = 'apps/api/src/modules/exchange/steps/sign-step.test.ts';

export const takenOverWorker: Attacker = {
  attacker: 'the running `worker`, where each process has an operating-system user of its own',
  claims: [
    { can: 'read emails, phone numbers, addresses and history', play: readContacts },
    { can: 'spend the broadcaster’s coins', play: payAsBroadcaster },
    { can: 'delete emails, and send users emails in the words of Kax', play: sendEmail },
    { can: 'forge prices, with all that the price feed gets', play: forgePrices },
    { can: 'withhold private payments, and what is repeated of others', play: withholdPayments },
    { can: 'report what is not true of payments and of the history', play: misreport },
    { can: 'sign users out', play: endSessions },
    {
      can: 'invent or change swaps, which `api` then believes, down to their minimum',
      play: changeSwap,
    },
    { cannot: 'open a wallet, even with a user’s token', play: openWallets },
    ...deniedTo('worker'),
    { cannot: 'change whether a user receives emails about payments', play: turnOffEmails },
    { cannot: 'order a private payment, or pass for the shielded worker', play: forgeOrder },
    {
      cannot: 'have a step of a swap signed that pays someone else or takes more than was agreed',
      tests: testsOf(exchangeTests, 'refuses '),
    },
  ],
};

async function readContacts(context: AttackContext): Promise<string> {
  const { role } = await take(context);
  const users = await role.query('select email, phone from users');
  const wallets = await role.query('select public_address, private_address from wallets');
  const movements = await role.query('select 1 from public_movements');
  return requireTrue(
    users.length > 0 && wallets.length > 0 && movements.length > 0,
    `${users.length} users, ${wallets.length} wallets, ${movements.length} movements`,
  );
}

/** Sends a little of the broadcaster's money to an address that no one had before. */
async function payAsBroadcaster(context: AttackContext): Promise<string> {
  const entropy = (await take(context)).secrets.get('broadcaster-1');
  if (entropy === undefined) throw new Error('The worker has no key of the broadcaster.');
  const broadcaster = mnemonicToAccount(toPhrase(entropy));
  const url = rpcUrlOf(context.product, 'polygon');
  const read = async (method: string, params: readonly unknown[]) =>
    BigInt(String(await callNode(url, method, params)));
  const to = getAddress(`0x${randomBytes(20).toString('hex')}`);
  const raw = await broadcaster.signTransaction({
    ...{ to, value: STOLEN, gas: 21_000n, type: 'eip1559' },
    chainId: Number(await read('eth_chainId', [])),
    nonce: Number(await read('eth_getTransactionCount', [broadcaster.address, 'pending'])),
    maxFeePerGas: 2n * (await read('eth_gasPrice', [])),
    maxPriorityFeePerGas: await read('eth_maxPriorityFeePerGas', []),
  });
  const hash = await callNode(url, 'eth_sendRawTransaction', [raw]);
  const got = await untilReceived(url, to);
  return requireTrue(got === STOLEN, `${got} base units of POL in ${String(hash).slice(0, 10)}…`);
}

async function untilReceived(url: string, account: Hex): Promise<bigint> {
  const deadline = Date.now() + MINED_WITHIN_MS;
  for (;;) {
    const balance = BigInt(String(await callNode(url, 'eth_getBalance', [account, 'latest'])));
    if (balance > 0n || Date.now() > deadline) return balance;
    await sleep(250);
  }
}

async function turnOffEmails(context: AttackContext): Promise<string> {
  return requireDenied((await take(context)).role, [
    'update notification_settings set wants_payment_mails = false',
    `insert into notification_settings (user_id, wants_payment_mails, changed_at, seal)
     select id, false, now(), '' from users`,
    'delete from notification_settings',
  ]);
}

/** Has an email sent whose greeting is the attacker's, and deletes all that was not sent. */
async function sendEmail(context: AttackContext): Promise<string> {
  const { role } = await take(context);
  const [victim] = context.victims;
  const recipient = `told-${randomUUID()}@kax.test`;
  await role.query(
    `insert into outbox (topic, channel, recipient, user_id, content, created_at, due_at)
     values ('wallet-deleted', 'email', $1, $2, $3, now(), now())`,
    [recipient, victim.id, JSON.stringify({ name: 'Mallory', ip: '198.18.0.1', at: '2026' })],
  );
  await untilMessages(context.product, { addresses: [recipient], least: 1 });
  const deleted = await role.attempt('delete from outbox');
  return requireTrue(
    Number(deleted) > 0,
    `1 email that says a wallet was deleted; ${deleted} others deleted, which was undone`,
  );
}

async function forgePrices(context: AttackContext): Promise<string> {
  const { role, seals } = await sealing(context);
  const now = new Date();
  const price = { usd: FORGED_USD, change24h: null, asOf: new Date(now.getTime() + 1_000) };
  await createPostgresPrices(role, seals).save(new Map([[FORGED_TOKEN, price]]), now);
  const [victim] = context.victims;
  const deadline = Date.now() + SHOWN_WITHIN_MS;
  for (;;) {
    const { content } = await context.newClient().call(coins, { token: victim.accessToken });
    const coin = content.data.flatMap((chain) => chain.coins).find(({ id }) => id === FORGED_TOKEN);
    if (coin?.price.price === FORGED_USD) return `a coin shown at ${FORGED_USD} US dollars`;
    if (Date.now() > deadline) throw new Error(`The price is shown as ${coin?.price.price}.`);
    await sleep(250);
  }
}

async function withholdPayments(context: AttackContext): Promise<string> {
  const { role } = await take(context);
  const [sender, recipient] = context.victims;
  await pay(context, sender, recipient.publicAddress);
  const held = await role.attempt("update operations set due_at = due_at + interval '1 day'");
  return requireTrue(Number(held) > 0, `${held} operations postponed by a day, which was undone`);
}

async function misreport(context: AttackContext): Promise<string> {
  const { role } = await take(context);
  const operations = await role.attempt(
    "update operations set status = 'reverted', failure_reason = null where status = 'confirmed'",
  );
  const movements = await role.attempt("update public_movements set type = 'RECEIVE'");
  return requireTrue(
    Number(operations) > 0 && Number(movements) > 0,
    `${operations} confirmed payments called reverted, ${movements} movements called received, which was undone`,
  );
}

async function endSessions(context: AttackContext): Promise<string> {
  const ended = await (await take(context)).role.attempt('delete from sessions');
  return requireTrue(Number(ended) > 0, `${ended} sessions ended, which was undone`);
}

async function changeSwap(context: AttackContext): Promise<string> {
  const { role, seals } = await sealing(context);
  const minimum = await forgeSwap(context, { role, seals });
  return `a swap that no one ordered is shown to its user, with a minimum of ${minimum}`;
}

/** Uses each secret of the process as the pepper, with the tokens of users. */
async function openWallets(context: AttackContext): Promise<string> {
  const { secrets } = await take(context);
  const most = Math.max(0, ...[...secrets.values()].map((key) => walletsByTokens(context, key)));
  const { length: all } = context.victims;
  return requireTrue(most === 0, `${most} of ${all} wallets with ${secrets.size} secrets`);
}

async function forgeOrder(context: AttackContext): Promise<string> {
  return requireNoPoolKey(context, await take(context));
}

/** The seals of rows that `worker` writes too. */
async function sealing(
  context: AttackContext,
): Promise<Pick<TakenOver, 'role'> & { readonly seals: RowSeals }> {
  const { role, secrets } = await take(context);
  const key = secrets.get('shared-rows-1');
  if (key === undefined) throw new Error('The worker has no key of shared rows.');
  return { role, seals: createRowSeals(key) };
}
