import { login } from '#wire/auth/login';
import type { AttackContext } from '../attack-context.ts';
import { pay } from '../pay.ts';
import { newProtectedVictim, payStranger } from '../protected-victim.ts';
import { redirectByContact } from '../redirect-by-contact.ts';
import { redirectByRequest } from '../redirect-by-request.ts';
import { type Attacker, type NamedTest, requireTrue, testsOf } from './attacker.ts';

const protection = 'apps/api/src/protection.sandbox.test.ts';
const gate = 'apps/api/src/payment-gate.sandbox.test.ts';
const contacts = 'apps/api/src/contact-changes.sandbox.test.ts';
const folder = 'apps/api/src/hostile-writer';
const inFile = (file: string, ...titles: readonly string[]): readonly NamedTest[] =>
  testsOf(`${folder}/${file}`, ...titles);

export const hostileWriter: Attacker = {
  attacker: 'write access to the database, and an account of one’s own',
  claims: [
    { can: 'destroy records, pending emails included', play: destroyRecords },
    { can: 'delay payments', play: delayPayments },
    {
      can: 'have the broadcaster pay the network’s fee for calls of the pool that no one ordered',
      tests: testsOf(
        'apps/api/src/jobs/sign-proved-transactions.test.ts',
        'a proved payment is signed with a ladder of fees under one nonce',
      ),
    },
    {
      can: 'delete a user’s second factors: then a session, and the password where it is asked for, are enough again',
      play: deleteFactors,
    },
    {
      can: 'freeze accounts',
      tests: testsOf(protection, 'is not possible for whoever writes to the database'),
    },
    { can: 'change what is only shown, such as names and the history', play: changeName },
    {
      can: 'delete saved contacts, and after a restart of `api` put back an earlier version of one',
      tests: inFile(
        'contacts.sandbox.test.ts',
        'what known limits say: after a restart, an earlier version that is put back is shown',
      ),
    },
    {
      can: 'delete notes about payments, and after a restart of `api` put back an earlier version of one',
      tests: inFile(
        'notes.sandbox.test.ts',
        'what known limits say: after a restart, an earlier version that is put back is shown',
      ),
    },
    {
      can: 'make the link of a payment request look over, or one that is over payable again, to its payee and for its amount alone',
      tests: inFile(
        'payment-requests.sandbox.test.ts',
        'at worst, whoever writes to the database makes a link look over',
        'what known limits say: one that is over can be paid again, to its payee and for its amount alone',
      ),
    },
    {
      can: 'make the link of a payment look over',
      tests: inFile(
        'claims.sandbox.test.ts',
        'at worst, whoever writes to the database makes a link look over',
      ),
    },
    {
      can: 'after a restart of `api`, put back an exchanged refresh token that was stolen before, until its session ends, or the record of an earlier password, with which whoever knows that password signs in again',
      tests: inFile(
        'what-a-restart-forgets.sandbox.test.ts',
        'a refresh token that was exchanged works again',
        'the record of an earlier password lets in whoever knows it',
      ),
    },
    {
      can: 'make codes valid again that were used, within their ten minutes and for those who received them',
      tests: inFile(
        'what-a-restart-forgets.sandbox.test.ts',
        'codes that were used set a password again',
      ),
    },
    {
      cannot: 'add a second factor, or approve anything without one',
      tests: inFile(
        'factors.sandbox.test.ts',
        'a passkey of the attacker',
        'an authenticator app',
        'a recovery code of the attacker',
        'put back after it was used or removed',
        'an approval',
      ),
    },
    {
      cannot:
        'while an `api` process runs that saw them, unfreeze an account, raise a limit or end a hold ([0076](decisions/0076-limit-and-hold-what-leaves.md))',
      tests: [
        ...testsOf(
          protection,
          'is not possible for whoever writes to the database',
          'is not ended by whoever writes to the database',
        ),
        ...testsOf(gate, 'whoever writes to the database', 'is not made older by a sign-in'),
      ],
    },
    {
      cannot:
        'have a contact changed, or a change take effect early ([0077](decisions/0077-change-contacts-with-codes-a-day-ahead-and-a-new-signature.md))',
      tests: testsOf(
        contacts,
        'a row of a change',
        'the contacts of before a change',
        'holds when a writer puts the row back',
        'of a writer’s own change confirm nothing',
      ),
    },
    {
      cannot: 'open, spend or redirect anything by a changed row',
      tests: [
        ...inFile(
          'judged-columns.test.ts',
          'every table is judged, by its columns or as a whole',
          'every column of a table that sign-in or money trusts is attacked',
        ),
        ...inFile(
          'rows.sandbox.test.ts',
          'a live session is not entered after a change of',
          'a sign-in on a new device is reported',
          'emails about payments stay on',
          'a price is unknown, and deletes no wallet as dust',
          'the rate of a currency is unknown after a change of',
          'an offered route is swapped by no one',
          'a swap is neither signed nor followed',
          'a sale is shown to no one',
        ),
        ...inFile('sessions.sandbox.test.ts', 'a token whose row was changed opens no key'),
        ...inFile('passwords.sandbox.test.ts', 'after a reset'),
      ],
    },
    {
      cannot:
        'redirect a payment by changing a saved contact ([0080](decisions/0080-encrypt-contacts-under-the-users-own-key.md))',
      play: redirectByContact,
      tests: inFile(
        'contacts.sandbox.test.ts',
        'whoever writes to the database has no contact changed by',
        'an earlier version that is put back counts as none',
        'a removed one that is put back counts as none',
      ),
    },
    {
      cannot:
        'have a note about a payment changed, or shown with another one ([0084](decisions/0084-encrypt-notes-so-that-they-name-no-payment.md))',
      tests: inFile(
        'notes.sandbox.test.ts',
        'whoever writes to the database has no note changed by',
        'an earlier version that is put back counts as none',
        'a removed one that is put back counts as none',
      ),
    },
    {
      cannot:
        'change whom a payment request pays, how much, until when or what it says, even with its link ([0083](decisions/0083-pay-a-request-once-by-a-link.md))',
      play: redirectByRequest,
      tests: inFile(
        'payment-requests.sandbox.test.ts',
        'whoever writes to the database makes no link pay anyone else or anything else by',
        'or has it refused as expired, and never makes an expired one payable',
      ),
    },
    {
      cannot:
        'move the money of a payment by link to anyone but its recipient or its sender, even with its link ([0086](decisions/0086-pay-by-link-from-a-wallet-of-the-senders-own-words.md))',
      tests: inFile(
        'claims.sandbox.test.ts',
        'whoever writes to the database gets no money of a link that isn’t theirs, and opens no wallet, by',
        'and never makes an expired one claimable',
        'a user with the link but another email gets nothing, whatever they write into their own rows',
      ),
    },
    {
      cannot: 'enter another user’s session, or one that has expired',
      tests: inFile(
        'sessions.sandbox.test.ts',
        'a stolen token that has expired is not revived',
        'a session',
      ),
    },
    {
      cannot:
        'while an `api` process runs, use a token whose exchange or end it has seen, a password that it has seen replaced, or more attempts than it has counted itself ([0063](decisions/0063-seal-the-rows-that-are-trusted.md))',
      tests: [
        ...inFile('sessions.sandbox.test.ts', 'a token that was used, or whose session ended'),
        ...inFile('passwords.sandbox.test.ts', 'a password that was replaced opens nothing'),
        ...inFile('rows.sandbox.test.ts', 'wrong passwords wait, although their counters'),
        ...testsOf(
          'apps/api/src/application/shadow-limits.test.ts',
          'with a store whose rows are deleted or put back',
        ),
      ],
    },
    {
      cannot:
        'receive another user’s codes, reset their password with codes of one’s own, have another address shown as theirs, or open their wallet: contacts and addresses are signed, and codes and wraps are bound to them ([0062](decisions/0062-verify-codes-and-sign-accounts-in-a-process-of-their-own.md))',
      tests: inFile(
        'accounts.sandbox.test.ts',
        'codes of one’s own',
        'contacts of one’s own in another user’s row',
        'the sealed key of another user',
        'the addresses of a wallet',
        'a registration',
      ),
    },
    {
      cannot:
        'have a private payment proved, a request answered or a wallet sealed to another key: each carries a MAC under a key that is not in the database',
      tests: [
        ...testsOf(
          'apps/api/src/shielding/prove-private-transactions.test.ts',
          'proves nothing that none of our processes ordered',
        ),
        ...testsOf(
          'apps/api/src/adapters/key-vault/shielded-seals.test.ts',
          'trusts our published key for its chain only',
          'does not open what was sealed without the key files',
          'distinguishes its own texts from other texts, purposes and servers',
        ),
      ],
    },
    {
      cannot:
        'change the [audit log](operations.md#audit-log) unnoticed, except for its last minute: its rows carry a MAC, and its end is recorded outside the database',
      tests: testsOf(
        'scripts/verify-audit/verify-audit.sandbox.test.ts',
        'whoever may write to the database but has neither key nor heads is found',
        'do not cover the rows since the last one',
      ),
    },
  ],
};

async function destroyRecords({ owner }: AttackContext): Promise<string> {
  const emails = await owner.attempt('delete from outbox');
  const keys = await owner.attempt('delete from key_records');
  return requireTrue(
    Number(emails) > 0 && Number(keys) > 0,
    `${emails} messages and the keys of ${keys} users, which was undone`,
  );
}

/** The same payment before and after. */
async function deleteFactors(context: AttackContext): Promise<string> {
  const victim = await newProtectedVictim(context);
  const pays = () => payStranger(context, victim, victim.accessToken);
  const before = await pays();
  for (const table of ['passkeys', 'authenticator_apps', 'recovery_codes']) {
    await context.owner.query(`delete from ${table} where user_id = $1`, [victim.id]);
  }
  const after = await pays();
  return requireTrue(
    before === 'approval-needed' && after === 'done',
    `a payment to someone new: ${before} before, ${after} afterwards`,
  );
}

async function delayPayments(context: AttackContext): Promise<string> {
  const [sender, recipient] = context.victims;
  const { operationId } = await pay(context, sender, recipient.publicAddress);
  const delayed = await context.owner.attempt(
    "update operations set due_at = due_at + interval '1 day' where id = $1",
    [operationId],
  );
  return requireTrue(
    delayed === 1,
    `${delayed} payment is looked at a day later, which was undone`,
  );
}

async function changeName(context: AttackContext): Promise<string> {
  const { id, email, password } = await context.newVictim();
  await context.owner.query('update users set name = $2 where id = $1', [id, 'Mallory']);
  const body = { email, password };
  const { content } = await context.newClient().call(login, { body });
  return requireTrue(content.user.name === 'Mallory', `a user is shown as ${content.user.name}`);
}
