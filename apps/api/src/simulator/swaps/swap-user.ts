import type { Token } from '#domain/token/token';
import type { SwapRoute } from '#wire/exchange/route';
import { addressOfUser } from '../simulated-server.ts';
import type { Simulation } from '../simulation.ts';
import { assetOf } from './swap-places.ts';
import type { SwapServer } from './swap-server.ts';

/** One swap that a user wants, and the response that the user received. */
export interface ScriptedSwap {
  readonly userId: string;
  readonly key: string;
  readonly path: readonly Token[];
  readonly amount: bigint;
  /** The route that was confirmed; null before. */
  route: SwapRoute | null;
  outcome: 'pending' | { readonly refused: string } | { readonly requestId: string };
}

/** The server that a request reaches. */
export type PickServer = () => SwapServer;

const PATIENCE_MS = 30_000;
const MOST_TRIES = 80;
const AGAIN_MS = 5_000;

/** Asks for routes, confirms the first one and repeats that under the same key until there is a response. */
export async function requestSwap(
  simulation: Simulation,
  wanted: ScriptedSwap,
  server: PickServer,
): Promise<void> {
  const { random } = simulation;
  for (let tries = 0; tries < MOST_TRIES && wanted.route === null; tries += 1) {
    await Promise.race([findRoute(simulation, wanted, server()), simulation.wait(PATIENCE_MS)]);
    if (wanted.route === null) await simulation.wait(random.integer(500, AGAIN_MS));
  }
  for (let tries = 0; tries < MOST_TRIES && wanted.outcome === 'pending'; tries += 1) {
    const posts = random.chance(0.2)
      ? [confirm(simulation, wanted, server()), confirm(simulation, wanted, server())]
      : [confirm(simulation, wanted, server())];
    await Promise.race([Promise.all(posts), simulation.wait(PATIENCE_MS)]);
    if (wanted.outcome === 'pending') await simulation.wait(random.integer(500, AGAIN_MS));
  }
}

async function findRoute(
  simulation: Simulation,
  wanted: ScriptedSwap,
  { calls, process }: SwapServer,
): Promise<void> {
  await simulation.wait(simulation.random.integer(1, 60), process);
  const [first, last] = [wanted.path[0], wanted.path.at(-1)];
  if (calls === null || first === undefined || last === undefined) return;
  const body = {
    from: assetOf(first),
    to: assetOf(last),
    amount: wanted.amount.toString(),
    slippage: '1' as const,
  };
  const found = await calls
    .routes({ ...callOf(wanted.userId), body })
    .catch(() => ({ refused: 'internal' as const }));
  if ('refused' in found) return;
  wanted.route ??= found.results[0] ?? null;
}

async function confirm(
  simulation: Simulation,
  wanted: ScriptedSwap,
  { calls, process }: SwapServer,
): Promise<void> {
  await simulation.wait(simulation.random.integer(1, 60), process);
  if (calls === null || wanted.route === null) return;
  const { requestId } = wanted.route;
  const body = { requestId, slippage: '1' };
  const response = await calls
    .swap({ ...callOf(wanted.userId), body, idempotencyKey: wanted.key })
    .catch(() => null);
  await simulation.wait(simulation.random.integer(1, 60), process);
  // A server error says nothing, and a swap that was accepted stays.
  if (response === null || (wanted.outcome !== 'pending' && 'requestId' in wanted.outcome)) return;
  wanted.outcome = 'refused' in response ? { refused: response.refused } : { requestId };
}

/** What every open page does: signs what waits, now and then from two tabs. */
export async function keepContinuing(
  simulation: Simulation,
  userId: string,
  server: PickServer,
): Promise<void> {
  async function continueOnce({ calls, process }: SwapServer): Promise<void> {
    await simulation.wait(simulation.random.integer(1, 60), process);
    await calls?.continueSwaps({ ...callOf(userId), body: undefined }).catch(() => null);
  }
  for (;;) {
    await simulation.wait(simulation.random.integer(3_000, 8_000));
    const tabs = simulation.random.chance(0.3) ? 2 : 1;
    const posts = Array.from({ length: tabs }, () => continueOnce(server()));
    await Promise.race([Promise.all(posts), simulation.wait(PATIENCE_MS)]);
  }
}

/** @returns a call of a user without a body */
export function callOf(userId: string) {
  return {
    query: undefined,
    params: undefined,
    session: {
      userId,
      sessionId: 's',
      accessToken: 't',
      publicAddress: addressOfUser(userId),
      privateAddress: '0zk',
      custody: 'assisted',
    },
    idempotencyKey: undefined,
    client: {
      ip: '127.0.0.1',
      userAgent: 'simulated',
      device: null,
      work: null,
      approval: null,
      language: 'en',
    },
  } as const;
}
