import { setTimeout as sleep } from 'node:timers/promises';
import type { PublicClient } from 'viem';
import type { ShieldedServers } from '../../../apps/api/src/shielded-servers.test-setup.ts';
import { createRandomChoice, type RandomChoice } from '../kills/random-choice.ts';
import { openSession, type UserSession } from '../kills/user-session.test-setup.ts';
import { endPause } from './end-pause.test-setup.ts';
import { judgePayments, type Verdict } from './judge-payments.test-setup.ts';
import type { ReplicatedDatabase } from './replicated-database.test-setup.ts';
import { FAILOVERS, PER_SECOND, SEED } from './run-settings.ts';
import { startSteadyLoad, type TimedPayment } from './steady-load.test-setup.ts';

interface Target {
  readonly database: ReplicatedDatabase;
  readonly client: PublicClient;
  readonly payments: readonly TimedPayment[];
}

interface Failover {
  /** Payments with a response, or still without one, when the primary was dead. */
  readonly answered: number;
  readonly pending: number;
  readonly killedAt: number;
  /** When the product reached the promoted standby, and when that had a standby of its own. */
  readonly promotedAt: number;
  readonly followedAt: number;
  /** When the first payment was accepted after that. */
  readonly acceptedAt: number;
}

const STOCK = 10n ** 21n;
const PAUSE_MS = { least: 500, most: 6_000 };
/** How often, and for how long, the standby has received nothing when the primary dies. */
const CUT_OFF = {
  'wait for the standby': { oneIn: 2, least: 50, most: 1_500 },
  'wait for no standby': { oneIn: 1, least: 1_000, most: 5_000 },
} as const;
const STILL_SENT_FOR_MS = 10_000;
const ACCEPTED_WITHIN_MS = 300_000;
const CATCH_UP_MS = 10_000;
const AFTERWARDS_MS = 3_000;

/** Kills the primary again and again while users pay, and promotes its standby. @returns what the chain says of it */
export async function failOverUnderLoad(run: {
  readonly database: ReplicatedDatabase;
  readonly servers: ShieldedServers;
  readonly names: readonly string[];
}): Promise<Verdict> {
  const { database, servers, names } = run;
  console.log(`FAILOVER_SEED=${SEED}`);
  const { client } = servers.bench;
  const users = await fundUsers(servers, names);
  const stock = new Map(users.map(({ name }) => [name, STOCK]));
  const since = await client.getBlockNumber({ cacheTime: 0 });
  const load = startSteadyLoad(users, {
    perSecond: PER_SECOND,
    choice: createRandomChoice(SEED, 'load'),
  });
  const choice = createRandomChoice(SEED, 'failovers');
  const failovers: Failover[] = [];
  while (failovers.length < FAILOVERS) {
    await sleep(choice.between(PAUSE_MS.least, PAUSE_MS.most));
    failovers.push(await failOver({ database, client, payments: load.payments }, choice));
    await catchUp(load.payments);
  }
  await sleep(AFTERWARDS_MS);
  await load.stop();
  const { payments } = load;
  const verdict = await judgePayments({ database, client, users, payments, stock, since });
  report(failovers, payments, verdict);
  return verdict;
}

async function fundUsers(
  servers: ShieldedServers,
  names: readonly string[],
): Promise<readonly UserSession[]> {
  const users: UserSession[] = [];
  // One after the other: more at once are too many attempts.
  for (const name of names) {
    const user = await openSession(servers, name);
    const stock = `0x${STOCK.toString(16)}`;
    await servers.bench.chain.call('anvil_setBalance', [user.publicAddress, stock]);
    users.push(user);
  }
  return users;
}

async function failOver(
  { database, client, payments }: Target,
  choice: RandomChoice,
): Promise<Failover> {
  const cutOff = CUT_OFF[database.commits];
  if (choice.isOneIn(cutOff.oneIn)) {
    // What commits now, or waits to, nothing but the dead primary will have.
    database.cutStandbyOff();
    await sleep(choice.between(cutOff.least, cutOff.most));
    // On a slow machine, nothing may have been accepted meanwhile, and then the standby would lack nothing.
    if (database.commits === 'wait for no standby') await untilAccepted(payments, Date.now());
  }
  await database.killPrimary();
  const killedAt = Date.now();
  const answered = payments.filter(({ answeredAt }) => answeredAt !== null).length;
  const pending = payments.length - answered;
  await database.promoteStandby();
  const promotedAt = Date.now();
  await database.addStandby();
  const followedAt = Date.now();
  if (database.commits === 'wait for no standby') await untilNothingIsSent(client);
  await endPause(database);
  const acceptedAt = await untilAccepted(payments, followedAt);
  return { answered, pending, killedAt, promotedAt, followedAt, acceptedAt };
}

/** Lets most of the payments that waited be accepted, as far as the machine can while more are requested. */
async function catchUp(payments: readonly TimedPayment[]): Promise<void> {
  const until = Date.now() + CATCH_UP_MS;
  while (payments.filter(({ answeredAt }) => answeredAt === null).length > 2 * PER_SECOND) {
    if (Date.now() > until) return;
    await sleep(50);
  }
}

/** What was sent before the failover has left the pool of the node, and no request of before is still being sent. */
async function untilNothingIsSent(client: PublicClient): Promise<void> {
  await sleep(STILL_SENT_FOR_MS);
  for (;;) {
    const { transactions } = await client.getBlock({ blockTag: 'pending' });
    if (transactions.length === 0) return;
    await sleep(100);
  }
}

/** @returns when a payment was accepted for the first time after a moment */
async function untilAccepted(payments: readonly TimedPayment[], since: number): Promise<number> {
  const deadline = Date.now() + ACCEPTED_WITHIN_MS;
  for (;;) {
    const found = payments.find(({ answeredAt }) => answeredAt !== null && answeredAt > since);
    if (found?.answeredAt) return found.answeredAt;
    if (Date.now() > deadline) throw new Error('No payment is accepted any more.');
    await sleep(20);
  }
}

function report(
  failovers: readonly Failover[],
  payments: readonly TimedPayment[],
  { lost, paidTwice, wrong, forgotten }: Verdict,
): void {
  const first = Math.min(...payments.map(({ requestedAt }) => requestedAt));
  const last = Math.max(...payments.map(({ requestedAt }) => requestedAt));
  const rate = payments.length / ((last - first) / 1_000);
  const repeated = payments.filter(({ repeats, lostResponses }) => repeats + lostResponses > 0);
  for (const { answered, pending, killedAt, ...moments } of failovers) {
    const { promotedAt, followedAt, acceptedAt } = moments;
    const after = [promotedAt, followedAt, acceptedAt].map((at) => `${at - killedAt} ms`);
    console.log(
      `killed with ${answered} payments accepted and ${pending} pending; promoted after ${after[0]}, followed after ${after[1]}, next payment after ${after[2]}`,
    );
  }
  console.log(
    `${payments.length} payments, ${rate.toFixed(1)} a second; ${repeated.length} requested more than once`,
  );
  console.log(
    `${forgotten.length} operations forgotten; ${lost.length} payments lost, ${paidTwice.length} paid twice, ${wrong.length} wrong`,
  );
}
