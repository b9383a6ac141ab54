import { randomUUID } from 'node:crypto';
import { errorBody, WORK_HEADER, type WorkPuzzle } from '#wire/error-body';
import { FIRST_SQUARINGS, squaringsAt } from '../../../apps/api/src/application/work-demand.ts';
import { createApiClient } from '../api-client.ts';
import type { AttackContext, Victim } from '../attack-context.ts';
import { createDeviceKey, type DeviceKey } from '../device-key.ts';
import { type Attacker, requireTrue, testsOf } from './attacker.ts';

const signIns = 'apps/api/src/strangers.sandbox.test.ts';
const WRONG = 'Wrong!Guess1';
const GUESSES = 30;
const NETWORKS = 7;
const CROWD = 90;
/** Each with two devices used before and a new one. */
const OWNERS = 3;
/** As shipped. */
const FREE = 15;
/** Guesses whose work is done: 0.1, 0.2, 0.4 and 0.8 seconds in Chromium. */
const PAID = 4;
const MOST_SQUARINGS = 4_000_000;
const SPREAD_OVER = 1_000;

export const strangers: Attacker = {
  attacker: 'many internet addresses, and no account',
  claims: [
    {
      can: 'make sign-ins on new devices do a few seconds of work',
      play: slowDown,
    },
    {
      can: 'guess passwords of one account, each guess after five seconds of work in the end ([0071](decisions/0071-ask-strangers-for-work-instead-of-locking-accounts.md))',
      play: priceGuesses,
      tests: testsOf(signIns, 'pays for guesses from 1,000 networks'),
    },
    {
      cannot: 'lock an owner out of the sign-in, on a device used before or a new one',
      play: lockOut,
      tests: testsOf(
        signIns,
        '30 wrong passwords from 7 networks keep the owner out on no device',
        'a stranger at the sign-in does not keep a signed-in owner from their keys',
      ),
    },
    { cannot: 'keep owners out by crowding the sign-in', play: crowd },
    {
      cannot: 'get more tries from the 65,536 networks of one IPv6 site than the site has',
      tests: testsOf(signIns, 'gets no more tries from the 65,536 networks of one IPv6 site'),
    },
  ],
};

interface SignIn {
  readonly email: string;
  readonly password: string;
  readonly device?: DeviceKey;
  /** True when left out. */
  readonly doesWork?: boolean;
}

interface Outcome {
  readonly status: number;
  /** Seconds of the work that was done; 0 without any. */
  readonly workSeconds: number;
}

let addresses = 0;

/** Signs in from a network of its own, with the work that is needed if it is to be done. */
async function signIn(
  { product }: AttackContext,
  { email, password, device, doesWork = true }: SignIn,
  network?: number,
): Promise<Outcome> {
  addresses += 1;
  const ip = `198.19.${network ?? addresses}.${network === undefined ? 7 : addresses}`;
  const client = createApiClient(product.url, ip);
  const body = JSON.stringify({ email, password });
  const request = { method: 'POST', url: '/api/auth/login', body };
  const send = (work: string | null) =>
    client.request('POST', '/auth/login', {
      body,
      headers: {
        ...(device === undefined ? {} : { dpop: device.prove(request) }),
        ...(work === null ? {} : { [WORK_HEADER]: work }),
      },
    });
  const first = await send(null);
  const { work } = errorBody.safeParse(first.content).data ?? {};
  if (work === undefined || !doesWork) return { status: first.status, workSeconds: 0 };
  const startedAt = performance.now();
  const solution = await solve(work);
  const workSeconds = (performance.now() - startedAt) / 1_000;
  return { status: (await send(solution)).status, workSeconds };
}

/** Lets other sign-ins of this attack run in between. */
async function solve({ token, base, modulus, squarings }: WorkPuzzle): Promise<string> {
  const n = BigInt(`0x${modulus}`);
  let value = BigInt(`0x${base}`);
  for (let done = 0; done < squarings; done += 1) {
    value = (value * value) % n;
    if (done % 10_000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return `${token}.${value.toString(16)}`;
}

/** Signs in once, so that the device is known from then on. */
async function usedDevice(context: AttackContext, victim: Victim): Promise<DeviceKey> {
  const device = createDeviceKey();
  const { status } = await signIn(context, { ...victim, device });
  if (status !== 200) throw new Error(`A new device got ${status}.`);
  return device;
}

/** Guesses from seven networks. @returns what the guesses got, and the seconds of work that were done for them */
async function guess(
  context: AttackContext,
  victim: Victim,
  { guesses, paid }: { readonly guesses: number; readonly paid: number },
): Promise<{ readonly judged: number; readonly seconds: number }> {
  const done = { judged: 0, seconds: 0 };
  for (let each = 0; each < guesses; each += 1) {
    const attempt = { email: victim.email, password: WRONG, doesWork: each < FREE + paid };
    const outcome = await signIn(context, attempt, 200 + (each % NETWORKS));
    if (outcome.status === 401) done.judged += 1;
    done.seconds += outcome.workSeconds;
  }
  return done;
}

async function lockOut(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const device = await usedDevice(context, victim);
  const { judged } = await guess(context, victim, { guesses: GUESSES, paid: 0 });
  const known = await signIn(context, { ...victim, device });
  const fresh = await signIn(context, { ...victim, device: createDeviceKey() });
  return requireTrue(
    known.status === 200 && known.workSeconds === 0 && fresh.status === 200,
    `after ${GUESSES} guesses from ${NETWORKS} networks, of which ${judged} were judged, the known device got ${known.status} without work, a new one ${fresh.status} after ${fresh.workSeconds.toFixed(1)} s`,
  );
}

async function slowDown(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const before = await signIn(context, victim);
  await guess(context, victim, { guesses: FREE + PAID, paid: PAID });
  const { status, workSeconds } = await signIn(context, victim);
  return requireTrue(
    before.workSeconds === 0 && workSeconds > 0 && status === 200,
    `${workSeconds.toFixed(1)} s in Node on this machine, none before`,
  );
}

async function priceGuesses(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const { judged, seconds } = await guess(context, victim, { guesses: FREE + PAID, paid: PAID });
  const rest = Array.from({ length: SPREAD_OVER - FREE }, (_, i) =>
    squaringsAt(i + 1, MOST_SQUARINGS),
  );
  const inChromium = rest.reduce((sum, each) => sum + each, 0) / (10 * FIRST_SQUARINGS);
  return requireTrue(
    judged === FREE + PAID && seconds > 0,
    `${judged} guesses for ${seconds.toFixed(1)} s of work in Node; ${SPREAD_OVER.toLocaleString('en')} from as many networks for ${Math.round(inChromium).toLocaleString('en')} s in Chromium`,
  );
}

async function crowd(context: AttackContext): Promise<string> {
  // Other attacks have replaced passwords of the shared ones.
  const victims: Victim[] = [];
  for (let each = 0; each < OWNERS; each += 1) victims.push(await context.newVictim());
  const known = await Promise.all(
    [...victims, ...victims].map(async (victim) => ({
      ...victim,
      device: await usedDevice(context, victim),
    })),
  );
  const client = () => {
    addresses += 1;
    return createApiClient(context.product.url, `198.19.${addresses % 256}.${addresses >> 8}`);
  };
  const flood = Array.from({ length: CROWD }, () =>
    client().request('POST', '/auth/login', {
      body: { email: `${randomUUID()}@kax.test`, password: WRONG },
    }),
  );
  const owners = await Promise.all(known.map((owner) => signIn(context, owner)));
  const fresh = await Promise.all(
    victims.map(({ email, password }) =>
      signIn(context, { email, password, device: createDeviceKey() }),
    ),
  );
  const turnedAway = (await Promise.all(flood)).filter(({ status }) => status === 429).length;
  const [ownersIn, freshIn] = [owners, fresh].map(
    (all) => all.filter(({ status }) => status === 200).length,
  );
  return requireTrue(
    ownersIn === known.length && freshIn === fresh.length,
    `beside ${CROWD} sign-ins of strangers, of which ${turnedAway} were turned away until they do work, ${ownersIn} of ${known.length} known devices and ${freshIn} of ${fresh.length} new ones got in`,
  );
}
