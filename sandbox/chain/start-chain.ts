import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { english, generateMnemonic, mnemonicToAccount } from 'viem/accounts';
import { lockDirectory } from '../processes/directory-lock.ts';
import { awaitFreePort } from '../processes/free-port.ts';
import { endLeftover, keepRunning } from '../processes/keep-running.ts';
import { findAnvil } from './anvil-binary.ts';
import { dumpState } from './dump-state.ts';
import { type CallNode, createNodeCaller } from './json-rpc.ts';
import { keepLeastBaseFee, type Miner, startMiner } from './miner.ts';
import { createSnapshots, type Snapshots } from './snapshots.ts';

export interface ChainOptions {
  readonly slug: string;
  readonly chainId: number;
  readonly port: number;
  readonly dataDir: string;
  /** Lowest base fee of a block, base units of the native coin for one gas. */
  readonly leastBaseFee: bigint;
  /** Least time between two blocks; a second unless given. */
  readonly blockEveryMs?: number;
  /** Whether the state of its blocks is on disk; otherwise they are lost when the node ends. Yes unless given. */
  readonly isKept?: boolean;
  /** Age of the first block of a new chain. */
  readonly beginsBeforeNowMs: number;
  /** Fills a new chain; its blocks are mined by `prepare` itself, with `evm_mine`. */
  readonly prepare: (call: CallNode, rpcUrl: string) => Promise<void>;
  /** A program other than the one from npm. */
  readonly anvilPath?: string | null;
  readonly report?: (sentence: string) => void;
}

export interface RunningChain {
  readonly slug: string;
  readonly chainId: number;
  readonly rpcUrl: string;
  /** Pid of the node; changes when it restarts. */
  readonly pid: number;
  readonly call: CallNode;
  /** Mines one block now. */
  mine(): Promise<void>;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 60_000;
const BLOCK_EVERY_MS = 1_000;
const STATES_IN_MEMORY = 256;
/** A loaded node knows only the balances of its last block; this many blocks later, that one is final. */
const BLOCKS_UNTIL_FINAL_IS_KNOWN = 3;

/**
 * Starts one local chain in `dataDir`/chain-`slug`, on 127.0.0.1 only, and keeps it running and mining
 * until `stop`. The state of every block is on disk before the next one is mined, so that a killed chain
 * continues where it was, unless `isKept` is false.
 * Rejects with `DirectoryInUse`, `PortInUse` or `AnvilNotInstalled`.
 */
export async function startChain(options: ChainOptions): Promise<RunningChain> {
  const dataDir = resolve(options.dataDir);
  const home = join(dataDir, `chain-${options.slug}`);
  await mkdir(home, { recursive: true });
  const lock = lockDirectory(dataDir, join(home, 'lock'));
  try {
    return await startLocked(options, { dataDir, home, release: () => lock.release() });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Where the chain is stored; no one else starts one there until it is released. */
interface LockedHome {
  readonly dataDir: string;
  readonly home: string;
  readonly release: () => void;
}

async function startLocked(
  options: ChainOptions,
  { dataDir, home, release }: LockedHome,
): Promise<RunningChain> {
  const { slug, chainId, port, report } = options;
  const rpcUrl = `http://127.0.0.1:${port}`;
  const call = createNodeCaller(rpcUrl);
  const snapshots = createSnapshots(home);
  // A phrase made only for this start: the node that returns its address is the one we started.
  const mark = generateMnemonic(english);
  const pidFile = join(home, 'pid');
  await endLeftover(pidFile);
  await awaitFreePort(port, `the ${slug} chain`);
  // Which start of the node has its state; one without state must neither mine nor be saved.
  let start = 0;
  let filledStart = 0;
  const node = await keepRunning({
    name: `The ${slug} chain`,
    command: async () => {
      start += 1;
      return {
        file: findAnvil(options.anvilPath ?? null),
        args: nodeArguments(options, mark, (await snapshots.read()) === null),
      };
    },
    untilServing: async (signal) => {
      await untilOurs(call, { chainId, mark }, signal);
      await fill({ call, rpcUrl }, snapshots, options);
      filledStart = start;
    },
    logFile: join(dataDir, 'logs', `chain-${slug}.log`),
    pidFile,
    ...(report && { report }),
  });
  const miner = startMiner({
    call,
    leastBaseFee: options.leastBaseFee,
    blockEveryMs: options.blockEveryMs ?? BLOCK_EVERY_MS,
    isReady: () => filledStart === start,
    keepState: async () => {
      if (options.isKept === false) return;
      const dumpedStart = start;
      const state = await dumpState(call);
      if (dumpedStart === start) await snapshots.write(state);
    },
    ...(report && { report }),
  });
  return {
    slug,
    chainId,
    rpcUrl,
    get pid() {
      return node.pid();
    },
    call,
    mine: () => miner.mineNow(),
    stop: () => stopInOrder(miner, () => node.stop(), release),
  };
}

async function stopInOrder(
  miner: Miner,
  stopNode: () => Promise<void>,
  release: () => void,
): Promise<void> {
  await miner.stop();
  await stopNode();
  release();
}

function nodeArguments(options: ChainOptions, mark: string, isNew: boolean): string[] {
  const begin = Math.floor((Date.now() - options.beginsBeforeNowMs) / 1000);
  return [
    ...['--host', '127.0.0.1', '--port', String(options.port)],
    ...['--chain-id', String(options.chainId), '--slots-in-an-epoch', '1'],
    ...['--accounts', '1', '--balance', '0', '--mnemonic', mark],
    ...['--no-mining', '--order', 'fifo', '--no-request-size-limit', '--disable-console-log'],
    ...['--block-base-fee-per-gas', String(options.leastBaseFee)],
    ...['--prune-history', String(STATES_IN_MEMORY), '--quiet'],
    ...(isNew ? ['--timestamp', String(begin)] : []),
  ];
}

/** Throws when another program responds on the port. */
async function untilOurs(
  call: CallNode,
  { chainId, mark }: { readonly chainId: number; readonly mark: string },
  signal: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const ours = mnemonicToAccount(mark).address.toLowerCase();
  for (;;) {
    try {
      const [account] = await call<string[]>('eth_accounts');
      const found = Number(await call<string>('eth_chainId'));
      if (account?.toLowerCase() === ours && found === chainId) return;
      throw new Error(`Another node (chain ${found}) is on the port of chain ${chainId}.`);
    } catch (error) {
      if (signal.aborted || Date.now() > deadline) throw error;
      await sleep(30);
    }
  }
}

async function fill(
  { call, rpcUrl }: { readonly call: CallNode; readonly rpcUrl: string },
  snapshots: Snapshots,
  options: ChainOptions,
): Promise<void> {
  const state = await snapshots.read();
  if (state === null) {
    await options.prepare(call, rpcUrl);
  } else {
    await call('anvil_loadState', [state]);
  }
  for (let block = 0; block < BLOCKS_UNTIL_FINAL_IS_KNOWN; block += 1) {
    await keepLeastBaseFee(call, options.leastBaseFee);
    await call('evm_mine');
  }
  await keepLeastBaseFee(call, options.leastBaseFee);
  await snapshots.write(await dumpState(call));
}
