import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '#wire/auth/login';
import { freeze } from '#wire/security/freeze';
import { sendConfirmationCodes } from '#wire/security/send-confirmation-codes';
import { unfreeze } from '#wire/security/unfreeze';
import { coins } from '#wire/wallet/coins';
import { operations } from '#wire/wallet/operations';
import type { AttackContext, Victim } from '../attack-context.ts';
import { codeOf } from '../code-of.ts';
import { codesTo, untilMails } from '../mailbox.ts';
import { pay } from '../pay.ts';
import { newProtectedVictim, payStranger, triesOf, tryAll } from '../protected-victim.ts';
import { NEW_PASSWORD, resetPassword } from '../reset-password.ts';
import { type Attacker, requireTrue, testsOf } from './attacker.ts';

const gate = 'apps/api/src/payment-gate.sandbox.test.ts';
const protection = 'apps/api/src/protection.sandbox.test.ts';
const isolation = 'e2e/journeys/isolation.spec.ts';
const browser = 'e2e/journeys/device-key.spec.ts';

export const mailboxAndPhone: Attacker = {
  attacker: 'a user’s mailbox and phone',
  claims: [
    {
      can: 'reset the password, and then have $50 leave in 24 hours; after that, without a second factor of the owner, take everything',
      play: resetAndPay,
      tests: testsOf(gate, 'no more than $50 leave in 24 hours, and then as much as before'),
    },
    { can: 'unfreeze what the owner froze, which they are told', play: resetAndUnfreeze },
    {
      can: 'have second factors removed after 7 days, which anyone signed in can stop',
      tests: testsOf(protection, 'are removed a week after the password and both codes'),
    },
    {
      can: 'remove second factors that the owner added less than a day before, by freezing the account and unfreezing it',
      tests: testsOf(protection, 'with the codes removes what was added less than a day before'),
    },
    {
      cannot: 'export keys in the first 24 hours, or add a first second factor',
      play: resetAndExport,
      tests: testsOf(protection, 'keeps whoever reset the password from adding a first'),
    },
    {
      cannot:
        'against a passkey that has been there for a day, pay someone new, export, or change contacts, factors or the limit; or end the hold with a passkey of their own',
      play: resetAgainstPasskey,
      tests: [
        ...testsOf(protection, 'is shown, and ended by a passkey from before it alone'),
        ...testsOf(gate, 'only a passkey from before it approves more'),
      ],
    },
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
    {
      can: 'ask for the user’s passkey for a payment of their own, behind another one that the page shows',
      untried:
        'the browser’s own prompt names only the site, and what a person does then is up to them',
    },
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

/** The owner freezes the account, and whoever has both contacts unfreezes it. */
async function resetAndUnfreeze(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  await context.newClient().call(freeze, { token: victim.accessToken, body: {} });
  const token = await signInByReset(context, victim);
  const client = context.newClient();
  const earlier = await codesTo(context.product, victim.email, victim.phone);
  await client.call(sendConfirmationCodes, { token, body: { purpose: 'unfreeze' } });
  const [emailOTP = '', phoneOTP = ''] = await newCodesTo(context, victim, earlier);
  const body = { password: NEW_PASSWORD, emailOTP, phoneOTP };
  await client.call(unfreeze, { token, body });
  await untilMails(context.product, {
    to: victim.email,
    subject: 'Your Kax account is no longer frozen',
    least: 1,
  });
  return 'unfrozen with the new password and both codes, and an email went out';
}

async function newCodesTo(
  { product }: AttackContext,
  { email, phone }: Victim,
  earlier: readonly string[],
): Promise<readonly string[]> {
  for (;;) {
    const codes = await codesTo(product, email, phone);
    if (codes.every((code, index) => code !== earlier[index])) return codes;
    await sleep(100);
  }
}

async function resetAgainstPasskey(context: AttackContext): Promise<string> {
  const victim = await newProtectedVictim(context);
  const token = await signInByReset(context, victim);
  const { 'export of keys': exported, ...others } = await tryAll(
    context,
    token,
    triesOf(victim, NEW_PASSWORD),
  );
  const got = { payment: await payStranger(context, victim, token), ...others };
  const isRefused = Object.values(got).every((code) => code === 'approval-needed');
  const figure = Object.entries({ ...got, export: exported }).map((each) => each.join(': '));
  return requireTrue(isRefused && exported === 'export-locked', figure.join(', '));
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
