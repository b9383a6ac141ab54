import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { toBaseUnits } from '#domain/amount/base-units';
import type { CallSession } from '../application/call.ts';
import { createAdvanceOperations } from '../jobs/advance-operations.ts';
import { createSignProvedSpends } from '../jobs/sign-proved-spends.ts';
import {
  createMakeSpend,
  type MakeSpend,
  type SpendPorts,
} from '../modules/wallet/shielded/make-spend.ts';
import type { Spend } from '../modules/wallet/shielded/parse-pool-command.ts';
import { recoverOperations } from '../operations/recover-operations.ts';
import { SIMULATED_BROADCASTER } from './memory-spends.ts';
import { CHAIN_ID, signSimulated } from './simulated-node.ts';
import { SPEND_CONTRACT } from './simulated-notes.ts';
import { addressOfUser } from './simulated-server.ts';
import { ownerOfUser, type SpendSurroundings } from './spend-surroundings.ts';
import type { Process } from './world.ts';

/** One private payment that a person wants, and what the person was told of it. */
export interface SpendWish {
  readonly userId: string;
  readonly key: string;
  readonly amount: bigint;
  readonly to:
    | { readonly kind: 'unshield'; readonly recipient: PublicAddress }
    | { readonly kind: 'internal-transfer'; readonly recipient: PrivateAddress };
  /** At a random moment within so many minutes; null for at once. */
  readonly withinMinutes: number | null;
  /** The person thinks better of it. */
  readonly isTakenBack: boolean;
  told: { readonly hash: string } | { readonly refused: string } | 'nothing';
}

/** A process that answers; null answers until it is ready. */
export interface SpendServer {
  readonly process: Process;
  answers: {
    readonly make: MakeSpend;
    readonly cancel: (userId: string, operationId: string) => Promise<boolean>;
  } | null;
}

/** The jobs of the simulation look less often than the real ones. */
const SLOWER = 4;

/** Starts the process that takes orders; it recovers what a former one left before it serves. */
export function startSpendServer(around: SpendSurroundings): SpendServer {
  const process: Process = { name: 'server', isDead: false };
  const server: SpendServer = { process, answers: null };
  const ports = spendPortsOf(around, process);
  const { spends } = around.bookOf(process);
  recoverOperations(workPortsOf(around, process)).then(
    () => {
      server.answers = {
        make: createMakeSpend(ports),
        cancel: (userId, id) => spends.cancel(userId, id, around.world.now()),
      };
    },
    () => around.world.kill(process),
  );
  return server;
}

/** Starts the process that signs what is proved, and brings to its end what is signed. */
export function startSpendWorker(around: SpendSurroundings): Process {
  const process: Process = { name: 'worker', isDead: false };
  const ports = workPortsOf(around, process);
  createAdvanceOperations(ports).start();
  createSignProvedSpends({
    ...ports,
    spends: around.bookOf(process).spends,
    calls: new Map([[CHAIN_ID, around.nodeOf(process)]]),
    poolContracts: new Map([[CHAIN_ID, [SPEND_CONTRACT]]]),
    broadcaster: {
      address: SIMULATED_BROADCASTER,
      signer: {
        address: SIMULATED_BROADCASTER,
        sign: async (transaction) =>
          signSimulated(around.signedBytes, SIMULATED_BROADCASTER, transaction),
        signMessage: () => Promise.reject(new Error('It signs no words.')),
      },
    },
  }).start();
  return process;
}

function workPortsOf(around: SpendSurroundings, process: Process) {
  const { world } = around;
  return {
    operations: around.bookOf(process).operations,
    chains: new Map([[CHAIN_ID, around.nodeOf(process)]]),
    clock: { now: () => world.now(), sleep: (ms: number) => world.wait(ms * SLOWER, process) },
    report: () => {},
  };
}

function spendPortsOf(around: SpendSurroundings, process: Process): SpendPorts {
  const { world, networks, views, token, faults } = around;
  return {
    ...workPortsOf(around, process),
    ...around.bookOf(process),
    networks,
    poolChainIds: [CHAIN_ID],
    calls: new Map([[CHAIN_ID, around.nodeOf(process)]]),
    pay: { priceIn: async () => null },
    seals: { sign: () => Buffer.alloc(0) },
    broadcasterAddress: SIMULATED_BROADCASTER,
    randomness: {
      uuid: around.uuid,
      bytes: (size: number) =>
        Buffer.from(Array.from({ length: size }, () => world.random.integer(0, 255))),
    },
    toChecksumAddress: (address: string) => address as PublicAddress,
    vault: {
      withViewKey: async (_bearer: unknown, work: (key: Uint8Array) => Promise<unknown>) => ({
        ok: true,
        value: await work(new Uint8Array(32)),
      }),
    },
    views: {
      async read({ userId }: { readonly userId: string }) {
        const view = views.get(userId);
        if (view === undefined) return { worker: null, isOpen: false, balances: null };
        const { spendable, newest } = view;
        const byToken = new Map([[token.id, { spendable, pending: 0n }]]);
        const asOf = world.now();
        return {
          worker: null,
          isOpen: true,
          balances: { byToken, newest, asOf, isOfThisRun: true },
        };
      },
    },
    poolClient: {
      terms: async () => ({ unshieldFeeBps: 0n, shieldFeeBps: 0n }),
      async estimateSpend() {
        await world.wait(world.random.integer(5, 80), process);
        if (world.random.chance(faults.timeout)) return { ok: false, problem: 'away' };
        return { ok: true, answer: { gas: 10n, broadcasterFee: null } };
      },
    },
  } as unknown as SpendPorts;
}

const PATIENCE_MS = 15_000;
const MOST_TRIES = 200;
/** What a page repeats by itself or asks its person to: nothing was decided. */
const PASSING = ['private-not-ready', 'private-operation-open', 'queue-full', 'chain-unavailable'];

/** Asks for one payment as the web client does: the same key for every try, now and then twice at once. */
export async function makeSpendWish(
  around: SpendSurroundings,
  wish: SpendWish,
  server: () => SpendServer,
): Promise<void> {
  const { world } = around;
  const thinkingBetter = wish.isTakenBack ? takeBack(around, wish, server) : null;
  for (let tries = 0; tries < MOST_TRIES && wish.told === 'nothing'; tries += 1) {
    const posts = Array.from({ length: world.random.chance(0.2) ? 2 : 1 }, () =>
      post(around, wish, server()),
    );
    await Promise.race([Promise.all(posts), world.wait(PATIENCE_MS)]);
    if (wish.told === 'nothing') await world.wait(world.random.integer(500, 5_000));
  }
  await thinkingBetter;
}

async function takeBack(
  { world, store }: SpendSurroundings,
  wish: SpendWish,
  server: () => SpendServer,
): Promise<void> {
  await world.wait(world.random.integer(500, 20_000));
  const { answers, process } = server();
  const row = [...store.rows.values()].find(({ command }) => command.idempotencyKey === wish.key);
  if (answers === null || row === undefined) return;
  const asked = answers.cancel(wish.userId, row.command.intent.id).catch(() => false);
  const isCancelled = await Promise.race([asked, world.wait(PATIENCE_MS).then(() => false)]);
  if (isCancelled && !process.isDead) wish.told = { refused: 'cancelled' };
}

async function post(
  around: SpendSurroundings,
  wish: SpendWish,
  { answers, process }: SpendServer,
): Promise<void> {
  const { world, networks, token, native } = around;
  await world.wait(world.random.integer(1, 60), process);
  if (answers === null) return;
  // Any request of somebody who is signed in brings the keys to the run that is on.
  around.run?.sealedFor.add(wish.userId);
  const [network] = networks;
  const { to, amount, withinMinutes } = wish;
  const spend = { network, token, feeToken: native, amount: toBaseUnits(amount), ...to } as Spend;
  const asked = answers.make({
    spend,
    session: sessionOf(wish.userId),
    idempotencyKey: wish.key,
    respondAsync: false,
    withinMinutes,
  });
  const answer = await asked.catch((cause: unknown) => ({ cause }));
  await world.wait(world.random.integer(1, 60), process);
  // An error of the server says nothing; a person who knows already does not forget.
  if ('cause' in answer || wish.told !== 'nothing') return;
  if ('refused' in answer) {
    if (!PASSING.includes(answer.refused)) wish.told = { refused: answer.refused };
  } else if (answer.hash !== null) wish.told = { hash: answer.hash };
  else if (answer.operation.status === 'failed') wish.told = { refused: 'failed' };
}

function sessionOf(userId: string): CallSession {
  return {
    userId,
    sessionId: 's',
    accessToken: 't',
    publicAddress: addressOfUser(userId),
    privateAddress: ownerOfUser(userId),
  };
}
