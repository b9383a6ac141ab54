import { PoolUnavailable } from '../ports/shielded-pool.ts';
import type {
  ShieldedAnswer,
  ShieldedQuestion,
  TakenQuestion,
} from '../ports/shielded-questions.ts';
import type { OpenWallets, PersonsWallet } from './open-wallets.ts';
import type { PoolWatch } from './pool-watch.ts';
import type { ShieldingPorts } from './shielding-ports.ts';
import { spendIntent } from './spend-intent.ts';

type Answer = ShieldedAnswer<ShieldedQuestion['kind']>;

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
      for (const question of await ports.questions.take(ports.clock.now())) {
        const answered = answerOne(ports, { open, watch }, question).finally(() =>
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

async function answerOne(
  ports: ShieldingPorts,
  wallets: WatchedWallets,
  { question, answer }: TakenQuestion,
): Promise<void> {
  try {
    await answer(await findAnswer(ports, wallets, question));
  } catch (cause) {
    // Whoever asked waits no longer than the question is good for.
    const message = 'A question to the pool could not be answered.';
    ports.report({ message, cause });
    if (!(cause instanceof PoolUnavailable)) return;
    await answer({ ok: false, problem: 'away' }).catch((again: unknown) =>
      ports.report({ message, cause: again }),
    );
  }
}

async function findAnswer(
  { pool }: ShieldingPorts,
  { open, watch }: WatchedWallets,
  question: ShieldedQuestion,
): Promise<Answer> {
  switch (question.kind) {
    case 'prepare-shield':
      return { ok: true, answer: await pool.prepareShield(question.intent) };
    case 'estimate-shield':
      return pool.estimateShield(question.intent);
    case 'estimate-spend': {
      const wallet = await findWallet(open, watch, question.userId);
      if (wallet === null) return { ok: false, problem: 'not-open' };
      const estimate = await pool.estimateSpend(spendIntent(wallet, question.spend));
      if (estimate.ok || estimate.problem !== 'not-looked') return estimate;
      // Its notes became others a moment ago, as when they were made one.
      await watch.lookFor(wallet);
      return pool.estimateSpend(spendIntent(wallet, question.spend));
    }
    case 'refresh': {
      const wallet = await findWallet(open, watch, question.userId);
      if (wallet === null) return { ok: false, problem: 'not-open' };
      return { ok: true, answer: await watch.lookFor(wallet) };
    }
  }
}

/** A wallet that was sealed a moment ago is opened first. */
async function findWallet(
  open: OpenWallets,
  watch: Pick<PoolWatch, 'turn'>,
  userId: string,
): Promise<PersonsWallet | null> {
  const known = open.find(userId);
  if (known !== null) return known;
  await watch.turn();
  return open.find(userId);
}
