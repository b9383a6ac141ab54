import { ZERO_UNITS } from '#domain/amount/base-units';
import {
  type PoolTransaction,
  PoolUnavailable,
  type ShieldedOutcome,
  type ShieldedProblem,
} from '../ports/shielded-pool.ts';
import type { RequestedPrivateTransaction } from '../ports/shielded-pool-client.ts';
import type {
  ClaimedRequest,
  ShieldedRequest,
  ShieldedResponse,
} from '../ports/shielded-requests.ts';
import { unpackClaim } from '../ports/shielded-seals.ts';
import type { ClaimWallets } from './claim-wallets.ts';
import type { OpenWallets, SpendingWallet, UserWallet } from './open-wallets.ts';
import { withSpender } from './pool-transaction.ts';
import type { PoolWatch } from './pool-watch.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

type Reply = ShieldedResponse<ShieldedRequest['kind']>;

/** Responds to requests from other processes. */
export interface RequestResponder {
  /** Takes pending requests; none waits for the response to another. */
  take(): Promise<void>;
  /** Resolves when every request that was taken has its response. */
  settle(): Promise<void>;
}

/** @returns a responder that has taken no request yet. */
export function createRequestResponder(
  ports: ShieldingPorts,
  wallets: WatchedWallets,
): RequestResponder {
  const inProgress = new Set<Promise<void>>();
  return {
    async take() {
      for (const request of await ports.requests.take(ports.clock.now())) {
        const responding = respondToOne(ports, wallets, request).finally(() =>
          inProgress.delete(responding),
        );
        inProgress.add(responding);
      }
    },
    settle: async () => {
      await Promise.all(inProgress);
    },
  };
}

/** The wallets that requests are about. */
export interface WatchedWallets {
  readonly open: OpenWallets;
  readonly claimWallets: ClaimWallets;
  readonly watch: Pick<PoolWatch, 'run' | 'lookFor'>;
}

async function respondToOne(
  ports: ShieldingPorts,
  wallets: WatchedWallets,
  { request, respond }: ClaimedRequest,
): Promise<void> {
  try {
    await respond(await findResponse(ports, wallets, request));
  } catch (cause) {
    // The caller waits no longer than its request is valid.
    const message = 'A request to the pool could not be handled.';
    ports.report({ message, cause });
    if (!(cause instanceof PoolUnavailable)) return;
    await respond({ ok: false, problem: 'away' }).catch((again: unknown) =>
      ports.report({ message, cause: again }),
    );
  }
}

async function findResponse(
  ports: ShieldingPorts,
  { open, watch, claimWallets }: WatchedWallets,
  request: ShieldedRequest,
): Promise<Reply> {
  const { pool } = ports;
  switch (request.kind) {
    case 'prepare-shield':
      return { ok: true, response: await pool.prepareShield(request.shield) };
    case 'estimate-shield':
      return pool.estimateShield(request.shield);
    case 'estimate-private-transaction':
      return withNotes({ open, watch }, request, (transaction) =>
        pool.estimatePrivateTransaction(transaction),
      );
    case 'plan-private-transaction':
      return withNotes({ open, watch }, request, (transaction) => pool.plan(transaction));
    case 'estimate-claim-end': {
      const { address, secrets } = request.wallet;
      const packed = Buffer.from(secrets, 'base64');
      const opened = unpackClaim(packed);
      packed.fill(0);
      const estimate = await claimWallets.withWallet(address, opened, (wallet) =>
        estimateClaimEnd(ports, { wallet, watch }, request.privateTransaction),
      );
      return estimate === 'another' ? { ok: false, problem: 'not-open' } : estimate;
    }
    case 'refresh': {
      const wallet = await findWallet(open, watch, request.userId);
      if (wallet === null) return { ok: false, problem: 'not-open' };
      return { ok: true, response: await watch.lookFor(wallet) };
    }
  }
}

/** What may be true only until the wallet knows the newest notes. */
const UNTIL_SCANNED: ReadonlySet<ShieldedProblem> = new Set(['not-scanned', 'balance-too-low']);

/** Asks about a private transaction of the user's own wallet. */
async function withNotes<Response>(
  { open, watch }: Pick<WatchedWallets, 'open' | 'watch'>,
  {
    userId,
    privateTransaction,
  }: Extract<ShieldedRequest, { readonly privateTransaction: unknown; readonly userId: string }>,
  respond: (transaction: PoolTransaction) => Promise<ShieldedOutcome<Response>>,
): Promise<ShieldedOutcome<Response> | { readonly ok: false; readonly problem: 'not-open' }> {
  const wallet = await findWallet(open, watch, userId);
  if (wallet === null) return { ok: false, problem: 'not-open' };
  const transaction = withSpender(wallet, privateTransaction);
  const outcome = await respond(transaction);
  if (outcome.ok || !UNTIL_SCANNED.has(outcome.problem)) return outcome;
  // Its notes have just changed, for example by a consolidation, or its change isn't found yet.
  await watch.lookFor(wallet);
  return respond(transaction);
}

async function estimateClaimEnd(
  { pool }: ShieldingPorts,
  { wallet, watch }: Pick<WatchedWallets, 'watch'> & { readonly wallet: SpendingWallet },
  privateTransaction: RequestedPrivateTransaction,
): Promise<ShieldedResponse<'estimate-claim-end'>> {
  if ((await watch.lookFor(wallet)) === null) return { ok: false, problem: 'away' };
  const [balance] = await pool.balances(wallet.walletId, [privateTransaction.token]);
  const outcome = await pool.estimatePrivateTransaction(withSpender(wallet, privateTransaction));
  const held = balance?.spendable ?? ZERO_UNITS;
  const isMovedOn = await hasSent(pool, wallet);
  return { ok: true, response: { held, isMovedOn, outcome } };
}

async function hasSent(
  pool: Pick<ShieldingPorts['pool'], 'history'>,
  { walletId }: SpendingWallet,
): Promise<boolean> {
  return (await pool.history(walletId, 0)).some(({ sent }) => sent.length > 0);
}

/** A wallet that was sealed a moment ago is opened first. */
async function findWallet(
  open: OpenWallets,
  watch: Pick<PoolWatch, 'run'>,
  userId: string,
): Promise<UserWallet | null> {
  const known = open.find(userId);
  if (known !== null) return known;
  await watch.run();
  return open.find(userId);
}
