import type { PublicAddress } from '#domain/address/address';
import type { Token } from '#domain/token/token';
import type { SimulatedServer } from './simulated-server.ts';
import { addressOfUser } from './simulated-server.ts';
import type { World } from './world.ts';

/** One payment that a person wants, and what the person was told of it. */
export interface Wish {
  readonly kind: 'send' | 'shield';
  readonly userId: string;
  readonly key: string;
  readonly token: Token;
  readonly amount: bigint;
  /** Nobody else is ever paid at this address, so the chain shows how often the wish came true; of a note too. */
  readonly recipient: PublicAddress;
  told: { readonly hash: string } | { readonly refused: string } | 'nothing';
}

const PATIENCE_MS = 15_000;
const MOST_TRIES = 40;

/**
 * Asks for one payment as the web client does: the same key for every try, again after every silence, and now
 * and then a double click. Resolves when the person knows what became of it, or gave up.
 */
export async function makeWish(
  world: World,
  wish: Wish,
  server: () => SimulatedServer,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES && wish.told === 'nothing'; tries += 1) {
    const isDoubleClick = world.random.chance(0.2);
    const posts = isDoubleClick
      ? [post(world, wish, server()), post(world, wish, server())]
      : [post(world, wish, server())];
    await Promise.race([Promise.all(posts), world.wait(PATIENCE_MS)]);
    if (wish.told === 'nothing') await world.wait(world.random.integer(500, 5_000));
  }
}

async function post(
  world: World,
  wish: Wish,
  { answers, process }: SimulatedServer,
): Promise<void> {
  await world.wait(world.random.integer(1, 60), process);
  if (answers === null) return;
  const posted = wish.kind === 'send' ? answers.send(sendOf(wish)) : answers.shield(shieldOf(wish));
  const answer = await posted.catch((cause: unknown) => ({ cause }));
  await world.wait(world.random.integer(1, 60), process);
  // An error of the server says nothing; a person who knows already does not forget.
  if ('cause' in answer || (wish.told !== 'nothing' && 'hash' in wish.told)) return;
  if ('refused' in answer) wish.told = { refused: answer.refused };
  else if (answer.hash !== null) wish.told = { hash: answer.hash };
}

function sendOf(wish: Wish) {
  const { body, ...call } = shieldOf(wish);
  return { ...call, body: { ...body, recipientAddress: wish.recipient } };
}

function shieldOf(wish: Wish) {
  return {
    params: undefined,
    query: undefined,
    body: { tokenId: wish.token.id, amount: wish.amount.toString() },
    session: {
      userId: wish.userId,
      sessionId: 's',
      accessToken: 't',
      publicAddress: addressOfUser(wish.userId),
      // A wallet of its own for each wish, so that its note tells whose it is.
      privateAddress: `0zk${wish.recipient.slice(2)}`,
    },
    idempotencyKey: wish.key,
    client: { ip: '127.0.0.1', userAgent: 'simulated' },
  } as const;
}
