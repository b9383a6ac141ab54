import { setTimeout as sleep } from 'node:timers/promises';
import {
  countOpen,
  newAddress,
  newPayment,
  type Payment,
  pay,
  request,
  untilEnded,
} from './payments.test-setup.ts';
import { createRandomChoice, type RandomChoice } from './random-choice.ts';
import { beginSwap, continueSwaps } from './swaps.test-setup.ts';
import type { UserSession } from './user-session.test-setup.ts';

export interface MixedLoad {
  /** All that was requested, refused ones included. */
  readonly payments: readonly Payment[];
  /** How often a user requested to cancel or to speed up. */
  readonly requests: ReadonlyMap<string, number>;
  /** Resolves when every user has noticed that it is over. */
  readonly ended: Promise<void>;
}

const MOST_OPEN = 8;
const MOST_AT_ONCE = 4;
const MOST_SWAPS = 3;
const PUBLIC_TOKENS = ['polygon-usdc', 'polygon-pol'];
const PRIVATE_KINDS = ['transfer', 'unshield', 'shield', 'unshield-to-self'] as const;
type PrivateKind = (typeof PRIVATE_KINDS)[number];
const PUBLIC_AMOUNT = 1_000n;
const PRIVATE_AMOUNT = 1_000_000n;
/** Each shield pays for the private payments until the next one, and for the pool's fee. */
const SHIELDED_AMOUNT = 4_000_000n;

/** All users send, shield, unshield and pay each other, one of them also swaps, until `isOver`. */
export function startMixedLoad(options: {
  readonly users: readonly UserSession[];
  /** The one with coins on both chains. */
  readonly swapper: UserSession;
  readonly seed: number;
  readonly isOver: () => boolean;
}): MixedLoad {
  const { users, swapper, seed, isOver } = options;
  const payments: Payment[] = [];
  const requests = new Map<string, number>();
  const choiceOf = (user: UserSession, what: string) =>
    createRandomChoice(seed, `${user.name} ${what}`);
  const start = (user: UserSession, wanted: Parameters<typeof newPayment>[1]) => {
    const payment = newPayment(user, wanted);
    payments.push(payment);
    return pay(user, payment);
  };
  const ended = Promise.all([
    ...users.map((user) => payPublicly(user, choiceOf(user, 'public'))),
    ...users.map((user, index) =>
      payPrivately(
        user,
        choiceOf(user, 'private'),
        PRIVATE_KINDS[index % PRIVATE_KINDS.length] ?? 'shield',
      ),
    ),
    swap(choiceOf(swapper, 'swaps')),
  ]).then(() => undefined);
  return { payments, requests, ended };

  async function payPublicly(user: UserSession, choice: RandomChoice): Promise<void> {
    const tokens =
      user === swapper ? [...PUBLIC_TOKENS, 'avalanche-usdc', 'avalanche-avax'] : PUBLIC_TOKENS;
    while (!isOver()) {
      const open = await countOpen(user);
      if (open !== null && open < MOST_OPEN) {
        const count = Math.floor(choice.between(1, MOST_AT_ONCE + 1));
        await Promise.all(Array.from({ length: count }, () => send(user, choice, tokens)));
      }
      await sleep(choice.between(300, 3_000));
    }
  }

  async function send(
    user: UserSession,
    choice: RandomChoice,
    tokens: readonly string[],
  ): Promise<void> {
    const to = newAddress();
    const wanted = { kind: 'send', tokenId: choice.of(tokens), amount: PUBLIC_AMOUNT, to } as const;
    const change = choice.isOneIn(4) ? choice.of(['cancel', 'speed-up'] as const) : null;
    const changeAfterMs = choice.between(0, 2_000);
    const id = await start(user, wanted);
    if (id !== null && change !== null) await changeMind(user, id, { change, changeAfterMs });
  }

  async function changeMind(
    user: UserSession,
    id: string,
    {
      change,
      changeAfterMs,
    }: { readonly change: 'cancel' | 'speed-up'; readonly changeAfterMs: number },
  ): Promise<void> {
    await sleep(changeAfterMs);
    requests.set(change, (requests.get(change) ?? 0) + 1);
    await request(user, id, change);
  }

  async function payPrivately(
    user: UserSession,
    choice: RandomChoice,
    first: PrivateKind,
  ): Promise<void> {
    const deal = choice.dealer(PRIVATE_KINDS);
    let kind = first;
    while (!isOver()) {
      const others = users.filter((other) => other !== user);
      const id = await start(user, privatePaymentOf(kind, user, choice.of(others)));
      if (id !== null && kind !== first && choice.isOneIn(8)) {
        const changeAfterMs = choice.between(0, 3_000);
        await changeMind(user, id, { change: 'cancel', changeAfterMs });
      }
      if (id !== null) await untilEnded(user, id);
      await sleep(choice.between(100, 1_500));
      kind = deal();
    }
  }

  async function swap(choice: RandomChoice): Promise<void> {
    const deal = choice.dealer(['most steps', 'most steps', 'best'] as const);
    while (!isOver()) {
      const open = await continueSwaps(swapper);
      if (open !== null && open < MOST_SWAPS) await beginSwap(swapper, deal());
      await sleep(choice.between(500, 2_000));
    }
  }
}

function privatePaymentOf(
  kind: PrivateKind,
  user: UserSession,
  other: UserSession,
): Parameters<typeof newPayment>[1] {
  const tokenId = 'polygon-usdc';
  switch (kind) {
    case 'shield':
      return { kind, tokenId, amount: SHIELDED_AMOUNT, to: user.privateAddress };
    case 'transfer':
      return {
        kind: 'internal-transfer',
        tokenId,
        amount: PRIVATE_AMOUNT,
        to: other.privateAddress,
      };
    case 'unshield':
      return { kind, tokenId, amount: PRIVATE_AMOUNT, to: newAddress() };
    case 'unshield-to-self':
      return { kind: 'unshield', tokenId, amount: PRIVATE_AMOUNT, to: user.publicAddress };
  }
}
