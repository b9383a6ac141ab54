import type { PublicAddress } from '#domain/address/address';
import { balanceKey } from '../balance-key.ts';
import { addressOfUser } from '../simulated-server.ts';
import { type ClaimEnvironment, emailOf } from './claim-environment.ts';
import type { ClaimServer } from './claim-server.ts';
import { madeOf, type ScriptedClaim, type ScriptedEnd } from './scripted-claims.ts';

interface ClaimUser {
  readonly environment: ClaimEnvironment;
  readonly server: () => ClaimServer;
  readonly isOver: () => boolean;
  /** How many of the operations their users cancel. */
  readonly cancelling: number;
}

const PATIENCE_MS = 15_000;
const DOUBLE_CLICKS = 0.2;
/** Apart, at most, mostly while the first is being prepared or signed. */
const APART_MS = 300;
const FUNDED_EVERY_MS = 500;

/** What passes by itself, so that users try again with the same key. */
const PASSING: readonly string[] = [
  'reconciling',
  'claim-not-ready',
  'claim-fee-too-high',
  'network-fee-too-high',
  'chain-unavailable',
  'transaction-would-fail',
  'operation-in-progress',
];

type Posted = { readonly refused: string } | { readonly operation: { readonly id: string } };

/** Makes a payment by link as the web client does, and does with it what its users have in mind. */
export async function liveThroughClaim(user: ClaimUser, claim: ScriptedClaim): Promise<void> {
  const { simulation } = user.environment;
  const { random } = simulation;
  await simulation.wait(claim.inMs);
  await persist(
    user,
    () => claim.made === 'pending',
    () => postMake(user, claim),
  );
  const made = madeOf(claim);
  if (made === null || claim.habit === 'leave') return;
  if (random.chance(user.cancelling)) void cancel(user, claim.senderId, made.operationId);
  if (random.chance(0.5)) await waitForMoney(user, claim);
  const by = BY_HABIT[claim.habit];
  await Promise.all(
    by.map(async (who) => {
      await simulation.wait(random.integer(0, APART_MS));
      await endClaim(user, claim, who);
    }),
  );
}

const BY_HABIT = {
  race: ['recipient', 'sender'],
  claim: ['recipient'],
  'take-back': ['sender'],
} as const;

/** Claims a payment or takes it back, until it is known how that went. */
export async function endClaim(
  user: ClaimUser,
  claim: ScriptedClaim,
  by: ScriptedEnd['by'],
): Promise<void> {
  const end: ScriptedEnd = {
    by,
    key: `${claim.key}-${by}-${claim.ends.length}`,
    outcome: 'pending',
  };
  claim.ends.push(end);
  await persist(
    user,
    () => end.outcome === 'pending',
    () => postEnd(user, claim, end),
  );
  const { outcome } = end;
  const isSent = outcome !== 'pending' && 'operationId' in outcome;
  const { random } = user.environment.simulation;
  if (isSent && random.chance(user.cancelling)) {
    await cancel(user, by === 'sender' ? claim.senderId : claim.recipientId, outcome.operationId);
  }
}

/** Until the newest block has the money, or it never comes. */
async function waitForMoney(
  { environment: { simulation, chain }, isOver }: ClaimUser,
  { token, amount, ...claim }: ScriptedClaim,
): Promise<void> {
  const wallet = madeOf({ token, amount, ...claim })?.address ?? '';
  const key = balanceKey(wallet, token.address === null ? 'native' : 'token');
  while (!isOver() && (chain.tip.balances.get(key) ?? 0n) < amount) {
    await simulation.wait(FUNDED_EVERY_MS);
  }
}

/** Tries again after every timeout, and sometimes clicks twice. */
async function persist(
  { environment: { simulation }, isOver }: ClaimUser,
  isPending: () => boolean,
  post: () => Promise<void>,
): Promise<void> {
  while (isPending() && !isOver()) {
    const posts = simulation.random.chance(DOUBLE_CLICKS) ? [post(), post()] : [post()];
    await Promise.race([Promise.all(posts), simulation.wait(PATIENCE_MS)]);
    if (isPending()) await simulation.wait(simulation.random.integer(500, 5_000));
  }
}

async function postMake(user: ClaimUser, claim: ScriptedClaim): Promise<void> {
  const { token, amount, senderId, recipientId, key } = claim;
  await post(user, async (responses) => {
    const response = await responses.make({
      ...callOf(senderId, key),
      body: {
        ...{ tokenId: token.id, amount: amount.toString(), message: '' },
        emailOrPhone: emailOf(recipientId),
      },
    });
    return () => {
      if (claim.made !== 'pending' && !('refused' in claim.made)) return;
      if ('refused' in response) {
        if (!PASSING.includes(response.refused)) claim.made = { refused: response.refused };
        return;
      }
      const { id, code, address } = response.data;
      const operationId = response.operation.id;
      claim.made = { id, code, operationId, address: address as PublicAddress };
    };
  });
}

async function postEnd(user: ClaimUser, claim: ScriptedClaim, end: ScriptedEnd): Promise<void> {
  const made = madeOf(claim);
  if (made === null) return;
  await post(user, async ({ claim: claimPayment, takeBack }) => {
    const response: Posted =
      end.by === 'recipient'
        ? await claimPayment({ ...callOf(claim.recipientId, end.key), body: { code: made.code } })
        : await takeBack({
            ...callOf(claim.senderId, end.key),
            ...{ params: { id: made.id }, body: {} },
          });
    return () => {
      if (end.outcome !== 'pending' && 'operationId' in end.outcome) return;
      if ('operation' in response) end.outcome = { operationId: response.operation.id };
      else if (!PASSING.includes(response.refused)) end.outcome = { refused: response.refused };
    };
  });
}

async function cancel(user: ClaimUser, userId: string, id: string): Promise<void> {
  const { simulation } = user.environment;
  await simulation.wait(simulation.random.pick([0, 1_000, 5_000, 40_000]));
  let isDone = false;
  await persist(
    user,
    () => !isDone,
    () =>
      post(user, async (responses) => {
        await responses.cancel({ ...callOf(userId, undefined), params: { id }, body: undefined });
        return () => {
          isDone = true;
        };
      }),
  );
}

/** A response travels for a while, and one of a server that died never arrives. An error tells the user nothing. */
async function post(
  { environment: { simulation }, server }: ClaimUser,
  request: (responses: NonNullable<ClaimServer['responses']>) => Promise<() => void>,
): Promise<void> {
  const { process, responses } = server();
  await simulation.wait(simulation.random.integer(1, 60), process);
  if (responses === null) return;
  const arrive = await request(responses).catch(() => null);
  await simulation.wait(simulation.random.integer(1, 60), process);
  arrive?.();
}

function callOf<K extends string | undefined>(userId: string, idempotencyKey: K) {
  return {
    ...{ query: undefined, params: undefined },
    session: {
      ...{ userId, sessionId: 's', accessToken: 't' },
      ...{ publicAddress: addressOfUser(userId), privateAddress: `0zk${userId}` as const },
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
