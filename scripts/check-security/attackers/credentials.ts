import { login } from '#wire/auth/login';
import { coins } from '#wire/wallet/coins';
import { operations } from '#wire/wallet/operations';
import type { AttackContext, Victim } from '../attack-context.ts';
import { pay } from '../pay.ts';
import { NEW_PASSWORD, resetPassword } from '../reset-password.ts';
import { type Attacker, requireTrue, testsOf } from './attacker.ts';

const isolation = 'e2e/journeys/isolation.spec.ts';
const browser = 'e2e/journeys/device-key.spec.ts';

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

export const injectedScript: Attacker = {
  attacker: 'script injection in the page',
  claims: [
    { can: 'do what the user can do in that tab', play: seeAndPay },
    { cannot: 'see the recovery phrase without the password', play: seePhrase },
    {
      cannot:
        'take the session to another device: the browser reveals the key of a session to no script',
      tests: testsOf(browser, 'a token copied from the browser is worth nothing elsewhere'),
    },
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

export async function seeAndPay(context: AttackContext): Promise<string> {
  const [victim, recipient] = context.victims;
  const { accessToken: token } = victim;
  const client = context.newClient();
  const balances = await client.call(coins, { token });
  const history = await client.call(operations, { token });
  const { hash } = await pay(context, victim, recipient.publicAddress);
  return `balances on ${balances.content.data.length} networks, ${history.content.data.length} movements, a payment in ${hash.slice(0, 10)}…`;
}

export async function seePhrase(context: AttackContext): Promise<string> {
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

/** @returns the code of a refusal */
export function codeOf(content: unknown): string {
  const hasCode = typeof content === 'object' && content !== null && 'code' in content;
  return hasCode ? String(content.code) : 'no code';
}
