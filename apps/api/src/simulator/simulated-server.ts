import type { PublicAddress } from '#domain/address/address';
import type { Network } from '#domain/network/network';
import type { sendTokens } from '#wire/wallet/send-tokens';
import type { shield } from '#wire/wallet/shield';
import type { Handler } from '../application/call.ts';
import { createAdvanceOperations } from '../jobs/advance-operations.ts';
import { createSendTokens, type SendTokensPorts } from '../modules/wallet/send-tokens.ts';
import { createShield, type ShieldPorts } from '../modules/wallet/shield.ts';
import type { AdvanceClaimsPorts } from '../operations/advance-claims.ts';
import { recoverOperations } from '../operations/recover-operations.ts';
import type { Operations } from '../ports/operations.ts';
import { releaseAll } from './account-locks.ts';
import { createMemoryOperations, type MemoryRepository } from './memory-operations.ts';
import { encodeTransfer, POOL_CONTRACT, type SimulatedChain } from './simulated-chain.ts';
import {
  CHAIN_ID,
  createSimulatedNode,
  type NetworkFaults,
  type SignedBytes,
  signSimulated,
} from './simulated-node.ts';
import type { Process, SimulatedWorld } from './simulated-world.ts';

/** The outside world of the simulated server; it outlives every process. */
export interface Surroundings {
  readonly harness: SimulatedWorld;
  readonly chain: SimulatedChain;
  readonly signedBytes: SignedBytes;
  readonly faults: NetworkFaults;
  readonly repository: MemoryRepository;
  readonly networks: readonly Network[];
}

/** How the server answers a send; a flawed one takes its place to show that the simulator sees flaws. */
export type CreateSend = (ports: SendTokensPorts) => Handler<typeof sendTokens>;

/** A process that answers requests once its recovery is finished. */
export interface SimulatedServer {
  readonly process: Process;
  /** Null until it is ready. */
  responses: {
    readonly send: Handler<typeof sendTokens>;
    readonly shield: Handler<typeof shield>;
  } | null;
}

/** The worker of the simulation looks less often than the real one: fewer happenings, the same order of things. */
const SLOWER = 4;

/** Starts a process that serves and works; it recovers what a former one left before it serves. */
export function startServer(
  around: Surroundings,
  createSend: CreateSend = createSendTokens,
): SimulatedServer {
  const process: Process = { name: 'server', isDead: false };
  const { harness } = around;
  const ports = portsOf(around, process);
  const server: SimulatedServer = { process, responses: null };
  async function start(): Promise<void> {
    await recoverOperations(ports);
    server.responses = { send: createSend(ports), shield: createShield(ports) };
    createAdvanceOperations(ports).start();
  }
  // A server that cannot recover ends, and is started again.
  start().catch(() => harness.kill(process));
  return server;
}

/** Starts a second process that only works. */
export function startWorker(around: Surroundings): Process {
  const process: Process = { name: 'worker', isDead: false };
  createAdvanceOperations(portsOf(around, process)).start();
  return process;
}

/** Ends what a dead process held in the database. */
export function bury(around: Surroundings, process: Process): void {
  releaseAll(around.repository.locks, process);
}

function portsOf(
  around: Surroundings,
  process: Process,
): SendTokensPorts & ShieldPorts & AdvanceClaimsPorts {
  const { harness, signedBytes, networks } = around;
  const operations = operationsOf(around, process);
  const node = createSimulatedNode(
    { harness, chain: around.chain, signedBytes, faults: around.faults },
    process,
  );
  return {
    operations,
    networks,
    chains: new Map([[CHAIN_ID, node]]),
    calls: new Map([[CHAIN_ID, node]]),
    poolChainIds: [CHAIN_ID],
    poolClient: poolClientOf(around, process),
    keccak256: (hex) => hex,
    clock: { now: () => harness.now(), sleep: (ms) => harness.wait(ms * SLOWER, process) },
    randomness: { uuid: () => simulatedUuid(harness) },
    toChecksumAddress: (address) => address as PublicAddress,
    report: () => {},
    vault: {
      async withPublicSigner(bearer, work) {
        await harness.wait(harness.random.integer(1, 20), process);
        const address = addressOfUser(bearer.userId);
        const value = await work({
          address,
          sign: async (transaction) => signSimulated(signedBytes, address, transaction),
          signMessage: async (text) => `0x${Buffer.from(text).toString('hex')}`,
        });
        return { ok: true, value };
      },
    },
  };
}

/** The process that holds the pool is away now and then. */
function poolClientOf(
  { harness, faults }: Surroundings,
  process: Process,
): ShieldPorts['poolClient'] {
  const terms = {
    chainId: CHAIN_ID,
    shieldFeeBps: 25n,
    unshieldFeeBps: 25n,
    spender: POOL_CONTRACT,
    shieldMessage: 'simulated',
  };
  return {
    terms: async () => terms,
    async prepareShield({ token, amount, recipient }) {
      await harness.wait(harness.random.integer(1, 20), process);
      if (harness.random.chance(faults.timeout)) return { ok: false, problem: 'away' };
      const note = `0x${recipient.slice('0zk'.length)}` as PublicAddress;
      const value = token.address === null ? amount : 0n;
      const data = encodeTransfer(note, amount);
      return { ok: true, response: { to: POOL_CONTRACT, value, data } };
    },
  };
}

function operationsOf({ harness, repository, faults }: Surroundings, process: Process): Operations {
  async function roundTrip(): Promise<void> {
    await harness.wait(harness.random.integer(0, 3), process);
    if (harness.random.chance(faults.lostStatement)) throw new Error('The connection was lost.');
  }
  return createMemoryOperations(repository, { roundTrip, owner: process });
}

/** @returns the account of a simulated user, whose id is a number. */
export function addressOfUser(userId: string): PublicAddress {
  return `0x${userId.padStart(4, '0').padEnd(40, '1')}` as PublicAddress;
}

/** @returns a UUID that the seed repeats. */
export function simulatedUuid({ random }: SimulatedWorld): string {
  const hex = Array.from({ length: 8 }, () =>
    random.integer(0, 0xffff).toString(16).padStart(4, '0'),
  );
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
