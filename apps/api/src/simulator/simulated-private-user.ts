import { isTerminal } from '#domain/operation/operation';
import { isPaidInPart, isWithoutEffect } from '#domain/operation/outcome';
import { readPrivatePlan } from '#signing/private/plan-json';
import type { ToBeSigned } from '#wire/wallet/to-be-signed';
import type { CallSession, Client } from '../application/call.ts';
import { operationOfRow } from './memory-private-rows.ts';
import { ownerOfUser, type PrivateEnvironment } from './private-environment.ts';
import { actAsPrivateOwner, type OwnersDevices } from './private-owners/act-as-owner.ts';
import { nameOfPart, signSimulatedPlan, spendingKeyOf } from './private-owners/signatures.ts';
import type { ScriptedPrivateRequest } from './scripted-private-request.ts';
import { orderedCall, type PrivateServer } from './simulated-private-server.ts';
import { addressOfUser } from './simulated-server.ts';
import { isWorthAnotherTry } from './simulated-user.ts';

const PATIENCE_MS = 15_000;
/** While fees are above the limit, two payments before one's own wait for minutes. */
const MOST_TRIES = 1_000;
/** Refusals that the page retries, or asks the user to retry: nothing was decided. */
const RETRIED = [
  ...['private-not-ready', 'private-operation-open', 'queue-full'],
  ...['chain-unavailable', 'reconciling'],
];

/** Requests one payment as the web client does: the same key for every try, sometimes two at the same time. */
export async function makePrivateRequest(
  environment: PrivateEnvironment,
  request: ScriptedPrivateRequest,
  server: () => PrivateServer,
): Promise<void> {
  const { simulation } = environment;
  const cancelling = request.isCancelled ? cancelLater(environment, request, server) : null;
  for (let tries = 0; tries < MOST_TRIES && request.outcome === 'pending'; tries += 1) {
    const posts = Array.from({ length: simulation.random.chance(0.2) ? 2 : 1 }, () =>
      post(environment, request, server),
    );
    await Promise.race([Promise.all(posts), simulation.wait(PATIENCE_MS)]);
    if (request.outcome === 'pending')
      await simulation.wait(simulation.random.integer(500, 5_000) * environment.tempo.slowdown);
  }
  await cancelling;
}

const LOOK_EVERY_MS = 2_000;

/** @returns the key under which a payment that was not sent is requested once more */
export function keyOfRepeat(key: string): string {
  return `${key}-again`;
}

/**
 * @returns the request that a user makes when the page says of a signed payment that it was not sent; else null. Where
 *   only a part arrived, they look at their history first.
 */
export async function payAgain(
  { simulation, store, repository }: PrivateEnvironment,
  request: ScriptedPrivateRequest,
): Promise<ScriptedPrivateRequest | null> {
  for (;;) {
    const rows = [...store.rows.values()];
    const row = rows.find((each) => each.request.idempotencyKey === request.key);
    const operation = row && operationOfRow(repository, row);
    if (operation === undefined || operation.status === 'failed') return null;
    if (isTerminal(operation)) {
      const again = {
        key: keyOfRepeat(request.key),
        isCancelled: false,
        outcome: 'pending',
      } as const;
      const isUnsent = isWithoutEffect(operation) && !isPaidInPart(operation);
      return isUnsent ? { ...request, ...again } : null;
    }
    await simulation.wait(LOOK_EVERY_MS);
  }
}

async function cancelLater(
  { simulation, store }: PrivateEnvironment,
  request: ScriptedPrivateRequest,
  server: () => PrivateServer,
): Promise<void> {
  await simulation.wait(simulation.random.integer(500, 20_000));
  const { responses, process } = server();
  const row = [...store.rows.values()].find((each) => each.request.idempotencyKey === request.key);
  if (responses === null || row === undefined) return;
  const requested = responses.cancel(request.userId, row.request.details.id).catch(() => false);
  const hasCancelled = await Promise.race([
    requested,
    simulation.wait(PATIENCE_MS).then(() => false),
  ]);
  if (hasCancelled && !process.isDead) request.outcome = { refused: 'cancelled' };
}

async function post(
  environment: PrivateEnvironment,
  request: ScriptedPrivateRequest,
  server: () => PrivateServer,
): Promise<void> {
  const { simulation } = environment;
  const { process } = server();
  const response = await requestOnce(environment, request, server());
  if (response === null) return;
  await simulation.wait(simulation.random.integer(1, 60), process);
  if (!('toSign' in response)) return receive(request, response);
  if (request.outcome !== 'pending') return;
  const devices = devicesOf(environment, request, server);
  await actAsPrivateOwner(environment, request, { offered: response, devices });
}

/** @returns the response; null from a server that isn't ready */
async function requestOnce(
  environment: PrivateEnvironment,
  request: ScriptedPrivateRequest,
  { responses, process }: PrivateServer,
) {
  const { simulation } = environment;
  await simulation.wait(simulation.random.integer(1, 60), process);
  if (responses === null) return null;
  // Any request of a signed-in user brings the keys to the current run.
  environment.run?.sealedFor.add(request.userId);
  const requested = responses.make({
    ...orderedCall(environment, request),
    session: sessionOf(environment, request.userId),
    client: CLIENT,
    idempotencyKey: request.key,
  });
  return requested.catch((cause: unknown) => ({ cause }));
}

type Responses = NonNullable<PrivateServer['responses']>;

/** Takes a response for what happened to the payment. */
function receive(
  request: ScriptedPrivateRequest,
  response:
    | Awaited<ReturnType<Responses['make'] | Responses['sign']>>
    | { readonly cause: unknown },
): void {
  // A server error tells the user nothing, and an outcome that is already known stays.
  if ('cause' in response || request.outcome !== 'pending') return;
  if ('refused' in response) {
    if (isWorthAnotherTry(request, response.refused)) return;
    if (!RETRIED.includes(response.refused)) request.outcome = { refused: response.refused };
  } else if ('toSign' in response) throw new Error('What was signed is to be signed again.');
  else if (response.hash !== null) request.outcome = { hash: response.hash };
  else if (response.operation.status === 'failed') request.outcome = { refused: 'failed' };
}

/** @returns the devices of an owner, who talk to whatever server is there */
function devicesOf(
  environment: PrivateEnvironment,
  request: ScriptedPrivateRequest,
  server: () => PrivateServer,
): OwnersDevices {
  const { simulation } = environment;
  const { userId } = request;
  const callOf = ({ operation: { id } }: ToBeSigned) => ({
    ...{ query: undefined, params: { id }, session: sessionOf(environment, userId) },
    ...{ client: CLIENT, idempotencyKey: undefined, respondAsync: false },
  });
  return {
    async sign(offered, { isAltered = false, isUnaware = false } = {}) {
      // Who knows that it ended, or is ending it, signs nothing.
      if (!isUnaware && (request.outcome !== 'pending' || request.isBeingCancelled)) return;
      const { responses, process } = server();
      const { planId } = offered.toSign;
      const plan = 'private' in offered.toSign ? readPrivatePlan(offered.toSign.private) : null;
      if (plan === null) throw new Error(`Plan ${planId} can't be read.`);
      const signatures = signSimulatedPlan(plan, spendingKeyOf(isAltered ? STRANGER : userId));
      if (!isAltered)
        for (const part of plan.parts)
          environment.owning.signedParts.add(nameOfPart(part.publicInputs));
      await simulation.wait(simulation.random.integer(1, 60), process);
      if (responses === null) return;
      const body = { planId, signatures: [...signatures] };
      const signed = responses.sign({ ...callOf(offered), body });
      const response = await signed.catch((cause: unknown) => ({ cause }));
      await simulation.wait(simulation.random.integer(1, 60), process);
      const isOver = 'refused' in response && WORTH_ANOTHER_PLAN.includes(response.refused);
      if (!isOver && !isUnaware) receive(request, response);
    },
    async requestAgain() {
      const response = await requestOnce(environment, request, server());
      if (response !== null && 'toSign' in response) return response;
      if (response !== null) receive(request, response);
      return null;
    },
    async cancel(offered) {
      const { responses, process } = server();
      if (responses === null) return false;
      const cancelled = responses
        .cancelPlan({ ...callOf(offered), body: undefined })
        .catch((cause: unknown) => ({ cause }));
      const late = simulation.wait(PATIENCE_MS).then(() => null);
      const response = await Promise.race([cancelled, late]);
      const isConfirmed = response !== null && 'data' in response && !process.isDead;
      return isConfirmed && response.data.status === 'failed';
    },
  };
}

const STRANGER = '999';
/** Its owner is shown a new one. A plan is unknown where a failover lost it. */
const WORTH_ANOTHER_PLAN = ['plan-expired', 'signature-not-valid', 'unknown-operation'];

const CLIENT: Client = {
  ...{ ip: '192.0.2.1', userAgent: 'simulator', device: null },
  ...{ work: null, approval: null, language: 'en' },
};

function sessionOf({ owning }: PrivateEnvironment, userId: string): CallSession {
  return {
    userId,
    sessionId: 's',
    accessToken: 't',
    publicAddress: addressOfUser(userId),
    privateAddress: ownerOfUser(userId),
    custody: owning.users.has(userId) ? 'only-me' : 'assisted',
  };
}
