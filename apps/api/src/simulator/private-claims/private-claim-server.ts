import { toBaseUnits } from '#domain/amount/base-units';
import type { Token } from '#domain/token/token';
import type { claimPayment } from '#wire/wallet/claim-payment';
import type { continueOperations } from '#wire/wallet/continue-operations';
import type { makeClaim } from '#wire/wallet/make-claim';
import type { takeBackClaim } from '#wire/wallet/take-back-claim';
import type { Handler } from '../../application/call.ts';
import { createClaimPayment } from '../../modules/wallet/claim-payment.ts';
import { createEndPrivateClaim } from '../../modules/wallet/claims/end-private-claim.ts';
import { createMakePrivateClaim } from '../../modules/wallet/claims/make-private-claim.ts';
import { tendClaimsAfter } from '../../modules/wallet/claims/tend-claims.ts';
import { createMakeClaim } from '../../modules/wallet/make-claim.ts';
import { createTakeBackClaim } from '../../modules/wallet/take-back-claim.ts';
import { recoverOperations } from '../../operations/recover-operations.ts';
import type { OwnSeals } from '../../ports/own-seals.ts';
import type {
  ClaimWalletAccess,
  RequestedPrivateTransaction,
} from '../../ports/shielded-pool-client.ts';
import type { ShieldedRequest, ShieldedResponse } from '../../ports/shielded-requests.ts';
import { entropyOf, walletOfEntropy } from '../claims/claim-environment.ts';
import { createMemoryClaims } from '../claims/memory-claim-store.ts';
import { READABLE_SEALS } from '../readable-seals.ts';
import { CHAIN_ID } from '../simulated-node.ts';
import { BROADCASTER_OWNER } from '../simulated-notes.ts';
import { privatePortsOf, workPortsOf } from '../simulated-private-server.ts';
import { broadcasterRecordsOf } from '../simulated-prover.ts';
import { claimWalletOf } from '../simulated-wallets.ts';
import type { Process } from '../simulation.ts';
import { type PrivateClaimEnvironment, privateAccountOf } from './private-claim-environment.ts';
import type { ClaimCallPorts, PrivateClaimPorts } from './private-claim-ports.ts';

/** A process that responds to requests once its recovery is finished. */
export interface PrivateClaimServer {
  readonly process: Process;
  /** Null until it is ready. */
  responses: {
    readonly make: Handler<typeof makeClaim>;
    readonly claim: Handler<typeof claimPayment>;
    readonly takeBack: Handler<typeof takeBackClaim>;
    readonly tend: Handler<typeof continueOperations>;
  } | null;
}

/** Starts the process that accepts payments by link; before it serves, it recovers what an earlier one left. */
export function startPrivateClaimServer(environment: PrivateClaimEnvironment): PrivateClaimServer {
  const process: Process = { name: 'server', isDead: false };
  const server: PrivateClaimServer = { process, responses: null };
  const parts = environment.alterPorts(claimPortsOf(environment, process));
  const ports: ClaimCallPorts = {
    ...parts,
    makePrivateClaim: createMakePrivateClaim(parts),
    endPrivateClaim: createEndPrivateClaim(parts),
  };
  recoverOperations(workPortsOf(environment, process)).then(
    () => {
      server.responses = {
        make: createMakeClaim(ports),
        claim: createClaimPayment(ports),
        takeBack: createTakeBackClaim(ports),
        tend: tendClaimsAfter(ports, async () => ({ data: [] })),
      };
    },
    () => environment.simulation.kill(process),
  );
  return server;
}

/** Base units of the token for 10^18 of the native coin: a fee is a few units. */
const PRICE = 10n ** 13n;

function claimPortsOf(environment: PrivateClaimEnvironment, process: Process): PrivateClaimPorts {
  const { simulation, isPaid } = environment;
  const { random } = simulation;
  const privatePorts = privatePortsOf(environment, process);
  const roundTrip = async () => {
    await simulation.wait(random.integer(0, 3), process);
    if (random.chance(environment.faults.lostStatement))
      throw new Error('The connection was lost.');
  };
  return {
    ...privatePorts,
    claims: createMemoryClaims(environment, roundTrip),
    accounts: { findById: async (userId: string) => privateAccountOf(userId) },
    limits: { takeQuota: async () => 0, giveBack: async () => {} },
    tagRecipient: (value: string) => value,
    claimMessages: { announce: async () => {} },
    prices: { priceOf: () => ({ price: null, change: null, asOf: null, samples: [] }) },
    pay: {
      async priceIn(token: Token) {
        if (!isPaid) return null;
        // Mostly the same; what is set aside covers three of those.
        const times = random.pick([1n, 1n, 1n, 1n, 1n, 1n, 2n]);
        const perNativeCoin = toBaseUnits(times * PRICE);
        return { token, perNativeCoin, recipient: BROADCASTER_OWNER };
      },
    },
    seals: {
      ...privatePorts.seals,
      isOurs: () => true,
      sealTo: READABLE_SEALS.sealWith,
    },
    workers: { current: () => workerOf(environment) },
    broadcasterRecords: broadcasterRecordsOf(environment, process),
    views: { ...privatePorts.views, ...historiesOf(environment) },
    poolClient: { ...privatePorts.poolClient, ...poolClientOf(environment, process) },
    vault: { ...privatePorts.vault, ...vaultOf(environment, process) },
  } as unknown as PrivateClaimPorts;
}

function historiesOf({ histories }: PrivateClaimEnvironment) {
  return {
    readHistory: async (
      { userId }: { readonly userId: string },
      { before, limit }: { readonly before: number | null; readonly limit: number },
    ) =>
      (histories.get(userId) ?? [])
        .toReversed()
        .filter(({ position }) => before === null || position < before)
        .slice(0, limit),
  };
}

/** The store of the simulation encrypts nothing. */
const OPEN_SEALS: OwnSeals = {
  seal: (_place, text) => Buffer.from(text),
  open: (_place, sealed) => ({ ok: true, text: Buffer.from(sealed).toString() }),
  tag: (text) => Buffer.from(text),
};

function vaultOf({ simulation }: PrivateClaimEnvironment, process: Process) {
  const signerOf = (entropy: Uint8Array) => ({
    address: walletOfEntropy(entropy),
    sign: () => Promise.reject(new Error('It signs nothing.')),
    signMessage: () => Promise.reject(new Error('It signs no messages.')),
  });
  return {
    claimSigner: signerOf,
    claimPrivateAddress: async (entropy: Uint8Array) => claimWalletOf(entropy).privateAddress,
    withOwnSeals: async (
      _bearer: unknown,
      _purpose: unknown,
      work: (seals: OwnSeals) => Promise<unknown>,
    ) => ({ ok: true, value: await work(OPEN_SEALS) }),
    async withClaimWallet(
      { userId }: { readonly userId: string },
      number: number,
      work: (wallet: object) => Promise<unknown>,
    ) {
      await simulation.wait(simulation.random.integer(1, 20), process);
      const entropy = entropyOf(userId, number);
      try {
        return { ok: true, value: await work({ entropy, signer: signerOf(entropy) }) };
      } finally {
        entropy.fill(0);
      }
    },
  };
}

const RESPONSE_WITHIN_MS = 10_000;

/** Requests to the process with the pool, which it may never respond to. */
function poolClientOf(environment: PrivateClaimEnvironment, process: Process) {
  const { simulation, faults } = environment;
  const { random } = simulation;
  async function request<K extends ShieldedRequest['kind']>(
    given: ShieldedRequest & { readonly kind: K },
  ): Promise<ShieldedResponse<K>> {
    await simulation.wait(random.integer(0, 3), process);
    const away = { ok: false, problem: 'away' } as const;
    const { run } = environment;
    if (run === null || random.chance(faults.timeout)) return away;
    const response = new Promise<ShieldedResponse<ShieldedRequest['kind']>>((resolve) => {
      run.onRequest({ request: given, respond: async (each) => resolve(each) });
    });
    const late = simulation.wait(RESPONSE_WITHIN_MS, process).then(() => away);
    const first = await Promise.race([response, late]);
    await simulation.wait(random.integer(0, 3), process);
    return first as ShieldedResponse<K>;
  }
  return {
    refresh: (userId: string) => request({ kind: 'refresh', userId }),
    estimatePrivateTransaction: (userId: string, privateTransaction: RequestedPrivateTransaction) =>
      request({ kind: 'estimate-private-transaction', userId, privateTransaction }),
    estimateClaimEnd: (
      wallet: ClaimWalletAccess,
      privateTransaction: RequestedPrivateTransaction,
    ) => request({ kind: 'estimate-claim-end', wallet, privateTransaction }),
  };
}

/** @returns the process that proves as the database has it, whose key may be that of a dead run */
function workerOf({ runKey, simulation }: PrivateClaimEnvironment) {
  const keyId = runKey ?? '';
  const key = { keyId, publicKey: Buffer.from(keyId), mac: Buffer.alloc(0) };
  return {
    chainId: CHAIN_ID,
    key,
    seenAt: simulation.now(),
    looked: null,
    isComplete: true,
    ...{ proofMs: 1_000, prover: 'native', proofsAtOnce: 1 },
  };
}
