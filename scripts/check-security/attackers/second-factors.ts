import { login } from '#wire/auth/login';
import type { AttackContext } from '../attack-context.ts';
import { newProtectedVictim, payStranger, triesOf, tryAll } from '../protected-victim.ts';
import { type Attacker, type NamedTest, requireTrue, testsOf } from './attacker.ts';
import { seeAndPay, seePhrase } from './credentials.ts';

const gate = 'apps/api/src/payment-gate.sandbox.test.ts';
const held = 'apps/api/src/held-sessions.sandbox.test.ts';
const approvals = 'apps/api/src/approvals.sandbox.test.ts';
const factors = 'apps/api/src/second-factors.sandbox.test.ts';
const protection = 'apps/api/src/protection.sandbox.test.ts';
const rows = 'apps/api/src/hostile-writer/rows.sandbox.test.ts';
const links = 'apps/api/src/adapters/key-vault/freeze-links.test.ts';

const needsApproval: readonly NamedTest[] = [
  ...testsOf(
    gate,
    'a recipient never paid before is approved',
    'what makes the day’s total larger than the limit is approved',
  ),
  ...testsOf(protection, 'exports and deletions, after the password'),
  ...testsOf(factors, 'is removed with an approval alone'),
];

export const stolenPassword: Attacker = {
  attacker: 'a user’s password, and a device of one’s own',
  claims: [
    {
      can: 'sign in, which the owner is told',
      play: signInElsewhere,
      tests: testsOf(rows, 'a sign-in on a new device is reported'),
    },
    {
      can: 'without a second factor of the owner, pay $200 in the first hour, and everything afterwards',
      tests: testsOf(gate, 'pays no more than $200 within its first hour'),
    },
    {
      cannot: 'export keys or add a first second factor in that hour',
      tests: testsOf(
        held,
        'a new device exports no keys in its first hour',
        'and adds no first second factor',
      ),
    },
    {
      cannot:
        'against a second factor, pay someone new, pay above the limit of a day, export, or change contacts, factors or the limit',
      play: tryWithPassword,
      tests: needsApproval,
    },
    {
      cannot:
        'unfreeze what the owner froze, with a passkey that they added less than a day before',
      tests: testsOf(
        protection,
        'is possible with a passkey from a day before',
        'with the codes removes what was added less than a day before',
      ),
    },
    {
      cannot:
        'with a code of the owner’s app that they phish as well, pay more than $200 or export in that hour, which only a passkey from before approves',
      tests: [
        ...testsOf(approvals, 'is for passkeys alone where it has to be, and for those of before'),
        ...testsOf(held, 'a passkey from before the device lets it export'),
      ],
    },
  ],
};

export const stolenRecoveryCode: Attacker = {
  attacker: 'a recovery code, or a look at the authenticator app',
  claims: [
    {
      can: 'with a session or the password too, approve one request for each code, which the owner is told of a recovery code',
      tests: testsOf(
        approvals,
        'approves once, and its owner is notified',
        'approves once, and so',
      ),
    },
    { cannot: 'do anything without a session: no code signs in', play: signInWithCode },
    {
      cannot: 'use a code again, or approve another request with it',
      tests: testsOf(
        approvals,
        'approves once, and its owner is notified',
        'approves only one of several requests',
        'approves no other request, no other session and no other user',
      ),
    },
  ],
};

export const unlockedPhone: Attacker = {
  attacker: 'a user’s unlocked phone, with an open session',
  claims: [
    {
      can: 'see everything, and pay as the user can; with a passkey that the phone’s PIN opens, approve it too',
      play: seeAndPay,
      tests: testsOf(approvals, 'is used once, in parallel too'),
    },
    { cannot: 'see the recovery phrase without the password', play: seePhrase },
    {
      cannot: 'go on once the account is frozen from another device or an email',
      tests: testsOf(protection, 'needs no session with the link of an email', 'refuses exports'),
    },
  ],
};

export const freezeLinkCopy: Attacker = {
  attacker: 'the freeze link of a security email',
  claims: [
    {
      can: 'freeze the account, for 30 days',
      tests: [
        ...testsOf(protection, 'needs no session with the link of an email'),
        ...testsOf(links, 'names its user until it expires'),
      ],
    },
    {
      cannot: 'do anything else with it, or make one for someone else',
      tests: [
        ...testsOf(
          protection,
          'needs no session with the link of an email, which does nothing else',
          'is not possible with a link that expired, was changed',
        ),
        ...testsOf(links, 'is worth nothing when any character of it is changed'),
      ],
    },
  ],
};

async function signInElsewhere(context: AttackContext): Promise<string> {
  const { email, password } = await context.newVictim();
  await context.newClient().call(login, { body: { email, password } });
  return 'a session';
}

async function tryWithPassword(context: AttackContext): Promise<string> {
  const victim = await newProtectedVictim(context);
  const { email, password } = victim;
  const { content } = await context.newClient().call(login, { body: { email, password } });
  const token = content.access_token;
  const got = {
    payment: await payStranger(context, victim, token),
    ...(await tryAll(context, token, triesOf(victim, password))),
  };
  const isRefused = Object.values(got).every((code) => code === 'approval-needed');
  return requireTrue(
    isRefused,
    Object.entries(got)
      .map((each) => each.join(': '))
      .join(', '),
  );
}

async function signInWithCode(context: AttackContext): Promise<string> {
  const { email, recoveryCodes } = await newProtectedVictim(context);
  const statuses: number[] = [];
  for (const password of recoveryCodes.slice(0, 3)) {
    const body = { email, password };
    statuses.push((await context.newClient().request('POST', login.path, { body })).status);
  }
  const isRefused = statuses.length > 0 && statuses.every((status) => status === 401);
  return requireTrue(isRefused, `as a password, each gets ${statuses.join(', ')}`);
}
