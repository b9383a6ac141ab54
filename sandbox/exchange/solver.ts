import { setTimeout as sleep } from 'node:timers/promises';
import type { Hex } from 'viem';
import { solver } from '../chain/accounts.ts';
import { createNodeCaller } from '../chain/json-rpc.ts';
import { createSender } from '../chain/sender.ts';
import { bridgeAbi } from './bridge-abi.ts';
import type { ExchangeChain } from './exchange-chains.ts';
import { type Deposit, type SolverChain, settleDeposit } from './settle-deposit.ts';

export interface Solver {
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 400;
/** Blocks that are read again each time, because a killed node may have replaced its last ones. */
const REREAD_BLOCKS = 8n;

/**
 * Watches the deposits on all chains and completes each. It stores nothing: the next step
 * for a deposit follows from both chains, so after a restart it continues where it was.
 */
export function startSolver(chains: readonly ExchangeChain[]): Solver {
  const places = chains.map(openPlace);
  const byChainId = new Map(places.map((place) => [BigInt(place.chain.network.chainId), place]));
  let isStopping = false;
  const work = run();
  return {
    stop: async () => {
      isStopping = true;
      await work;
    },
  };

  async function run(): Promise<void> {
    while (!isStopping) {
      for (const place of places) {
        // A restarting node is queried again on the next run.
        await settleAll(place).catch(() => undefined);
      }
      await sleep(LOOK_EVERY_MS);
    }
  }

  async function settleAll(place: WatchedChain): Promise<void> {
    await readDeposits(place);
    for (const deposit of [...place.open.values()]) {
      if (isStopping) return;
      const target = byChainId.get(deposit.order.chainId);
      if (!target) continue;
      if ((await settleDeposit(deposit, place, target)) === 'settled')
        place.open.delete(deposit.id);
    }
  }
}

interface WatchedChain extends SolverChain {
  readonly open: Map<Hex, Deposit>;
  readUntil: bigint;
}

function openPlace(chain: ExchangeChain): WatchedChain {
  const call = createNodeCaller(String(chain.client.transport.url));
  const sender = createSender(call, chain.network.chainId, solver);
  return { chain, sender, open: new Map(), readUntil: BigInt(chain.bridge.deploymentBlock) };
}

async function readDeposits(place: WatchedChain): Promise<void> {
  const { client, bridge } = place.chain;
  const head = await client.getBlockNumber({ cacheTime: 0 });
  // A killed chain may have lost its last blocks.
  const from = place.readUntil < head ? place.readUntil : head;
  const logs = await client.getContractEvents({
    address: bridge.escrow,
    abi: bridgeAbi,
    eventName: 'Deposited',
    fromBlock: from > REREAD_BLOCKS ? from - REREAD_BLOCKS : 0n,
    toBlock: head,
    strict: true,
  });
  for (const { args, blockNumber } of logs) {
    const { id, token, amount, order } = args;
    place.open.set(id, { id, token, amount, order, blockNumber });
  }
  place.readUntil = head;
}
