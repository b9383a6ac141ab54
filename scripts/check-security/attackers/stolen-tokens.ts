import { setTimeout as sleep } from 'node:timers/promises';
import { refresh } from '#wire/auth/refresh';
import { coins } from '#wire/wallet/coins';
import { operations } from '#wire/wallet/operations';
import type { Reply } from '../api-client.ts';
import type { AttackContext, Victim } from '../attack-context.ts';
import { type BoundSession, postSigned, signInBound } from '../bound-session.ts';
import { codeOf } from '../code-of.ts';
import { createDeviceKey } from '../device-key.ts';
import { untilMails } from '../mailbox.ts';
import { newProtectedVictim, payStranger, triesOf, tryAll } from '../protected-victim.ts';
import { NEW_PASSWORD } from '../reset-password.ts';
import { type Attacker, requireTrue, testsOf } from './attacker.ts';
import { seeAndPay, seePhrase } from './credentials.ts';

const signIns = 'apps/api/src/auth.sandbox.test.ts';
const sessions = 'apps/api/src/sessions.sandbox.test.ts';
const deviceSessions = 'apps/api/src/device-sessions.sandbox.test.ts';
const gate = 'apps/api/src/payment-gate.sandbox.test.ts';
const browser = 'e2e/journeys/device-key.spec.ts';
/** Tabs that race get the same pair for this long. */
const GRACE_MS = 30_000;

export const boundAccessToken: Attacker = {
  attacker: 'an access token of a session that is bound to a device, as in a browser',
  claims: [
    {
      cannot:
        'see or move anything, or sign with a key of their own: its first use ends the session, and its owner is told',
      play: useBoundToken,
      tests: [
        ...testsOf(deviceSessions, 'ends when its access token is used with '),
        ...testsOf(browser, 'a token copied from the browser is worth nothing elsewhere'),
      ],
    },
  ],
};

export const boundRefreshToken: Attacker = {
  attacker: 'a refresh token of a session that is bound to a device',
  claims: [
    {
      cannot:
        'get tokens for it, whether used before its owner refreshes, in the same moment or later: each use ends the session, and its owner is told',
      play: refreshBoundToken,
      tests: testsOf(
        deviceSessions,
        'that a thief exchanges first, leaving the pair unused',
        'that a thief exchanges after its owner',
        'gives a thief who races with its owner nothing, with ',
      ),
    },
  ],
};

export const accessToken: Attacker = {
  attacker: 'an access token of a session that is bound to no device, as programs have',
  claims: [
    {
      can: 'see balances and history and spend, at most $200 in the first hour of the session, until it expires (10 minutes) or is revoked',
      play: seeAndPay,
      tests: [
        ...testsOf(gate, 'without a key is new for the first hour of its session'),
        ...testsOf(signIns, 'ends ten minutes of access with 401'),
        ...testsOf(sessions, 'the end of a session'),
      ],
    },
    {
      can: 'read and change saved contacts; an address that takes the place of another is remembered with it',
      tests: testsOf(
        'apps/api/src/contacts.sandbox.test.ts',
        'contacts are added, listed, changed and removed',
      ),
    },
    {
      can: 'read and change notes about payments',
      tests: testsOf(
        'apps/api/src/notes.sandbox.test.ts',
        'notes are saved, listed, changed and removed',
      ),
    },
    { cannot: 'change the password', play: changePassword },
    { cannot: 'see the recovery phrase', play: seePhrase },
    {
      cannot: 'against a second factor, pay someone new, pay above the limit of a day, or raise it',
      play: payAgainstPasskey,
      tests: testsOf(
        gate,
        'a recipient never paid before is approved',
        'what makes the day’s total larger than the limit is approved',
      ),
    },
  ],
};

export const refreshToken: Attacker = {
  attacker: 'a refresh token of such a session',
  claims: [
    {
      can: 'do the same until the owner refreshes; reuse is detected and ends the session, except in the 30 seconds in which racing tabs get the same pair ([0070](decisions/0070-bind-sessions-to-a-key-of-the-device.md))',
      play: refreshStolen,
      tests: [
        ...testsOf(
          signIns,
          'gives tabs that race one pair',
          'is ended by an old refresh token: it was stolen',
          'is ended by the parent of a pair in use once half a minute is over',
        ),
        ...testsOf(sessions, 'ends the session when the first of three tokens comes back'),
      ],
    },
    {
      cannot:
        'go unnoticed by leaving the new pair unused: when its owner refreshes half a minute later, the session ends and they are told',
      play: refreshQuietly,
      tests: testsOf(deviceSessions, 'that a thief exchanges first, leaving the pair unused'),
    },
    {
      cannot: 'outlive 30 idle minutes or 2 hours',
      tests: testsOf(
        signIns,
        'ends after 30 minutes without its user',
        'without a device, ends after 2 hours whatever happens',
      ),
    },
  ],
};

async function payAgainstPasskey(context: AttackContext): Promise<string> {
  const victim = await newProtectedVictim(context);
  const { accessToken: token, publicAddress } = victim;
  const payment = await payStranger(context, { publicAddress }, token);
  const { 'a higher limit': limit } = await tryAll(context, token, triesOf(victim, ''));
  return requireTrue(
    payment === 'approval-needed' && limit === 'approval-needed',
    `the payment: ${payment}, the limit: ${limit}`,
  );
}

/** Uses a copied access token in three ways, each on a session of its own. */
async function useBoundToken(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const uses: Record<string, (token: string) => Promise<Reply>> = {
    'without a key': (token) => context.newClient().request(coins.method, coins.path, { token }),
    'with another key': (token) => readWithOtherKey(context, token),
    'for a payment': (token) => payWith(context, token, victim),
  };
  const figures: string[] = [];
  for (const [how, use] of Object.entries(uses)) {
    const session = await signInBound(context, victim);
    const before = (await session.read(operations.path)).status;
    const { status } = await use(session.accessToken);
    const after = (await session.read(operations.path)).status;
    figures.push(`${how} ${status}`);
    requireTrue(
      before === 200 && status === 401 && after === 401,
      `${how}: the thief gets ${status}, the owner ${before} before and ${after} afterwards`,
    );
    await untilNotified(context, victim, figures.length);
  }
  return `${figures.join(', ')}; the session ended and an email went out each time`;
}

/** Uses a copied refresh token before, together with and after its owner, each on a session of its own. */
async function refreshBoundToken(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const steal = (token: string) => {
    const thief = { client: context.newClient(), device: createDeviceKey() };
    return postSigned(thief, refresh.path, { refresh_token: token });
  };
  const attacks: Record<string, (session: BoundSession) => Promise<Reply>> = {
    quietly: ({ refreshToken }) =>
      context.newClient().request('POST', refresh.path, { body: { refresh_token: refreshToken } }),
    racing: async (session) => {
      const stolen = steal(session.refreshToken);
      await Promise.all([stolen, session.refresh()]);
      return stolen;
    },
    delayed: async (session) => {
      const { refreshToken } = session;
      await session.refresh();
      await session.read(operations.path);
      return steal(refreshToken);
    },
  };
  const figures: string[] = [];
  for (const [how, attack] of Object.entries(attacks)) {
    const session = await signInBound(context, victim);
    const { status } = await attack(session);
    const after = (await session.refresh()).status;
    figures.push(`${how} ${status}`);
    requireTrue(
      status === 401 && after === 401,
      `${how}: the thief gets ${status}, and the owner ${after} afterwards`,
    );
    await untilNotified(context, victim, figures.length);
  }
  return `${figures.join(', ')}; the session ended and an email went out each time`;
}

async function readWithOtherKey({ newClient }: AttackContext, token: string): Promise<Reply> {
  const { method, path } = coins;
  const dpop = createDeviceKey().prove({ method, url: `/api${path}`, token });
  return newClient().request(method, path, { token, headers: { dpop } });
}

function payWith(
  { newClient }: AttackContext,
  token: string,
  { publicAddress: recipientAddress }: Victim,
): Promise<Reply> {
  const body = { tokenId: 'polygon-kax', amount: '1000', recipientAddress };
  const headers = { 'idempotency-key': 'stolen' };
  return newClient().request('POST', '/wallet/public/send-tokens', { token, body, headers });
}

function untilNotified(
  { product }: AttackContext,
  { email: to }: Victim,
  least: number,
): Promise<void> {
  return untilMails(product, { to, subject: 'We stopped a copy of your Kax session', least });
}

async function changePassword({ victims: [victim], newClient }: AttackContext): Promise<string> {
  const { accessToken: token } = victim;
  const body = { currentPassword: 'Guessed!1Password', newPassword: NEW_PASSWORD };
  const reply = await newClient().request('POST', '/auth/change-password', { token, body });
  const code = codeOf(reply.content);
  return requireTrue(code === 'password-wrong', code);
}

/** Uses a refresh token before its owner does. */
async function refreshStolen(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const client = context.newClient();
  const body = { refresh_token: victim.refreshToken };
  const { content } = await client.call(refresh, { body });
  const balances = await client.call(coins, { token: content.access_token });
  return requireTrue(
    balances.content.data.length > 0,
    `a new pair, and balances on ${balances.content.data.length} networks`,
  );
}

/** Takes a new pair and leaves it unused, so that its owner may not notice. */
async function refreshQuietly(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const body = { refresh_token: victim.refreshToken };
  const { content } = await context.newClient().call(refresh, { body });
  await sleep(GRACE_MS + 1_000);
  const { method, path } = refresh;
  const owner = await context.newClient().request(method, path, { body });
  const token = content.access_token;
  const thief = await context.newClient().request(coins.method, coins.path, { token });
  requireTrue(
    owner.status === 401 && thief.status === 401,
    `the owner gets ${owner.status}, the thief ${thief.status}`,
  );
  await untilMails(context.product, {
    to: victim.email,
    subject: 'We ended a Kax session for your protection',
    least: 1,
  });
  return 'one round, then the session ended for both, and an email went out';
}
