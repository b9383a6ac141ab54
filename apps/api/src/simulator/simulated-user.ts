import type { PublicAddress } from '#domain/address/address';
import type { Custody } from '#domain/custody/custody';
import type { Token } from '#domain/token/token';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import type { SignedBytes } from './simulated-backend.ts';
import { conductOf, signPlanOf } from './simulated-owners.ts';
import { addressOfUser, type Environment, type SimulatedServer } from './simulated-server.ts';
import type { Simulation } from './simulation.ts';

/** One payment that a user requests, and the response that the user received. */
export interface ScriptedRequest {
  readonly kind: 'send' | 'shield';
  readonly userId: string;
  readonly key: string;
  readonly token: Token;
  readonly amount: bigint;
  /** No other payment goes to this address, so the chain shows how often this one was made; so does its note. */
  readonly recipient: PublicAddress;
  outcome: { readonly hash: string } | { readonly refused: string } | 'pending';
  /** Known with the hash. */
  operationId: string | null;
  /** It was refused last because payments are being reconciled. */
  isReconciling: boolean;
  /** The code of the payment request that it pays; others may pay it too. */
  readonly paymentRequest?: string;
  /** How often it was refused because another payment of its request counts. */
  timesOver?: number;
  /** Its user was told that it is being cancelled. */
  isCancelled?: boolean;
  /** Where its user alone has the keys: what the network knows of what they sign. */
  readonly signedBytes?: SignedBytes;
}

/** What a user does about a payment that was accepted. */
export type Impatience = 'cancel' | 'speed-up';

const PATIENCE_MS = 15_000;
const MOST_TRIES = 40;
/** The page repeats a request that is refused because payments are being reconciled, for longer than a failover takes. */
const RECONCILED_WITHIN_MS = 10 * 60_000;

/**
 * Requests one payment as the web client does: the same key for every try, a retry after every timeout, and sometimes
 * a double click. Resolves when the user knows the outcome, or gave up.
 */
export async function makePublicRequest(
  simulation: Simulation,
  request: ScriptedRequest,
  server: () => SimulatedServer,
): Promise<void> {
  const until = simulation.now().getTime() + RECONCILED_WITHIN_MS;
  const isPatient = () =>
    (request.isReconciling || request.timesOver !== undefined) &&
    simulation.now().getTime() < until;
  const isPending = (tries: number) => tries < MOST_TRIES || isPatient();
  for (let tries = 0; request.outcome === 'pending' && isPending(tries); tries += 1) {
    const isDoubleClick = simulation.random.chance(0.2);
    const posts = isDoubleClick
      ? [post(simulation, request, server()), post(simulation, request, server())]
      : [post(simulation, request, server())];
    await Promise.race([Promise.all(posts), simulation.wait(PATIENCE_MS)]);
    if (request.outcome === 'pending') await simulation.wait(simulation.random.integer(500, 5_000));
  }
}

/** Requests to cancel a payment or to speed it up, until there is a response. Nothing is done about one that was refused. */
export async function makeImpatientRequest(
  simulation: Simulation,
  request: ScriptedRequest,
  {
    impatience,
    server,
  }: { readonly impatience: Impatience; readonly server: () => SimulatedServer },
): Promise<void> {
  const { operationId, userId } = request;
  if (operationId === null) return;
  const call = { ...callOf(userId), params: { id: operationId }, body: undefined };
  let isOver = false;
  async function tryOnce({ responses, process }: SimulatedServer): Promise<void> {
    await simulation.wait(simulation.random.integer(1, 60), process);
    if (responses === null) return;
    const posted = impatience === 'cancel' ? responses.cancel(call) : responses.speedUp(call);
    isOver = await posted.then(
      (response) => {
        if (impatience === 'cancel' && !('refused' in response)) request.isCancelled = true;
        return true;
      },
      () => false,
    );
  }
  for (let tries = 0; tries < MOST_TRIES && !isOver; tries += 1) {
    await Promise.race([tryOnce(server()), simulation.wait(PATIENCE_MS)]);
    if (!isOver) await simulation.wait(simulation.random.integer(500, 5_000));
  }
}

type Responses = NonNullable<SimulatedServer['responses']>;

const SHORTEST_VISIT_MS = 5_000;
const LONGEST_VISIT_MS = 15_000;
/** A pause that begins in a slow day must not outlast it by far. */
const MOST_SLOWED = 20;

/** Has the app of a user open: it has waiting payments continue, as its pages do. */
export async function keepVisiting(
  { simulation, tempo }: Pick<Environment, 'simulation' | 'tempo'>,
  userId: string,
  server: () => { readonly responses: Pick<Responses, 'resume'> | null },
): Promise<void> {
  for (;;) {
    const pauseMs = simulation.random.integer(SHORTEST_VISIT_MS, LONGEST_VISIT_MS);
    await simulation.wait(pauseMs * Math.min(tempo.slowdown, MOST_SLOWED));
    const call = { ...callOf(userId), params: undefined, body: undefined };
    // An error tells the page nothing: it asks again.
    server()
      .responses?.resume(call)
      .catch(() => undefined);
  }
}

async function post(
  simulation: Simulation,
  request: ScriptedRequest,
  { responses, process }: SimulatedServer,
): Promise<void> {
  await simulation.wait(simulation.random.integer(1, 60), process);
  if (responses === null) return;
  const response = await requestOnce(responses, request);
  await simulation.wait(simulation.random.integer(1, 60), process);
  if ('toSign' in response) await actAsOwner(simulation, request, { responses, offered: response });
  else receive(request, response);
}

function requestOnce(responses: Responses, request: ScriptedRequest) {
  const posted =
    request.kind === 'send' ? responses.send(sendOf(request)) : responses.shield(shieldOf(request));
  return posted.catch((cause: unknown) => ({ cause }));
}

type Received = Awaited<ReturnType<Responses['shield']>> | Awaited<ReturnType<Responses['sign']>>;

/** Takes a response for what happened to the payment. */
function receive(request: ScriptedRequest, response: Received | { readonly cause: unknown }): void {
  // A server error tells the user nothing, and a hash that is already known stays.
  if ('cause' in response || (request.outcome !== 'pending' && 'hash' in request.outcome)) return;
  request.isReconciling = 'refused' in response && response.refused === 'reconciling';
  if (request.isReconciling) return;
  if ('refused' in response && isWorthAnotherTry(request, response.refused)) return;
  if ('refused' in response) request.outcome = { refused: response.refused };
  else if ('hash' in response && response.hash !== null) {
    request.outcome = { hash: response.hash };
    request.operationId = response.operation.id;
  }
}

interface Offered {
  readonly responses: Responses;
  readonly offered: ToBeSigned;
}

/** Does something about a plan that waits: signs it, or signs it late, twice, wrongly or never. */
async function actAsOwner(
  simulation: Simulation,
  request: ScriptedRequest,
  { responses, offered }: Offered,
): Promise<void> {
  const sign = (isAltered?: boolean) => signOffered(request, { responses, offered, isAltered });
  await simulation.wait(simulation.random.integer(500, 10_000));
  const conduct = conductOf(simulation);
  switch (conduct) {
    case 'signs':
      return sign();
    case 'signs-late':
      await simulation.wait(simulation.random.integer(90_000, 150_000));
      return sign();
    case 'signs-twice':
      await Promise.all([sign(), sign()]);
      return;
    case 'never-signs':
      return;
    case 'signs-other-bytes':
      return sign(true);
    case 'cancels-and-signs': {
      const cancelled = await responses
        .cancel({ ...callOf(request.userId, 'only-me'), ...cancelOf(offered) })
        .catch((cause: unknown) => ({ cause }));
      const isCancelled = 'data' in cancelled && cancelled.data.status === 'failed';
      if (isCancelled && request.outcome === 'pending') request.outcome = { refused: 'cancelled' };
      // As another device does, which doesn't know of it; its response changes nothing here.
      return signOffered(isCancelled ? { ...request } : request, { responses, offered });
    }
    case 'signs-on-two-devices': {
      const other = await requestOnce(responses, request);
      await Promise.all([
        sign(),
        'toSign' in other
          ? signOffered(request, { responses, offered: other })
          : receive(request, other),
      ]);
    }
  }
}

function cancelOf({ operation }: ToBeSigned) {
  return { params: { id: operation.id }, body: undefined };
}

async function signOffered(
  request: ScriptedRequest,
  {
    responses,
    offered: { operation, toSign },
    isAltered = false,
  }: Offered & { readonly isAltered?: boolean | undefined },
): Promise<void> {
  const { userId, signedBytes } = request;
  if (signedBytes === undefined) throw new Error('A vault has the keys of this user.');
  const signatures = signPlanOf(signedBytes, addressOfUser(userId), { toSign, isAltered });
  const body = { planId: toSign.planId, signatures: [...signatures] };
  const { session } = shieldOf(request);
  const params = { id: operation.id };
  const call = { ...callOf(userId), session, params, body, respondAsync: false };
  const response = await responses.sign(call).catch((cause: unknown) => ({ cause }));
  const isOver = 'refused' in response && WORTH_ANOTHER_PLAN.has(response.refused);
  if (!isOver) receive(request, response);
}

/** Its owner is shown a new one. */
const WORTH_ANOTHER_PLAN: ReadonlySet<string> = new Set([
  'plan-expired',
  'plan-changed',
  'signature-not-valid',
]);

const MOST_TIMES_OVER = 12;

/** Someone else's payment of the same request may fail. */
export function isWorthAnotherTry(
  request: Pick<ScriptedRequest, 'timesOver'>,
  refused: string,
): boolean {
  if (refused !== 'payment-request-over') return false;
  request.timesOver = (request.timesOver ?? 0) + 1;
  return request.timesOver < MOST_TIMES_OVER;
}

function sendOf(request: ScriptedRequest) {
  const { body, ...call } = shieldOf(request);
  const { recipient: recipientAddress, paymentRequest } = request;
  const paid = paymentRequest === undefined ? {} : { paymentRequest };
  return { ...call, body: { ...body, recipientAddress, ...paid } };
}

function shieldOf(request: ScriptedRequest) {
  const { userId, signedBytes } = request;
  const call = callOf(userId, signedBytes === undefined ? 'assisted' : 'only-me');
  return {
    ...call,
    params: undefined,
    body: { tokenId: request.token.id, amount: request.amount.toString() },
    // A separate wallet for each request, so that its note identifies it.
    session: { ...call.session, privateAddress: `0zk${request.recipient.slice(2)}` },
    idempotencyKey: request.key,
  } as const;
}

function callOf(userId: string, custody: Custody = 'assisted') {
  return {
    query: undefined,
    session: {
      userId,
      sessionId: 's',
      accessToken: 't',
      publicAddress: addressOfUser(userId),
      privateAddress: '0zk',
      custody,
    },
    idempotencyKey: undefined,
    client: {
      ip: '127.0.0.1',
      userAgent: 'simulated',
      device: null,
      work: null,
      approval: null,
      language: 'en',
    },
  } as const;
}
