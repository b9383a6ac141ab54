import { isTerminal } from '#domain/operation/operation';
import { isWithoutEffect } from '#domain/operation/outcome';
import { emailOf } from '../claims/claim-environment.ts';
import { stateOf } from '../claims/memory-claim-store.ts';
import type { ScriptedEnd } from '../claims/scripted-claims.ts';
import { findByKey } from '../memory-repository.ts';
import { ownerOfUser } from '../private-environment.ts';
import { addressOfUser } from '../simulated-server.ts';
import type { PrivateClaimEnvironment } from './private-claim-environment.ts';
import type { PrivateClaimServer } from './private-claim-server.ts';
import { madeOf, type ScriptedPrivateClaim } from './scripted-private-claims.ts';

export interface PrivateClaimUser {
  readonly environment: PrivateClaimEnvironment;
  readonly server: () => PrivateClaimServer;
  readonly isOver: () => boolean;
}

const PATIENCE_MS = 15_000;
const DOUBLE_CLICKS = 0.2;
/** Apart, at most, mostly while the first is being estimated. */
const APART_MS = 300;
const LOOK_EVERY_MS = 2_000;
const LOOK_AGAIN_EVERY_MS = 10_000;
/** What moved nothing is requested again so often. */
const MOST_TRIES = 3;

/** What passes by itself, so that users try again with the same key. */
const PASSING: readonly string[] = [
  'reconciling',
  'claim-not-ready',
  'claim-fee-too-high',
  'chain-unavailable',
  'transaction-would-fail',
  'operation-in-progress',
  'private-not-ready',
  'private-operation-open',
  'queue-full',
  'notes-fragmented',
  'fee-not-covered',
];

type Posted = { readonly refused: string } | { readonly operation: { readonly id: string } };

/** Makes a private payment by link as the web client does, and does with it what its users have in mind. */
export async function liveThroughPrivateClaim(
  user: PrivateClaimUser,
  claim: ScriptedPrivateClaim,
): Promise<void> {
  const { simulation } = user.environment;
  const { random } = simulation;
  await simulation.wait(claim.inMs);
  await make(user, claim);
  if (claim.isWatched) void keepMaking(user, claim);
  if (madeOf(claim) === null || claim.habit === 'leave') return;
  if (random.chance(0.7)) await waitForMoney(user, claim);
  await Promise.all(
    BY_HABIT[claim.habit].map(async (who) => {
      await simulation.wait(random.integer(0, APART_MS));
      await endPrivateClaim(user, claim, who);
    }),
  );
}

const BY_HABIT = {
  race: ['recipient', 'sender'],
  claim: ['recipient'],
  'take-back': ['sender'],
} as const;

/** Claims a payment or takes it back, until that is done or someone else has it. */
export async function endPrivateClaim(
  user: PrivateClaimUser,
  claim: ScriptedPrivateClaim,
  by: ScriptedEnd['by'],
): Promise<void> {
  for (let left = MOST_TRIES; left > 0 && !user.isOver(); left -= 1) {
    const key = `${claim.key}-${by}-${claim.ends.length}`;
    const end: ScriptedEnd = { by, key, outcome: 'pending' };
    claim.ends.push(end);
    await persist(
      user,
      () => end.outcome === 'pending',
      () => postEnd(user, claim, end),
    );
    const became = await followEnd(user, claim, end);
    if (became === 'done' && claim.isWatched) void keepEnding(user, claim, end);
    if (became === 'done' || (became === 'lost' && !claim.isWatched)) return;
  }
}

/** Who looks again sees whether the database lost that it was done, and requests it once more. */
async function keepEnding(
  user: PrivateClaimUser,
  claim: ScriptedPrivateClaim,
  end: ScriptedEnd,
): Promise<void> {
  const { repository, simulation, tempo } = user.environment;
  const { outcome } = end;
  if (outcome === 'pending' || 'refused' in outcome) return;
  for (;;) {
    await simulation.wait(LOOK_AGAIN_EVERY_MS * tempo.slowdown);
    const operation = repository.entries.get(outcome.operationId)?.operation;
    if (operation === undefined) return endPrivateClaim(user, claim, end.by);
    if (!isTerminal(operation)) await postEnd(user, claim, { ...end, key: `${end.key}-again` });
  }
}

/** The page of a claim under way repeats the request, which seals its wallet for the process that runs now. */
async function followEnd(
  user: PrivateClaimUser,
  claim: ScriptedPrivateClaim,
  end: ScriptedEnd,
): Promise<'done' | 'failed' | 'lost'> {
  const { repository, simulation } = user.environment;
  while (!user.isOver()) {
    const { outcome } = end;
    if (outcome === 'pending' || 'refused' in outcome) return 'done';
    const operation = repository.entries.get(outcome.operationId)?.operation;
    if (operation === undefined) return 'lost';
    if (isTerminal(operation)) return isWithoutEffect(operation) ? 'failed' : 'done';
    await simulation.wait(LOOK_EVERY_MS);
    if (simulation.random.chance(0.5)) {
      const again = { ...end, key: `${end.key}-${simulation.random.pick(['', 'again'])}` };
      await persist(
        user,
        () => false,
        () => postEnd(user, claim, again),
      );
    }
  }
  return 'done';
}

function make(user: PrivateClaimUser, claim: ScriptedPrivateClaim): Promise<void> {
  return persist(
    user,
    () => claim.made === 'pending',
    () => postMake(user, claim),
  );
}

/** Its sender's page shows whether it was made: what the database lost is requested again under the same key. */
async function keepMaking(user: PrivateClaimUser, claim: ScriptedPrivateClaim): Promise<void> {
  const { repository, simulation } = user.environment;
  while (!user.isOver() && madeOf(claim) !== null) {
    await simulation.wait(LOOK_EVERY_MS);
    const found = findByKey(repository, claim.senderId, claim.key);
    if (found !== null && isTerminal(found.operation)) return;
    if (found === null) {
      claim.made = 'pending';
      await make(user, claim);
    }
  }
}

/** Until the newest block has the money, or it never comes. */
async function waitForMoney(
  { environment, isOver }: PrivateClaimUser,
  { key }: ScriptedPrivateClaim,
): Promise<void> {
  const isComing = () => {
    const row = [...environment.claims.values()].find((each) => each.fundingKey === key);
    return row === undefined || stateOf(environment, row) === 'sending';
  };
  while (!isOver() && isComing()) await environment.simulation.wait(LOOK_EVERY_MS);
}

/** Tries again after every timeout, and sometimes clicks twice. */
async function persist(
  { environment: { simulation }, isOver }: PrivateClaimUser,
  isPending: () => boolean,
  post: () => Promise<void>,
): Promise<void> {
  do {
    const posts = simulation.random.chance(DOUBLE_CLICKS) ? [post(), post()] : [post()];
    await Promise.race([Promise.all(posts), simulation.wait(PATIENCE_MS)]);
    if (isPending()) await simulation.wait(simulation.random.integer(500, 5_000));
  } while (isPending() && !isOver());
}

async function postMake(user: PrivateClaimUser, claim: ScriptedPrivateClaim): Promise<void> {
  const { amount, senderId, recipientId, key } = claim;
  const { token } = user.environment;
  await post(user, senderId, async (responses) => {
    const response = await responses.make({
      ...callOf(senderId, key),
      body: {
        ...{ tokenId: token.id, amount: amount.toString(), message: '', balance: 'private' },
        emailOrPhone: emailOf(recipientId),
      },
    });
    return () => {
      if (claim.made !== 'pending' && !('refused' in claim.made)) return;
      if ('refused' in response) {
        if (!PASSING.includes(response.refused)) claim.made = { refused: response.refused };
        return;
      }
      const { id, code } = response.data;
      claim.made = { id, code, operationId: response.operation.id };
    };
  });
}

async function postEnd(
  user: PrivateClaimUser,
  claim: ScriptedPrivateClaim,
  end: ScriptedEnd,
): Promise<void> {
  const made = madeOf(claim);
  if (made === null) return;
  const userId = end.by === 'sender' ? claim.senderId : claim.recipientId;
  await post(user, userId, async ({ claim: claimPayment, takeBack }) => {
    const call = callOf(userId, end.key);
    const response: Posted =
      end.by === 'recipient'
        ? await claimPayment({ ...call, body: { code: made.code } })
        : await takeBack({ ...call, params: { id: made.id }, body: {} });
    return () => {
      if (end.outcome !== 'pending' && 'operationId' in end.outcome) return;
      if ('operation' in response) end.outcome = { operationId: response.operation.id };
      else if (!PASSING.includes(response.refused)) end.outcome = { refused: response.refused };
    };
  });
}

const VISIT_EVERY_MS = 5_000;

/** Has Kax open, which does by itself what a session makes possible. */
export async function keepVisitingPrivately(
  user: PrivateClaimUser,
  userId: string,
): Promise<never> {
  const { simulation, tempo } = user.environment;
  for (;;) {
    await post(user, userId, async ({ tend }) => {
      await tend(callOf(userId, undefined));
      return () => {};
    });
    await simulation.wait(VISIT_EVERY_MS * tempo.slowdown);
  }
}

/** A response travels for a while, and one of a server that died never arrives. An error tells the user nothing. */
async function post(
  { environment, server }: PrivateClaimUser,
  userId: string,
  request: (responses: NonNullable<PrivateClaimServer['responses']>) => Promise<() => void>,
): Promise<void> {
  const { simulation } = environment;
  const { process, responses } = server();
  // No user waits for a server that died.
  await simulation.wait(simulation.random.integer(1, 60));
  if (responses === null || process.isDead) return;
  // Any request of a signed-in user brings the keys to the current run.
  environment.run?.sealedFor.add(userId);
  const arrived = request(responses).catch(() => null);
  const arrive = await Promise.race([arrived, simulation.wait(PATIENCE_MS).then(() => null)]);
  await simulation.wait(simulation.random.integer(1, 60));
  if (!process.isDead) arrive?.();
}

function callOf<K extends string | undefined>(userId: string, idempotencyKey: K) {
  return {
    ...{ query: undefined, params: undefined, body: undefined },
    session: {
      ...{ userId, sessionId: 's', accessToken: 't' },
      ...{ publicAddress: addressOfUser(userId), privateAddress: ownerOfUser(userId) },
      custody: 'assisted' as const,
    },
    idempotencyKey: idempotencyKey as K extends undefined ? undefined : K,
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
