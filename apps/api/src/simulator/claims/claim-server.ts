import type { PrivateAddress } from '#domain/address/address';
import type { cancelOperation } from '#wire/wallet/cancel-operation';
import type { claimPayment } from '#wire/wallet/claim-payment';
import type { continueOperations } from '#wire/wallet/continue-operations';
import type { makeClaim } from '#wire/wallet/make-claim';
import type { takeBackClaim } from '#wire/wallet/take-back-claim';
import { type Handler, refuse } from '../../application/call.ts';
import { createAdvanceOperations } from '../../jobs/advance-operations.ts';
import { createCancelOperation } from '../../modules/wallet/cancel-operation.ts';
import { createClaimPayment } from '../../modules/wallet/claim-payment.ts';
import { createContinueOperations } from '../../modules/wallet/continue-operations.ts';
import { createMakeClaim } from '../../modules/wallet/make-claim.ts';
import { createTakeBackClaim } from '../../modules/wallet/take-back-claim.ts';
import { recoverOperations } from '../../operations/recover-operations.ts';
import type { PublicSigner } from '../../ports/key-vault.ts';
import { createMemorySigningPlans } from '../memory-signing-plans.ts';
import { simulatedSigner } from '../simulated-node.ts';
import { publicPortsOf, roundTripOf } from '../simulated-server.ts';
import type { Process, Simulation } from '../simulation.ts';
import {
  accountOf,
  type ClaimEnvironment,
  entropyOf,
  walletOfEntropy,
} from './claim-environment.ts';
import type { ClaimPorts } from './claim-ports.ts';
import { createMemoryClaims } from './memory-claim-store.ts';

/** A process that responds to requests once its recovery is finished. */
export interface ClaimServer {
  readonly process: Process;
  /** Null until it is ready. */
  responses: {
    readonly make: Handler<typeof makeClaim>;
    readonly claim: Handler<typeof claimPayment>;
    readonly takeBack: Handler<typeof takeBackClaim>;
    readonly cancel: Handler<typeof cancelOperation>;
    readonly resume: Handler<typeof continueOperations>;
  } | null;
}

/** Starts a process that serves and works; before it serves, it recovers what an earlier one left. */
export function startClaimServer(environment: ClaimEnvironment): ClaimServer {
  const process: Process = { name: 'server', isDead: false };
  const server: ClaimServer = { process, responses: null };
  const publicPorts = publicPortsOf(environment, process);
  const ports = environment.alterPorts(claimPortsOf(environment, process), environment);
  async function start(): Promise<void> {
    await recoverOperations(publicPorts);
    server.responses = {
      make: createMakeClaim(ports),
      claim: createClaimPayment(ports),
      takeBack: createTakeBackClaim(ports),
      cancel: createCancelOperation({
        ...publicPorts,
        signingPlans: createMemorySigningPlans(environment.repository),
        privateTransactions: { cancel: async () => false },
      }),
      resume: createContinueOperations(publicPorts),
    };
    createAdvanceOperations(publicPorts).start();
  }
  // A server that cannot recover exits, and is restarted.
  start().catch(() => environment.simulation.kill(process));
  return server;
}

function claimPortsOf(environment: ClaimEnvironment, process: Process): ClaimPorts {
  const { simulation } = environment;
  const publicPorts = publicPortsOf(environment, process);
  const claimSigner = (entropy: Uint8Array) => signerOf(environment, entropy);
  return {
    ...publicPorts,
    claims: createMemoryClaims(environment, roundTripOf(environment, process)),
    accounts: { findById: async (userId) => accountOf(userId) },
    limits: { takeQuota: async () => 0, giveBack: async () => {} },
    tagRecipient: (value) => value,
    isPaidPrivately: async () => false,
    makePrivateClaim: async () => refuse('not-shieldable'),
    endPrivateClaim: async () => refuse('unknown-claim'),
    claimMessages: { announce: async () => {} },
    prices: { priceOf: () => ({ price: null, change: null, asOf: null, samples: [] }) },
    randomness: {
      ...publicPorts.randomness,
      bytes: (length) => simulatedBytes(simulation, length),
    },
    vault: {
      ...publicPorts.vault,
      claimSigner,
      claimPrivateAddress: async () => `0zk${'1'.repeat(124)}` as PrivateAddress,
      async withClaimWallet(bearer, number, work) {
        await simulation.wait(simulation.random.integer(1, 20), process);
        const entropy = entropyOf(bearer.userId, number);
        return { ok: true, value: await work({ entropy, signer: claimSigner(entropy) }) };
      },
    },
  };
}

function signerOf({ signedBytes }: ClaimEnvironment, entropy: Uint8Array): PublicSigner {
  const address = walletOfEntropy(entropy);
  return simulatedSigner(signedBytes, address);
}

function simulatedBytes({ random }: Simulation, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => random.integer(0, 255));
}
