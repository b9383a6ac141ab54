import type { FailureReason } from '#domain/operation/operation';
import {
  type ClaimSpender,
  type PrecomputeRequest,
  type PrivateTransactionJob,
  privateTransactionRequestLine,
  WANTED_FOR_MS,
} from '../ports/private-transactions.ts';
import type {
  ProofOrder,
  ProvedPrivateTransaction,
  ShieldedOutcome,
  ShieldedProblem,
} from '../ports/shielded-pool.ts';
import type { ClaimSecrets } from '../ports/shielded-seals.ts';
import type { ClaimWallets } from './claim-wallets.ts';
import { findLostPayment, type WantedPayment } from './find-lost-payment.ts';
import { createGettingReady } from './get-ready.ts';
import { type OpenedPayment, openPayment } from './open-payment.ts';
import type { OpenWallets, SpendingWallet, UserWallet } from './open-wallets.ts';
import { isSamePayment, type OpenedTerms, toPoolTransaction } from './pool-transaction.ts';
import type { PoolWatch } from './pool-watch.ts';
import { LEASE_MS, withProgress } from './proof-progress.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

/** Proves private payments. */
export interface Prover {
  /**
   * Proves the next payment, or precomputes a requested proof; when idle, does one step to prepare for the first
   * proof. Several runs at once prove payments of different users. @returns false when there was nothing to do.
   */
  run(): Promise<boolean>;
  /** A payment was ordered: consolidations that are being proved end if a user is waiting. */
  yieldToPayments(): Promise<void>;
  /** When a proof was last requested. */
  quietSince(): Date;
  /** Users whose payment is being proved. */
  busy(): readonly string[];
}

/** What a run does, and for whom. */
interface Claimed {
  readonly userId: string;
  /** Someone waits for it, or may. */
  readonly isWanted: boolean;
  work(): Promise<void>;
}

interface ReadyProof {
  readonly wallet: UserWallet;
  readonly opened: OpenedTerms;
  /** The wallet's balances at that time. */
  readonly balances: string;
  readonly proved: ProvedPrivateTransaction;
  readonly madeAt: number;
}

const RETRY_MS = 2_000;
const PRECOMPUTE_WITHIN_MS = 30_000;
const PRECOMPUTED_TTL_MS = 120_000;

/** Why a payment that cannot be proved ends; null when a retry may succeed. */
const reasonByProblem: Readonly<Record<ShieldedProblem, FailureReason | null>> = {
  'balance-too-low': 'not-enough-funds',
  'fee-not-covered': 'fee-not-covered',
  'notes-fragmented': 'notes-fragmented',
  'not-scanned': null,
  refused: 'would-revert',
};

/** @returns a prover that has proved nothing yet. */
export function createProver(
  ports: ShieldingPorts,
  { open, claimWallets }: { readonly open: OpenWallets; readonly claimWallets: ClaimWallets },
  watch: Pick<PoolWatch, 'run' | 'lookFor'>,
): Prover {
  const { pool, privateTransactions, clock } = ports;
  const ready = new Map<string, ReadyProof>();
  const getReady = createGettingReady(ports);
  /** Users for whom something is being proved. Two proofs at once would choose the same notes. */
  const taken = new Set<string>();
  /** Those whose own wallet it is. */
  const busy = new Set<string>();
  let claiming: Promise<unknown> = Promise.resolve();
  let quietSince = clock.now();
  /** Interrupt the consolidations that are being proved. */
  const interrupts = new Set<AbortController>();

  async function prove(
    wallet: SpendingWallet,
    opened: OpenedTerms,
    order: ProofOrder,
  ): Promise<ShieldedOutcome<ProvedPrivateTransaction>> {
    const outcome = await pool.prove(toPoolTransaction(ports, wallet, opened), order);
    if (outcome === 'interrupted')
      throw new Error('A proof was interrupted, but no one stopped it.');
    return outcome;
  }

  async function yieldToPayments(): Promise<void> {
    if (interrupts.size === 0 || (await privateTransactions.waiting()) === 0) return;
    for (const controller of interrupts) controller.abort();
  }

  /** Any obstacle ends it: it can be ordered again later, and no one is waiting for it. */
  async function proveConsolidation(job: PrivateTransactionJob, wallet: UserWallet): Promise<void> {
    const controller = new AbortController();
    interrupts.add(controller);
    const { signal } = controller;
    const stop = () => controller.abort();
    try {
      // A payment ordered before this found nothing to interrupt.
      await yieldToPayments();
      const opened = { terms: job.terms, message: null };
      const transaction = toPoolTransaction(ports, wallet, opened);
      const outcome = await withProgress(ports, { job, onLost: stop }, (onProgress) =>
        pool.prove(transaction, { urgency: 'consolidation', onProgress, signal }),
      );
      const isProved = outcome !== 'interrupted' && outcome.ok;
      const stored =
        isProved && (await privateTransactions.saveProved(job, outcome.response, clock.now()));
      if (stored !== 'stored') await privateTransactions.fail(job, 'cancelled', clock.now());
    } catch (cause) {
      await privateTransactions.fail(job, 'cancelled', clock.now());
      throw cause;
    } finally {
      interrupts.delete(controller);
    }
  }

  /** Spending the same notes elsewhere changes them. */
  async function balancesOf({ walletId }: UserWallet): Promise<string> {
    const balances = await pool.balances(walletId, ports.tokens);
    return balances.map(({ spendable, pending }) => `${spendable} ${pending}`).join();
  }

  /** @returns the precomputed proof, unless something that it depends on has changed. */
  async function takeReady(
    { userId }: PrivateTransactionJob,
    { wallet, opened: wanted }: Pick<ReadyProof, 'opened'> & { readonly wallet: SpendingWallet },
  ): Promise<ProvedPrivateTransaction | null> {
    // None is prepared for the end of a claim, which leaves what its user prepared of their own.
    if (wanted.terms.spender !== null) return null;
    const found = ready.get(userId);
    ready.delete(userId);
    if (found === undefined || found.wallet !== wallet) return null;
    const isFresh = clock.now().getTime() - found.madeAt < PRECOMPUTED_TTL_MS;
    const isSame = isSamePayment(found.opened, wanted);
    const isSound = isFresh && isSame && found.balances === (await balancesOf(found.wallet));
    return isSound ? found.proved : null;
  }

  /** @returns true when the network has the payment, or may have it: nothing is proved or ended for it now. */
  async function waitsForNetwork(payment: WantedPayment): Promise<boolean> {
    const { job } = payment;
    const lost = await findLostPayment(ports, watch, payment);
    if (lost === 'reconciling') {
      await privateTransactions.release(job, new Date(clock.now().getTime() + RETRY_MS));
    }
    return lost !== 'none';
  }

  async function proveOwn(job: PrivateTransactionJob, wallet: UserWallet): Promise<void> {
    const opened = openPayment(ports, job, wallet);
    if (typeof opened === 'string') {
      return void (await privateTransactions.fail(job, opened, clock.now()));
    }
    await proveJob({ job, wallet, message: opened.message }, opened.signed);
  }

  /** Without what opens the wallet it waits for its user, and never fails: the network may have it already. */
  async function proveClaimEnd(job: PrivateTransactionJob, spender: ClaimSpender): Promise<void> {
    const secrets = claimWallets.openSealed(job.operationId, spender.sealed);
    const proving = secrets && (await withClaimWallet(job, spender, secrets));
    if (proving === 'proved') return;
    if (proving === 'another') {
      const cause = new Error(`What is sealed for ${job.operationId} is not ${spender.address}.`);
      ports.report({ message: 'The wallet of a claim is another one.', cause });
    }
    await privateTransactions.lock(job);
  }

  function withClaimWallet(
    job: PrivateTransactionJob,
    { address }: ClaimSpender,
    secrets: ClaimSecrets,
  ): Promise<'proved' | 'another'> {
    return claimWallets.withWallet<'proved'>(address, secrets, async (wallet) => {
      // It was opened for this alone, and knows nothing that happened since it was open last.
      if ((await watch.lookFor(wallet)) === null) {
        await privateTransactions.release(job, new Date(clock.now().getTime() + RETRY_MS));
      } else {
        await proveJob({ job, wallet, message: null }, null);
      }
      return 'proved';
    });
  }

  async function proveJob(payment: WantedPayment, signed: OpenedPayment['signed']): Promise<void> {
    const { job, wallet, message } = payment;
    const opened = { terms: job.terms, message };
    if (await waitsForNetwork(payment)) return;
    // A failover kept it from its end, and its user was away.
    if (clock.now().getTime() - job.wantedAt.getTime() > WANTED_FOR_MS) {
      return void (await privateTransactions.fail(job, 'expired', clock.now()));
    }
    // Ordered only because the network could have had it: its owner's notes don't suffice.
    if (signed === 'missing') {
      return void (await privateTransactions.fail(job, 'not-enough-funds', clock.now()));
    }
    const precomputed = signed === null ? await takeReady(job, { wallet, opened }) : null;
    if (
      precomputed !== null &&
      (await privateTransactions.saveProved(job, precomputed, clock.now())) !== 'notes-taken'
    ) {
      return;
    }
    const outcome = await withProgress(ports, { job }, (onProgress) => {
      const order = { urgency: 'interactive', onProgress } as const;
      return signed === null ? prove(wallet, opened, order) : pool.proveSigned(signed, order);
    });
    // Notes that were spent during the proof are spent by the very payment that the database lost.
    if (await waitsForNetwork(payment)) return;
    const now = clock.now();
    const reason = outcome.ok ? null : reasonByProblem[outcome.problem];
    if (reason !== null) return void (await privateTransactions.fail(job, reason, now));
    if (
      outcome.ok &&
      (await privateTransactions.saveProved(job, outcome.response, now)) !== 'notes-taken'
    ) {
      return;
    }
    // What was signed can pay with no other notes.
    if (signed !== null && outcome.ok) {
      return void (await privateTransactions.fail(job, 'notes-spent', clock.now()));
    }
    // Only a scan for this wallet finds that one of its notes was spent when a node had left that out.
    await watch.lookFor(wallet);
    await privateTransactions.release(job, new Date(clock.now().getTime() + RETRY_MS));
  }

  async function takeJob(job: PrivateTransactionJob): Promise<void> {
    if (!ports.seals.isSigned('spend', privateTransactionRequestLine(job), job.signature)) {
      const cause = new Error(
        `Payment ${job.operationId} was not ordered by one of our processes.`,
      );
      ports.report({ message: 'A private payment was rejected before proving.', cause });
      return void (await privateTransactions.fail(job, 'would-revert', clock.now()));
    }
    const { spender } = job.terms;
    if (spender !== null) return orRelease(job, () => proveClaimEnd(job, spender));
    if (open.find(job.userId) === null) await watch.run();
    const wallet = open.find(job.userId);
    const isOurs = job.terms.kind === 'consolidation';
    if (wallet === null) {
      return void (await (isOurs
        ? privateTransactions.fail(job, 'cancelled', clock.now())
        : privateTransactions.lock(job)));
    }
    busy.add(job.userId);
    await orRelease(job, () =>
      isOurs ? proveConsolidation(job, wallet) : proveOwn(job, wallet),
    ).finally(() => busy.delete(job.userId));
  }

  async function orRelease(job: PrivateTransactionJob, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (cause) {
      await privateTransactions.release(job, new Date(clock.now().getTime() + RETRY_MS));
      throw cause;
    }
  }

  async function precompute({ userId, terms }: PrecomputeRequest): Promise<void> {
    const wallet = open.find(userId);
    if (wallet === null) return;
    const payment = openPayment(ports, { userId, terms }, wallet);
    if (typeof payment === 'string' || payment.signed !== null) return;
    const opened = { terms, message: payment.message };
    const balances = await balancesOf(wallet);
    const outcome = await prove(wallet, opened, { urgency: 'precomputed' });
    if (!outcome.ok) return;
    const madeAt = clock.now().getTime();
    ready.set(userId, { wallet, opened, balances, proved: outcome.response, madeAt });
  }

  /** Claims one after the other, so that each knows whose payments the others took. */
  function claimNext(): Promise<Claimed | null> {
    const mine = claiming.then(claimAlone);
    claiming = mine.catch(() => undefined);
    return mine;
  }

  async function claimAlone(): Promise<Claimed | null> {
    const now = clock.now();
    const job = await privateTransactions.claimNext({ now, leaseMs: LEASE_MS, except: [...taken] });
    if (job !== null) {
      const isWanted = job.terms.kind !== 'consolidation';
      return take({ userId: job.userId, isWanted, work: () => takeJob(job) });
    }
    forgetOld(ready, now.getTime());
    const since = new Date(now.getTime() - PRECOMPUTE_WITHIN_MS);
    const request = await privateTransactions.claimPrecompute(since);
    if (request === null || taken.has(request.userId)) return null;
    return take({ userId: request.userId, isWanted: true, work: () => precompute(request) });
  }

  function take(claimed: Claimed): Claimed {
    taken.add(claimed.userId);
    return claimed;
  }

  return {
    async run() {
      const next = await claimNext();
      if (next === null) return taken.size === 0 && getReady(clock.now().getTime());
      try {
        await next.work();
        if (next.isWanted) quietSince = clock.now();
        return true;
      } finally {
        taken.delete(next.userId);
      }
    },
    yieldToPayments,
    quietSince: () => quietSince,
    busy: () => [...busy],
  };
}

function forgetOld(ready: Map<string, ReadyProof>, now: number): void {
  for (const [userId, { madeAt }] of ready) {
    if (now - madeAt >= PRECOMPUTED_TTL_MS) ready.delete(userId);
  }
}
