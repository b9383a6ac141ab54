import { PoolUnavailable } from '../ports/shielded-pool.ts';
import type {
  ClaimedRequest,
  ShieldedRequest,
  ShieldedResponse,
} from '../ports/shielded-requests.ts';
import type { OpenWallets, UserWallet } from './open-wallets.ts';
import type { PoolWatch } from './pool-watch.ts';
import { privateTransactionIntent } from './private-transaction-intent.ts';
import type { ShieldingPorts } from './shielding-ports.ts';

type Reply = ShieldedResponse<ShieldedRequest['kind']>;

/** Answers what others ask of this process. */
export interface Answering {
  /** Takes up what was asked; nobody waits for the answer to another question. */
  take(): Promise<void>;
  /** Resolves when everything that was taken up is answered. */
  settle(): Promise<void>;
}

/** @returns answering that has taken up nothing. */
export function createAnswering(
  ports: ShieldingPorts,
  open: OpenWallets,
  watch: Pick<PoolWatch, 'turn' | 'lookFor'>,
): Answering {
  const underWay = new Set<Promise<void>>();
  return {
    async take() {
      for (const request of await ports.requests.take(ports.clock.now())) {
        const answered = respondToOne(ports, { open, watch }, request).finally(() =>
          underWay.delete(answered),
        );
        underWay.add(answered);
      }
    },
    settle: async () => {
      await Promise.all(underWay);
    },
  };
}

interface WatchedWallets {
  readonly open: OpenWallets;
  readonly watch: Pick<PoolWatch, 'turn' | 'lookFor'>;
}

async function respondToOne(
  ports: ShieldingPorts,
  wallets: WatchedWallets,
  { request, response }: ClaimedRequest,
): Promise<void> {
  try {
    await response(await findResponse(ports, wallets, request));
  } catch (cause) {
    // Whoever asked waits no longer than the question is good for.
    const message = 'A question to the pool could not be answered.';
    ports.report({ message, cause });
    if (!(cause instanceof PoolUnavailable)) return;
    await response({ ok: false, problem: 'away' }).catch((again: unknown) =>
      ports.report({ message, cause: again }),
    );
  }
}

async function findResponse(
  { pool }: ShieldingPorts,
  { open, watch }: WatchedWallets,
  request: ShieldedRequest,
): Promise<Reply> {
  switch (request.kind) {
    case 'prepare-shield':
      return { ok: true, response: await pool.prepareShield(request.intent) };
    case 'estimate-shield':
      return pool.estimateShield(request.intent);
    case 'estimate-spend': {
      const wallet = await findWallet(open, watch, request.userId);
      if (wallet === null) return { ok: false, problem: 'not-open' };
      const estimate = await pool.estimatePrivateTransaction(
        privateTransactionIntent(wallet, request.privateTransaction),
      );
      if (estimate.ok || estimate.problem !== 'not-looked') return estimate;
      // Its notes became others a moment ago, as when they were made one.
      await watch.lookFor(wallet);
      return pool.estimatePrivateTransaction(
        privateTransactionIntent(wallet, request.privateTransaction),
      );
    }
    case 'refresh': {
      const wallet = await findWallet(open, watch, request.userId);
      if (wallet === null) return { ok: false, problem: 'not-open' };
      return { ok: true, response: await watch.lookFor(wallet) };
    }
  }
}

/** A wallet that was sealed a moment ago is opened first. */
async function findWallet(
  open: OpenWallets,
  watch: Pick<PoolWatch, 'turn'>,
  userId: string,
): Promise<UserWallet | null> {
  const known = open.find(userId);
  if (known !== null) return known;
  await watch.turn();
  return open.find(userId);
}
