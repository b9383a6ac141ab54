import {
  type Chain,
  NETWORK_CONFIG,
  type NetworkName,
  TXIDVersion,
} from '@railgun-community/shared-models';
import {
  getEngine,
  getProver,
  loadProvider,
  rescanFullUTXOMerkletreesAndWallets,
  setLoggers,
  startRailgunEngine,
  stopRailgunEngine,
  unloadProvider,
} from '@railgun-community/wallet';
import leveldown from 'leveldown';
import { loadEnginePart } from '../engine-parts.ts';
import { adaptEngineToFiveCircuits } from '../five-circuits.ts';
import type { Alarm } from '../prover/alarm.ts';
import { type RunningProver, startProver } from '../prover/start-prover.ts';
import { createFixedArtifactStore, createGrowingArtifactStore } from './artifact-store.ts';
import { disableEventListeners } from './disable-event-listeners.ts';
import { deriveKeysFast } from './fast-keys.ts';
import { keepNoProofs } from './keep-no-proofs.ts';
import { limitWaits } from './limit-waits.ts';
import { multiplySlowly, tryNotesFast } from './note-trials.ts';
import { applyContracts, type RailgunProfile } from './profile.ts';
import { warmProver } from './warm-prover.ts';

/** The version of RAILGUN's contracts that is meant everywhere. */
export const TXID_VERSION = TXIDVersion.V2_PoseidonMerkle;

/** RAILGUN's engine on one network; there is one in a process. */
export interface RunningEngine {
  readonly networkName: NetworkName;
  readonly chain: Chain;
  readonly rpcUrls: readonly string[];
  /** How long the pool must seem to lack known notes before they are forgotten. */
  readonly doubtForMs: number;
  /** What the pool takes, basis points of the amount. */
  readonly shieldFeeBps: bigint;
  readonly unshieldFeeBps: bigint;
  readonly prover: Pick<RunningProver, 'places' | 'kind' | 'times' | 'warm'>;
  /** Has the database overwrite what was deleted between two keys. */
  compact(from: string, to: string): Promise<void>;
  /** Has the next scan begin at the newest note, whatever blocks were scanned after it. */
  rewind(): Promise<void>;
  /** Forgets what was scanned and scans from the beginning. For a chain that is not the one it was. */
  rescan(): Promise<void>;
  stop(): Promise<void>;
}

/** What the engine keeps to itself. */
interface EngineInside {
  readonly RailgunEngine: {
    readonly prototype: {
      setLastSyncedBlock(version: TXIDVersion, chain: Chain, block: number): Promise<void>;
    };
  };
}

/** Who encrypted a note is written into it: at most 16 lower-case characters. */
const WALLET_NAME = 'kax';
/** With a sum below 2, the provider accepts no response as agreed. */
const PROVIDER_WEIGHT = 2;
const LOGS_IN_A_BATCH = 10;
const STALLED_AFTER_MS = 2_500;
const SILENT_FOR_MS = 30_000;

/**
 * Starts RAILGUN's engine: notes it knows in `databaseDirectory`, proving files in `artifactsDirectory`.
 * Rejects when the chain does not respond. `log` receives the engine's own messages.
 */
export async function startEngine(options: {
  readonly profile: RailgunProfile;
  readonly rpcUrls: readonly string[];
  readonly databaseDirectory: string;
  readonly artifactsDirectory: string;
  readonly log?: { say(sentence: string): void; complain(error: unknown): void };
  /** Receives what an operator has to know of. */
  readonly alarm?: Alarm;
}): Promise<RunningEngine> {
  const { profile, rpcUrls, log, alarm = () => undefined } = options;
  const { setLastSyncedBlock } = loadEnginePart<EngineInside>().RailgunEngine.prototype;
  const { networkName } = profile;
  applyContracts(profile);
  disableEventListeners();
  limitWaits(SILENT_FOR_MS);
  deriveKeysFast();
  keepNoProofs();
  if (profile.circuits === 'five') adaptEngineToFiveCircuits();
  setLoggers(log?.say, log?.complain);
  const createStore =
    profile.circuits === 'five' ? createFixedArtifactStore : createGrowingArtifactStore;
  const database = leveldown(options.databaseDirectory);
  await startRailgunEngine(
    WALLET_NAME,
    database,
    false,
    createStore(options.artifactsDirectory),
    false,
    false,
    // Without a list it fails at the first read of the spendable balance.
    [...profile.poiNodeUrls],
    [],
    false,
  );
  const prover = startProver(options.artifactsDirectory, multiplySlowly, alarm);
  tryNotesFast(prover.multiplier);
  getProver().setSnarkJSGroth16(prover.groth16);
  const { chain } = NETWORK_CONFIG[networkName];
  const { feesSerialized } = await loadProvider(
    { chainId: chain.id, providers: rpcUrls.map(toProvider) },
    networkName,
  ).catch(async (error: unknown) => {
    // It would keep the notes open, and be in the way of the next start.
    await prover.stop();
    await stopRailgunEngine();
    throw error;
  });
  await warmProver(options.artifactsDirectory);
  return {
    networkName,
    chain,
    rpcUrls,
    doubtForMs: profile.doubtForMs,
    shieldFeeBps: BigInt(feesSerialized.shieldFeeV2),
    unshieldFeeBps: BigInt(feesSerialized.unshieldFeeV2),
    prover,
    compact: (from, to) =>
      new Promise((done, failed) => {
        database.compactRange(from, to, (error?: Error) =>
          error === undefined || error === null ? done() : failed(error),
        );
      }),
    rewind: () => setLastSyncedBlock.call(getEngine(), TXID_VERSION, chain, 0),
    rescan: () => rescanFullUTXOMerkletreesAndWallets(chain, undefined),
    stop: async () => {
      await unloadProvider(networkName);
      await stopRailgunEngine();
      await prover.stop();
      await endProvers();
    },
  };
}

function toProvider(provider: string, index: number) {
  return {
    provider,
    priority: index + 1,
    weight: PROVIDER_WEIGHT,
    maxLogsPerBatch: LOGS_IN_A_BATCH,
    stallTimeout: STALLED_AFTER_MS,
  };
}

/** Ends the threads that proofs were made in, which would keep the process up. */
async function endProvers(): Promise<void> {
  const { curve_bn128: curve } = globalThis as { curve_bn128?: { terminate(): Promise<void> } };
  await curve?.terminate();
}
