import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestClient, createWalletClient, type Hex, http, publicActions } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { atRate, type Reply, slowest, timed } from './at-rate.ts';
import { type BenchContext, type BenchLine, median } from './bench-line.ts';
import { type Crowd, startCrowd } from './crowd.ts';
import { type EventLine, openEventLine } from './event-line.ts';
import { residentMiB } from './process-cost.ts';

const ROUNDS = 5;
const USERS = 25;
/** The most that the server allows one user. */
const LINES_EACH = 20;
const LINES = USERS * LINES_EACH;
const READS_PER_SECOND = 50;
const READING_MS = 5_000;
const SETTLE_MS = 1_500;
const RECEIVED_WITHIN_MS = 30_000;
const LOOK_MS = 10;
const STOCK = 10n ** 24n;
const GAS = 21_000n;

/** Measures the cost of 500 connected browsers, and how soon all are notified of a block that pays their users. */
export async function measureManyLines(
  context: BenchContext,
  port: number,
): Promise<readonly BenchLine[]> {
  const crowd = await startCrowd(context, { port, count: USERS });
  try {
    const payer = await createPayer(context);
    const grownMiB: number[] = [];
    const receivedMs: number[] = [];
    const alone: Reply[] = [];
    const crowded: Reply[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      alone.push(...(await readCoins(crowd)));
      const before = residentMiB(crowd.api.pid);
      const lines = await openLines(crowd);
      await sleep(SETTLE_MS);
      grownMiB.push(residentMiB(crowd.api.pid) - before);
      const [reads, received] = await Promise.all([
        readCoins(crowd),
        lines.untilPaid(await payer.payAll(crowd, BigInt(round))),
      ]);
      crowded.push(...reads);
      receivedMs.push(received);
      lines.close();
      await sleep(SETTLE_MS);
    }
    return linesOf({ grownMiB, receivedMs, alone, crowded });
  } finally {
    await crowd.end();
  }
}

function linesOf(seen: {
  readonly grownMiB: readonly number[];
  readonly receivedMs: readonly number[];
  readonly alone: readonly Reply[];
  readonly crowded: readonly Reply[];
}): readonly BenchLine[] {
  const { grownMiB, receivedMs, alone, crowded } = seen;
  const name = (what: string) => `${LINES} browsers connected: ${what}`;
  const of = `${USERS} users with ${LINES_EACH} each`;
  return [
    {
      name: name('growth of server memory'),
      figure: Math.max(...grownMiB),
      budget: 100,
      unit: 'MiB',
      comparedWith: `resident, the most of ${ROUNDS} rounds; ${of}`,
    },
    {
      name: name('all notified of a block'),
      figure: median(receivedMs) / 1_000,
      budget: 3,
      unit: 's',
      comparedWith: `slowest of ${ROUNDS}: ${(Math.max(...receivedMs) / 1_000).toFixed(2)} s; one block pays all ${USERS}`,
    },
    {
      name: name('p99 of GET coins ÷ without them'),
      figure: slowest(crowded) / slowest(alone),
      budget: 2,
      unit: '×',
      comparedWith: `${slowest(crowded).toFixed(1)} of ${slowest(alone).toFixed(1)} ms, ${READS_PER_SECOND} reads a second, ${ROUNDS} alternating rounds`,
    },
  ];
}

function readCoins({ users }: Crowd): Promise<Reply[]> {
  return atRate(READS_PER_SECOND, READING_MS, async (index) => {
    const response = await timed(async () => {
      const user = users[index % users.length];
      if (user === undefined) throw new Error('The crowd is empty.');
      return user.get('/wallet/public/coins');
    });
    if (response.status !== 200) throw new Error(`GET coins returned ${response.status}.`);
    return response;
  });
}

/** Opens one line per user that waits for the notification of a payment of a given amount. */
async function openLines({ api, users }: Crowd) {
  const waiting = new Map<string, Set<number>>();
  const open: EventLine[] = [];
  for (const user of users) {
    const opened = Array.from({ length: LINES_EACH }, (_, index) =>
      openEventLine(api.url, user.accessToken, (event) => {
        if (event.type !== 'deposit-detected') return;
        const received = waiting.get(event.amount) ?? new Set();
        waiting.set(event.amount, received.add(users.indexOf(user) * LINES_EACH + index));
      }),
    );
    open.push(...(await Promise.all(opened)));
  }
  return {
    /** @returns milliseconds since the block was mined */
    async untilPaid({ amount, at }: Payment): Promise<number> {
      while (waiting.get(amount)?.size !== LINES) {
        if (performance.now() - at > RECEIVED_WITHIN_MS) {
          throw new Error(
            `Only ${waiting.get(amount)?.size ?? 0} of ${LINES} lines were notified.`,
          );
        }
        await sleep(LOOK_MS);
      }
      return performance.now() - at;
    },
    close() {
      for (const line of open) line.close();
    },
  };
}

interface Payment {
  readonly amount: string;
  /** When its block was mined. */
  readonly at: number;
}

/** An outside payer with money on the first chain. */
async function createPayer({ networksFile }: BenchContext) {
  const [first] = JSON.parse(await readFile(networksFile, 'utf8'));
  const transport = http(first.rpcUrls[0], { retryCount: 0 });
  const account = privateKeyToAccount(generatePrivateKey());
  const node = createTestClient({ mode: 'anvil', transport }).extend(publicActions);
  const wallet = createWalletClient({ transport, account });
  await node.setBalance({ address: account.address, value: STOCK });
  const gasPrice = (await node.getGasPrice()) * 10n;
  let nonce = 0;

  async function pay(to: string, value: bigint): Promise<Hex> {
    const fees = { type: 'legacy', gasPrice, gas: GAS, chain: null } as const;
    const hash = await wallet.sendTransaction({ ...fees, to: to as Hex, value, nonce });
    nonce += 1;
    return hash;
  }

  return {
    /** Pays every user this amount. Resolves when the last payment is in a block. */
    async payAll({ users }: Crowd, amount: bigint): Promise<Payment> {
      let last: Hex = '0x';
      for (const { publicAddress } of users) last = await pay(publicAddress, amount);
      for (;;) {
        const receipt = await node.getTransactionReceipt({ hash: last }).catch(() => null);
        if (receipt !== null) return { amount: amount.toString(), at: performance.now() };
        await sleep(LOOK_MS);
      }
    },
  };
}
