import type { PublicClient } from 'viem';
import type { OperationView } from '#wire/wallet/operation';
import { type Payment, pay, untilEnded } from '../kills/payments.test-setup.ts';
import type { UserSession } from '../kills/user-session.test-setup.ts';
import type { ReplicatedDatabase } from './replicated-database.test-setup.ts';
import type { TimedPayment } from './steady-load.test-setup.ts';

/** What the chain says of payments, as sentences; each list is empty when all is well. */
export interface Verdict {
  /** Reported as confirmed, but nothing or too little arrived. */
  readonly lost: readonly string[];
  /** More arrived than was requested under one key. */
  readonly paidTwice: readonly string[];
  /** Anything else that is not as it was reported. */
  readonly wrong: readonly string[];
  /** Operations that were reported to their users and that the database no longer has. */
  readonly forgotten: readonly string[];
}

export interface Judged {
  readonly database: Pick<ReplicatedDatabase, 'query'>;
  readonly client: PublicClient;
  readonly users: readonly UserSession[];
  readonly payments: readonly TimedPayment[];
  /** What each user had before the first payment, by name, and the block of that moment. */
  readonly stock: ReadonlyMap<string, bigint>;
  readonly since: bigint;
}

const AT_ONCE = 50;

/** Requests each payment once more, waits for its end, and compares all of it with the chain. */
export async function judgePayments(judged: Judged): Promise<Verdict> {
  const { users, payments } = judged;
  const views = new Map<Payment, OperationView>();
  await Promise.all(
    users.map(async (user) => {
      const own = payments.filter(({ payer }) => payer === user.name);
      for (const payment of own) {
        const id = payment.refusal === null ? await pay(user, payment) : null;
        if (id !== null) views.set(payment, await untilEnded(user, id));
      }
    }),
  );
  const received = await readReceived(judged);
  const forgotten = await findForgotten(judged);
  const lost: string[] = [];
  const paidTwice: string[] = [];
  const wrong: string[] = [];
  for (const payment of payments) {
    const status = views.get(payment)?.status ?? `refused ${payment.refusal}`;
    const got = received.get(payment) ?? 0n;
    const due = status === 'confirmed' ? payment.amount : 0n;
    const sentence = `${payment.payer} ${payment.key} ${[...payment.operationIds]}: ${status}, ${got} of ${payment.amount}`;
    const kept = [...payment.operationIds].filter((id) => !forgotten.includes(id));
    if (got > payment.amount) paidTwice.push(sentence);
    else if (got < due) lost.push(sentence);
    else if (got > due || status !== 'confirmed' || kept.length > 1) wrong.push(sentence);
  }
  wrong.push(...(await comparePayers(judged, received)));
  return { lost, paidTwice, wrong, forgotten };
}

async function findForgotten({ database, payments }: Judged): Promise<readonly string[]> {
  const reported = payments.flatMap(({ operationIds }) => [...operationIds]);
  const rows = await database.query<{ readonly id: string }>(
    'select id from operations where id = any($1)',
    [reported],
  );
  const kept = new Set(rows.map(({ id }) => id));
  return reported.filter((id) => !kept.has(id));
}

async function readReceived({ client, payments }: Judged): Promise<ReadonlyMap<Payment, bigint>> {
  const received = new Map<Payment, bigint>();
  for (let at = 0; at < payments.length; at += AT_ONCE) {
    await Promise.all(
      payments.slice(at, at + AT_ONCE).map(async (payment) => {
        const balance = await client.getBalance({ address: payment.to as `0x${string}` });
        received.set(payment, balance);
      }),
    );
  }
  return received;
}

/**
 * Each account paid what its recipients got and its fees, to the unit, in one transaction for each payment; and the
 * database knows every one of them.
 */
async function comparePayers(
  { database, client, users, payments, stock, since }: Judged,
  received: ReadonlyMap<Payment, bigint>,
): Promise<readonly string[]> {
  const sent = await readTransactions(client, since);
  const known = await readKnownHashes(database);
  const wrong: string[] = [];
  for (const { name, publicAddress } of users) {
    const own = payments.filter(({ payer }) => payer === name);
    const paid = own.reduce((sum, payment) => sum + (received.get(payment) ?? 0n), 0n);
    const reached = own.filter((payment) => (received.get(payment) ?? 0n) > 0n).length;
    const transactions = sent.filter(({ from }) => from === publicAddress.toLowerCase());
    const fees = transactions.reduce((sum, { fee }) => sum + fee, 0n);
    const due = (stock.get(name) ?? 0n) - paid - fees;
    const balance = await client.getBalance({ address: publicAddress });
    if (balance !== due) wrong.push(`${name} has ${balance}, not ${due}`);
    if (transactions.length !== reached) {
      wrong.push(`${name} sent ${transactions.length} transactions for ${reached} payments`);
    }
    for (const { hash } of transactions) {
      if (!known.has(hash)) wrong.push(`The database does not know ${hash} of ${name}`);
    }
  }
  return wrong;
}

interface SentTransaction {
  readonly hash: string;
  /** In lower case. */
  readonly from: string;
  /** Base units of the native coin. */
  readonly fee: bigint;
}

/** @returns what every block after that one has */
async function readTransactions(
  client: PublicClient,
  since: bigint,
): Promise<readonly SentTransaction[]> {
  const sent: SentTransaction[] = [];
  const latest = await client.getBlockNumber({ cacheTime: 0 });
  for (let block = since + 1n; block <= latest; block += 1n) {
    const { transactions } = await client.getBlock({ blockNumber: block });
    const receipts = transactions.map((hash) => client.getTransactionReceipt({ hash }));
    for (const { transactionHash, from, gasUsed, effectiveGasPrice } of await Promise.all(
      receipts,
    )) {
      const fee = gasUsed * effectiveGasPrice;
      sent.push({ hash: transactionHash, from: from.toLowerCase(), fee });
    }
  }
  return sent;
}

async function readKnownHashes(
  database: Pick<ReplicatedDatabase, 'query'>,
): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ readonly hash: string }>(
    'select hash from operation_transactions union select hash from recovered_transactions',
  );
  return new Set(rows.map(({ hash }) => hash));
}
