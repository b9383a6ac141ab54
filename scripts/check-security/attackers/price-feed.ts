import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { coins } from '#wire/wallet/coins';
import { deleteWallet } from '#wire/wallet/delete-wallet';
import { createPriceFeed } from '../../../apps/api/src/adapters/coingecko/price-feed.ts';
import { toChecksumAddress } from '../../../apps/api/src/adapters/evm/to-checksum-address.ts';
import { createRowSeals } from '../../../apps/api/src/adapters/key-vault/row-seals.ts';
import { createWritablePostgresCurrencyRates } from '../../../apps/api/src/adapters/postgres/exchange/currency-rates.ts';
import { createPostgresPrices } from '../../../apps/api/src/adapters/postgres/exchange/prices.ts';
import { pollPrices } from '../../../apps/api/src/jobs/poll-prices.ts';
import { readNetworks } from '../../../apps/api/src/networks.ts';
import type { AttackContext, Victim } from '../attack-context.ts';
import { type Lie, startLyingFeed } from '../lying-feed.ts';
import { pay, untilFunded } from '../pay.ts';
import { type Attacker, requireTrue, testsOf } from './attacker.ts';

const DUST_USD = 1e-12;
const dust: Lie = { usd: DUST_USD, futureS: 0 };
const frozen: Lie = { usd: 2 * DUST_USD, futureS: 3_600 };
const honest: Lie = { usd: 3, futureS: 0 };
const SHOWN_WITHIN_MS = 20_000;
const DELETED_WITHIN_MS = 120_000;

const feeTests = 'apps/api/src/modules/wallet/shielded/broadcaster-pay.test.ts';

export const priceFeed: Attacker = {
  attacker: 'the price feed',
  claims: [
    { can: 'have wrong values shown', play: showLies },
    {
      can: 'have a full wallet count as worth less than a dollar, so that its owner may delete it, with the password',
      play: deleteFullWallet,
    },
    {
      can: 'where `BROADCASTER_FEE_BPS` charges a fee, make private payments pay too much of it to the broadcaster',
      tests: testsOf(
        feeTests,
        'the price of gas is that of the native coin in the token, plus the premium',
      ),
    },
    {
      cannot: 'keep a wrong price in place once it tells the truth, by dating it in the future',
      play: freezePrice,
    },
    {
      cannot:
        'have a currency used at a rate outside the bounds for it, or move its rate by more than 20% at once ([0096](decisions/0096-derive-currency-rates-from-the-prices-we-read-anyway.md))',
      tests: testsOf(
        'packages/domain/src/price/currency-rate.test.ts',
        'the rate of a currency',
        'is held back beyond that',
      ),
    },
    {
      cannot: 'receive any of it, or change whom a payment pays and what they get',
      play: payUnderLies,
      tests: testsOf(feeTests, 'the native coin is worth itself, whatever its price'),
    },
  ],
};

/** Polls a feed that lies as the worker polls its own, and stores what it says. */
async function poll(context: AttackContext, lie: Lie): Promise<void> {
  const { role, secrets, environment } = await context.takeOver('worker');
  const key = secrets.get('shared-rows-1');
  const { NETWORKS_FILE: file } = environment;
  if (key === undefined || file === undefined) throw new Error('The worker cannot store prices.');
  const markets = readNetworks(await readFile(file, 'utf8'), {
    rpcUrls: new Map(),
    toChecksumAddress,
  });
  const liar = await startLyingFeed(lie);
  try {
    const clock = { now: () => new Date(), sleep: (ms: number) => sleep(ms) };
    const feed = createPriceFeed({
      ...{ baseUrl: liar.url, apiKey: null, keyHeader: 'x-cg-demo-api-key' },
      ...{ markets, timeoutMs: 5_000, clock },
    });
    const tokens = markets.flatMap(({ network }) => network.tokens);
    const seals = createRowSeals(key);
    const prices = createPostgresPrices(role, seals);
    const rates = createWritablePostgresCurrencyRates(role, seals);
    // The turn of the next minute is the liar's.
    const claimed = { ...prices, claimRun: (now: Date) => prices.claimRun(now, 0) };
    const report = ({ cause }: { readonly cause: unknown }) => {
      throw cause;
    };
    await pollPrices(
      { tokens, feed, prices: claimed, rates, clock, report },
      new Set(tokens.map(({ id }) => id)),
    );
  } finally {
    await liar.stop();
  }
}

async function showLies(context: AttackContext): Promise<string> {
  const [victim] = context.victims;
  await poll(context, dust);
  const shown = await untilShown(context, victim, DUST_USD);
  return `${shown} coins shown at ${DUST_USD} US dollars`;
}

/** Waits until a user is shown the price of the liar. @returns of how many coins */
async function untilShown(
  context: AttackContext,
  { accessToken }: Victim,
  usd: number,
): Promise<number> {
  const deadline = Date.now() + SHOWN_WITHIN_MS;
  for (;;) {
    const { content } = await context.newClient().call(coins, { token: accessToken });
    const lied = content.data
      .flatMap((chain) => chain.coins)
      .filter(({ price }) => price.price === usd).length;
    if (lied > 0) return lied;
    if (Date.now() > deadline) throw new Error('No coin is shown at the price of the liar.');
    await sleep(250);
  }
}

/** Deletes a wallet that has its welcome money: refused at a dollar for a coin, and not at the liar's price. */
async function deleteFullWallet(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const client = context.newClient();
  await untilFunded(context.product, victim);
  const body = { password: victim.password, confirmation: 'DELETE' };
  const remove = async () => {
    const { method, path } = deleteWallet;
    const reply = await client.request(method, path, { token: victim.accessToken, body });
    return reply.status === 200 ? 'deleted' : JSON.stringify(reply.content);
  };
  await poll(context, { usd: 1, futureS: 0 });
  await untilShown(context, victim, 1);
  const before = await removeWhenReady(remove);
  await poll(context, dust);
  await untilShown(context, victim, DUST_USD);
  const after = await removeWhenReady(remove);
  return requireTrue(
    before.includes('wallet-not-empty') && after === 'deleted',
    `a wallet with its welcome money: ${after}`,
  );
}

/** Tries again while the private balance is not known yet. @returns the last response */
async function removeWhenReady(remove: () => Promise<string>): Promise<string> {
  const deadline = Date.now() + DELETED_WITHIN_MS;
  for (;;) {
    const response = await remove();
    const isReady = !/private-not-ready|operations-open|busy/.test(response);
    if (isReady || Date.now() > deadline) return response;
    await sleep(2_000);
  }
}

/** A price that is dated an hour ahead, and then one that is true. */
async function freezePrice(context: AttackContext): Promise<string> {
  const [victim] = context.victims;
  await poll(context, frozen);
  await untilShown(context, victim, frozen.usd);
  await poll(context, honest);
  const shown = await untilShown(context, victim, honest.usd);
  return `${shown} coins shown at the true price again`;
}

async function payUnderLies(context: AttackContext): Promise<string> {
  const [sender] = context.victims;
  const recipient = await context.newVictim();
  await poll(context, dust);
  const { operationId } = await pay(context, sender, recipient.publicAddress);
  const [operation] = await context.owner.query<{ recipient: string; amount: string }>(
    'select recipient, amount from operations where id = $1',
    [operationId],
  );
  return requireTrue(
    operation?.recipient === recipient.publicAddress && operation.amount === '1000',
    `${operation?.amount} base units of KAX of 1000 go to the recipient`,
  );
}
