import type { PublicAddress } from '#domain/address/address';
import type { Token } from '#domain/token/token';
import type { SimulatedServer } from './simulated-server.ts';
import { addressOfUser } from './simulated-server.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** One payment that a person wants, and what the person was told of it. */
export interface ScriptedRequest {
  readonly kind: 'send' | 'shield';
  readonly userId: string;
  readonly key: string;
  readonly token: Token;
  readonly amount: bigint;
  /** Nobody else is ever paid at this address, so the chain shows how often the wish came true; of a note too. */
  readonly recipient: PublicAddress;
  notified: { readonly hash: string } | { readonly refused: string } | 'nothing';
}

const PATIENCE_MS = 15_000;
const MOST_TRIES = 40;

/**
 * Asks for one payment as the web client does: the same key for every try, again after every silence, and now
 * and then a double click. Resolves when the person knows what became of it, or gave up.
 */
export async function makePublicRequest(
  harness: SimulatedWorld,
  request: ScriptedRequest,
  server: () => SimulatedServer,
): Promise<void> {
  for (let tries = 0; tries < MOST_TRIES && request.notified === 'nothing'; tries += 1) {
    const isDoubleClick = harness.random.chance(0.2);
    const posts = isDoubleClick
      ? [post(harness, request, server()), post(harness, request, server())]
      : [post(harness, request, server())];
    await Promise.race([Promise.all(posts), harness.wait(PATIENCE_MS)]);
    if (request.notified === 'nothing') await harness.wait(harness.random.integer(500, 5_000));
  }
}

async function post(
  harness: SimulatedWorld,
  request: ScriptedRequest,
  { responses, process }: SimulatedServer,
): Promise<void> {
  await harness.wait(harness.random.integer(1, 60), process);
  if (responses === null) return;
  const posted =
    request.kind === 'send' ? responses.send(sendOf(request)) : responses.shield(shieldOf(request));
  const response = await posted.catch((cause: unknown) => ({ cause }));
  await harness.wait(harness.random.integer(1, 60), process);
  // An error of the server says nothing; a person who knows already does not forget.
  if ('cause' in response || (request.notified !== 'nothing' && 'hash' in request.notified)) return;
  if ('refused' in response) request.notified = { refused: response.refused };
  else if (response.hash !== null) request.notified = { hash: response.hash };
}

function sendOf(request: ScriptedRequest) {
  const { body, ...call } = shieldOf(request);
  return { ...call, body: { ...body, recipientAddress: request.recipient } };
}

function shieldOf(request: ScriptedRequest) {
  return {
    params: undefined,
    query: undefined,
    body: { tokenId: request.token.id, amount: request.amount.toString() },
    session: {
      userId: request.userId,
      sessionId: 's',
      accessToken: 't',
      publicAddress: addressOfUser(request.userId),
      // A wallet of its own for each wish, so that its note tells whose it is.
      privateAddress: `0zk${request.recipient.slice(2)}`,
    },
    idempotencyKey: request.key,
    client: { ip: '127.0.0.1', userAgent: 'simulated' },
  } as const;
}
