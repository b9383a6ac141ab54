import { createJob, type Job } from '../application/job.ts';
import { createClaimWallets } from './claim-wallets.ts';
import { createConsolidation } from './consolidate-notes.ts';
import { createOpenWallets } from './open-wallets.ts';
import { createPoolWatch } from './pool-watch.ts';
import { createProver } from './prove-private-transactions.ts';
import { createRequestResponder } from './respond-to-requests.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

/** The work of the process that runs a pool. */
export interface Shielding {
  /** Announces this run to the other processes, and begins. */
  start(): Promise<void>;
  /** A request arrived. */
  onRequests(): void;
  /** A wallet was sealed for this run. */
  onWallets(): void;
  /** A private payment is waiting. */
  onPrivateTransactions(): void;
  /** Resolves when everything in progress is finished, and closes every wallet. */
  stop(): Promise<void>;
}

const WATCH_EVERY_MS = 1_000;
const REQUEST_EVERY_MS = 1_000;
const PROVE_EVERY_MS = 500;
const BEAT_EVERY_MS = 2_000;
const SWEEP_EVERY_MS = 60_000;
const CONSOLIDATE_EVERY_MS = 5_000;

/**
 * @param onReplaced called when another process took over the pool: this one must end
 * @returns the work, not begun
 */
export function createShielding(ports: ShieldingPorts, onReplaced: () => void): Shielding {
  const { pool, key, wallets, requests, privateTransactions, clock } = ports;
  const open = createOpenWallets(ports);
  const watch = createPoolWatch(ports, open, () => prover.busy());
  const claimWallets = createClaimWallets(ports);
  const prover = createProver(ports, { open, claimWallets }, watch);
  const responder = createRequestResponder(ports, { open, claimWallets, watch });
  const consolidation = createConsolidation(ports, { open, watch, prover });
  const progress = () => ({ ...watch.progress(), ...pool.proving() });

  async function beat(): Promise<void> {
    const run = { chainId: pool.chainId, keyId: key.keyId };
    if (!(await wallets.beat(run, progress(), clock.now()))) onReplaced();
  }

  const job = (run: () => Promise<unknown>, everyMs: number, errorMessage: string) =>
    createJob({ clock, run, everyMs, afterErrorMs: everyMs, errorMessage, report: ports.report });
  const watching = job(
    async () => {
      await watch.run();
      await beat();
    },
    WATCH_EVERY_MS,
    'The private pool could not be scanned.',
  );
  const responding = job(
    () => responder.take(),
    REQUEST_EVERY_MS,
    'Requests to the pool could not be read.',
  );
  const proving = Array.from({ length: pool.mostProofsAtOnce }, (_, index) => {
    const isWanted = () => index < pool.proving().proofsAtOnce && !one.isStopped();
    const one: Job = job(
      async () => {
        while (isWanted() && (await prover.run()));
      },
      PROVE_EVERY_MS,
      'A private payment could not be proved.',
    );
    return one;
  });
  const beating = job(beat, BEAT_EVERY_MS, 'The pool’s process could not send its heartbeat.');
  const sweeping = job(
    () => requests.sweep(clock.now()),
    SWEEP_EVERY_MS,
    'Old requests to the pool could not be deleted.',
  );
  const consolidating = job(
    () => consolidation.run(),
    CONSOLIDATE_EVERY_MS,
    'Fragmented notes could not be looked for.',
  );
  const jobs = [watching, responding, ...proving, beating, sweeping, consolidating];

  function yieldToPayments(): void {
    prover
      .yieldToPayments()
      .catch((cause: unknown) =>
        ports.report({ message: 'It is unknown whether a payment is waiting.', cause }),
      );
  }

  return {
    async start() {
      await wallets.announce({
        chainId: pool.chainId,
        key,
        terms: {
          chainId: pool.chainId,
          shieldFeeBps: pool.shieldFeeBps,
          unshieldFeeBps: pool.unshieldFeeBps,
          spender: pool.spender,
          shieldMessage: pool.shieldMessage,
        },
        seenAt: clock.now(),
        ...progress(),
      });
      await privateTransactions.reclaim(pool.chainId);
      for (const each of jobs) each.start();
    },
    onRequests: responding.wake,
    onWallets: watching.wake,
    onPrivateTransactions() {
      yieldToPayments();
      for (const each of proving) each.wake();
    },
    async stop() {
      await Promise.all(jobs.map((each) => each.stop()));
      await responder.settle();
      open.closeAll();
    },
  };
}
