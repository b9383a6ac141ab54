import { isTerminal } from '#domain/operation/operation';
import type { deleteWallet } from '#wire/wallet/delete-wallet';
import type { sendTokens } from '#wire/wallet/send-tokens';
import type { shield } from '#wire/wallet/shield';
import type { unshield } from '#wire/wallet/unshield';
import type { Handler, OpenedAccount } from '../../application/call.ts';
import { createAdvanceOperations } from '../../jobs/advance-operations.ts';
import { createBalanceCache } from '../../modules/wallet/balances/balance-cache.ts';
import { createDeleteWallet, type DeleteWalletPorts } from '../../modules/wallet/delete-wallet.ts';
import { createSendTokens } from '../../modules/wallet/send-tokens.ts';
import { createShield } from '../../modules/wallet/shield.ts';
import { createBroadcasterPay } from '../../modules/wallet/shielded/broadcaster-pay.ts';
import {
  createMakePrivateTransaction,
  type MakePrivateTransaction,
} from '../../modules/wallet/shielded/make-private-transaction.ts';
import type { OfferPrivatePorts } from '../../modules/wallet/shielded/offer-private-transaction.ts';
import { createUnshield } from '../../modules/wallet/unshield.ts';
import { recoverOperations } from '../../operations/recover-operations.ts';
import type { Changes } from '../../ports/changes.ts';
import type { RequestedPrivateTransaction } from '../../ports/shielded-pool-client.ts';
import type { ShieldedRequest, ShieldedResponse } from '../../ports/shielded-requests.ts';
import { isAway } from '../../ports/shielded-wallets.ts';
import type { WalletOwner, WalletRemovals } from '../../ports/wallet-removal.ts';
import { OPEN } from '../open-gate.ts';
import { createSimulatedNode } from '../simulated-node.ts';
import { privatePortsOf } from '../simulated-private-server.ts';
import { PRIVATE_GAS } from '../simulated-proof.ts';
import { publicPortsOf } from '../simulated-server.ts';
import type { Process } from '../simulation.ts';
import { createMemoryRemovals } from './memory-removals.ts';
import { operationsOf, ownerOf, priceOf, type WalletEnvironment } from './wallet-environment.ts';
import { broadcasterFeeOf, SIMULATED_PROVING } from './wallet-proofs.ts';

/** A process that responds to requests; `responses` is null until its recovery is finished. */
export interface WalletServer {
  readonly process: Process;
  responses: {
    readonly send: Handler<typeof sendTokens>;
    readonly shield: Handler<typeof shield>;
    readonly unshield: Handler<typeof unshield>;
    /** The addresses of the simulation are not those that the handler of transfers parses. */
    readonly transfer: MakePrivateTransaction;
    readonly remove: Handler<typeof deleteWallet>;
  } | null;
}

const RESPONSE_WITHIN_MS = 12_000;
const IDLE_TRANSACTION_MS = 15_000;
const PREMIUM_BPS = 1_000;

/** Starts a process that serves and works; before it serves, it recovers what an earlier one left. */
export function startWalletServer(environment: WalletEnvironment): WalletServer {
  const process: Process = { name: 'server', isDead: false };
  const server: WalletServer = { process, responses: null };
  const publicPorts = publicPortsOf(environment, process);
  const privatePorts = privatePortsOf(environment, process);
  const ports = {
    ...privatePorts,
    ...publicPorts,
    randomness: privatePorts.randomness,
    vault: { ...privatePorts.vault, ...publicPorts.vault },
    views: viewsOf(environment, process),
    pay: createBroadcasterPay({
      premiumBps: environment.isPaid ? PREMIUM_BPS : null,
      prices: { priceOf: (tokenId) => priceOf(tokenId, { isFee: true }) },
      broadcaster: { privateAddress: '0zkbroadcaster' as never },
    }),
    poolClient: { ...publicPorts.poolClient, ...poolClientOf(environment, process) },
  } satisfies OfferPrivatePorts;
  async function start(): Promise<void> {
    await recoverOperations(publicPorts);
    server.responses = {
      send: createSendTokens(ports),
      shield: createShield(ports),
      unshield: createUnshield(ports),
      transfer: createMakePrivateTransaction(ports),
      remove: createDeleteWallet(deletionPortsOf(environment, process, ports)),
    };
    createAdvanceOperations(publicPorts).start();
  }
  start().catch(() => environment.simulation.kill(process));
  return server;
}

function deletionPortsOf(
  environment: WalletEnvironment,
  process: Process,
  ports: OfferPrivatePorts & { readonly poolClient: ReturnType<typeof poolClientOf> },
): DeleteWalletPorts {
  const { simulation, faults, repository, store, signedBytes } = environment;
  const roundTrip = async () => {
    await simulation.wait(simulation.random.integer(0, 3), process);
    if (simulation.random.chance(faults.lostStatement)) throw new Error('The connection was lost.');
  };
  function remove(owner: WalletOwner): void {
    if (repository.removedUsers.has(owner.userId)) return;
    repository.removedUsers.add(owner.userId);
    const theirs = operationsOf(environment, owner);
    environment.removed.push({
      owner,
      signedBefore: signedBytes.size,
      stored: new Set(theirs.map(({ id }) => id)),
      open: theirs
        .filter((each) => !isTerminal(each) && each.kind !== 'consolidation')
        .map(({ id }) => id),
    });
  }
  const removals = createMemoryRemovals(
    { repository, store },
    {
      ...{ roundTrip, remove, owner: process },
      endIdle: (end) => void simulation.wait(IDLE_TRANSACTION_MS).then(end),
    },
  );
  const real: DeleteWalletPorts = {
    ...ports,
    ...OPEN,
    reauthenticate: ({ session }, work) =>
      work({ account: accountOf(session.userId) } as OpenedAccount),
    removals,
    claims: { countHolding: async () => 0 },
    balances: createBalanceCache({
      ...ports,
      chains: chainsOf(environment, process),
      changes: NO_CHANGES,
    }),
    prices: { priceOf: (tokenId) => priceOf(tokenId, { isFee: false }) },
    recovery: { kind: async () => 'file', forget: async () => undefined },
    audit: { append: async () => undefined },
    report: () => undefined,
  };
  const altered = environment.alterDeletion(real, async (owner) => {
    await roundTrip();
    remove(owner);
    await roundTrip();
  });
  return { ...altered, removals: pausing(altered.removals, environment, process) };
}

/** The process may stand still between the check and the removal. */
function pausing(
  removals: WalletRemovals,
  { simulation, pausedRemovals }: WalletEnvironment,
  process: Process,
): WalletRemovals {
  const { random } = simulation;
  return {
    ...removals,
    async remove(removal) {
      if (random.chance(pausedRemovals))
        await simulation.wait(random.integer(30_000, 100_000), process);
      return removals.remove(removal);
    },
  };
}

function chainsOf(environment: WalletEnvironment, process: Process) {
  const { networks, signedBytes, chain, alterChain } = environment;
  const node = alterChain(createSimulatedNode(environment, process), signedBytes, chain);
  return new Map(networks.map(({ chainId }) => [chainId, node]));
}

/** Every balance is read from its node. */
const NO_CHANGES: Changes = {
  isConnected: () => false,
  onOperation: () => undefined,
  onMovements: () => undefined,
  onLook: () => undefined,
  onSessionEnded: () => undefined,
  onPrices: () => undefined,
  onGap: () => undefined,
};

function accountOf(userId: string) {
  const { publicAddress, privateAddress } = ownerOf(userId);
  const wallet = { id: userId, name: userId, publicAddress, privateAddress };
  return { userId, name: userId, email: userId, phone: userId, wallet };
}

function viewsOf({ simulation, pool }: WalletEnvironment, process: Process) {
  return {
    async read({ userId }: { readonly userId: string }) {
      await simulation.wait(simulation.random.integer(0, 3), process);
      const { run } = pool;
      const stored = pool.balances.get(userId);
      return {
        worker: run as never,
        isOpen: run !== null && pool.opened.get(userId) === run.process,
        balances: stored ? { ...stored, isOfThisRun: stored.process === run?.process } : null,
      };
    },
  };
}

/** Requests to the process with the pool, which it may never respond to. */
function poolClientOf({ simulation, pool, faults }: WalletEnvironment, process: Process) {
  const { random } = simulation;
  async function request<K extends ShieldedRequest['kind']>(
    given: ShieldedRequest & { readonly kind: K },
  ): Promise<ShieldedResponse<K>> {
    await simulation.wait(random.integer(0, 3), process);
    if (isAway(pool.run, simulation.now())) return { ok: false, problem: 'away' };
    let responded: ShieldedResponse<K> | null = null;
    const response = new Promise<void>((resolve) => {
      const respond = async (each: ShieldedResponse<ShieldedRequest['kind']>) => {
        responded = each as ShieldedResponse<K>;
        resolve();
      };
      pool.requests.push({ request: given, respond });
    });
    await Promise.race([response, simulation.wait(RESPONSE_WITHIN_MS, process)]);
    await simulation.wait(random.integer(0, 3), process);
    return responded ?? { ok: false, problem: 'away' };
  }
  return {
    refresh: (userId: string) => request({ kind: 'refresh', userId }),
    async estimatePrivateTransaction(_userId: string, requested: RequestedPrivateTransaction) {
      await simulation.wait(random.integer(5, 80), process);
      if (random.chance(faults.timeout)) return { ok: false, problem: 'away' } as const;
      const { proofMs } = SIMULATED_PROVING;
      const response = { gas: PRIVATE_GAS, broadcasterFee: broadcasterFeeOf(requested), proofMs };
      return { ok: true, response } as const;
    },
    planPrivateTransaction: () => Promise.reject(new Error('Kax has the keys of these users.')),
  };
}
