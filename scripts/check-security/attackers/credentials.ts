import { login } from '#wire/auth/login';
import { refresh } from '#wire/auth/refresh';
import { coins } from '#wire/wallet/coins';
import { operations } from '#wire/wallet/operations';
import type { AttackContext, Victim } from '../attack-context.ts';
import { pay } from '../pay.ts';
import { NEW_PASSWORD, resetPassword } from '../reset-password.ts';
import { type Attacker, requireTrue, testsOf } from './attacker.ts';

const signIns = 'apps/api/src/auth.sandbox.test.ts';
const sessions = 'apps/api/src/sessions.sandbox.test.ts';
const isolation = 'e2e/journeys/isolation.spec.ts';

export const mailboxAndPhone: Attacker = {
  attacker: 'a user’s mailbox and phone',
  claims: [
    { can: 'reset the password and spend', play: resetAndPay },
    { cannot: 'export keys in the first 24 hours', play: resetAndExport },
    {
      cannot: 'go unnoticed on the user’s other devices, which are signed out',
      play: resetAndStay,
    },
  ],
};

export const accessToken: Attacker = {
  attacker: 'an access token',
  claims: [
    {
      can: 'see balances and history and spend, until it expires (10 minutes) or is revoked',
      play: seeAndPay,
      tests: [
        ...testsOf(signIns, 'ends ten minutes of access with 401'),
        ...testsOf(sessions, 'the end of a session'),
      ],
    },
    { cannot: 'change the password', play: changePassword },
    { cannot: 'see the recovery phrase', play: seePhrase },
  ],
};

export const refreshToken: Attacker = {
  attacker: 'a refresh token',
  claims: [
    {
      can: 'do the same until the owner refreshes; reuse is detected and ends the session, except in the 30 seconds in which racing tabs get the same pair ([0007](decisions/0007-use-opaque-rotating-tokens-instead-of-jwt.md))',
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
      cannot: 'outlive 30 idle minutes or 12 hours',
      tests: testsOf(
        signIns,
        'ends after 30 minutes without its user',
        'ends after 12 hours whatever happens',
      ),
    },
  ],
};

export const injectedScript: Attacker = {
  attacker: 'script injection in the page',
  claims: [
    { can: 'do what the user can do in that tab', play: seeAndPay },
    { cannot: 'see the recovery phrase without the password', play: seePhrase },
    {
      cannot: 'begin as an inline script, which the page’s policy blocks and reports',
      tests: testsOf(
        isolation,
        'the policy is enforced: an inline script does not run',
        'what the policy blocks is reported to our server',
      ),
    },
  ],
};

async function resetAndPay(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const [recipient] = context.victims;
  const thief = await signInByReset(context, victim);
  const { hash } = await pay(context, { ...victim, accessToken: thief }, recipient.publicAddress);
  return `a session, and a payment in ${hash.slice(0, 10)}…`;
}

async function resetAndExport(context: AttackContext): Promise<string> {
  const token = await signInByReset(context, await context.newVictim());
  const exported = await exportPhrase(context, token, NEW_PASSWORD);
  return requireTrue(exported === 'export-locked', exported);
}

async function resetAndStay(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const used = async () => {
    const { status } = await context
      .newClient()
      .request(coins.method, coins.path, { token: victim.accessToken });
    return status;
  };
  const before = await used();
  await signInByReset(context, victim);
  const after = await used();
  return requireTrue(
    before === 200 && after === 401,
    `the owner’s session gets ${before} before and ${after} afterwards`,
  );
}

/** Resets the password with both codes and signs in. @returns the access token */
async function signInByReset(context: AttackContext, victim: Victim): Promise<string> {
  const { status } = await resetPassword(context, victim);
  if (status !== 200) throw new Error(`The reset returned ${status}.`);
  const body = { email: victim.email, password: NEW_PASSWORD };
  return (await context.newClient().call(login, { body })).content.access_token;
}

async function seeAndPay(context: AttackContext): Promise<string> {
  const [victim, recipient] = context.victims;
  const { accessToken: token } = victim;
  const client = context.newClient();
  const balances = await client.call(coins, { token });
  const history = await client.call(operations, { token });
  const { hash } = await pay(context, victim, recipient.publicAddress);
  return `balances on ${balances.content.data.length} networks, ${history.content.data.length} movements, a payment in ${hash.slice(0, 10)}…`;
}

async function changePassword({ victims: [victim], newClient }: AttackContext): Promise<string> {
  const { accessToken: token } = victim;
  const body = { currentPassword: 'Guessed!1Password', newPassword: NEW_PASSWORD };
  const reply = await newClient().request('POST', '/auth/change-password', { token, body });
  const code = codeOf(reply.content);
  return requireTrue(code === 'password-wrong', code);
}

async function seePhrase(context: AttackContext): Promise<string> {
  const exported = await exportPhrase(context, context.victims[1].accessToken, 'Guessed!1Password');
  return requireTrue(exported === 'password-wrong', exported);
}

async function exportPhrase(
  { newClient }: AttackContext,
  token: string,
  password: string,
): Promise<string> {
  const body = { password, what: 'phrase' };
  const reply = await newClient().request('POST', '/wallet/export-keys', { token, body });
  return reply.status === 200 ? 'the phrase' : codeOf(reply.content);
}

/** Uses a refresh token twice: the second time, its owner already has what came after. */
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

function codeOf(content: unknown): string {
  const hasCode = typeof content === 'object' && content !== null && 'code' in content;
  return hasCode ? String(content.code) : 'no code';
}
