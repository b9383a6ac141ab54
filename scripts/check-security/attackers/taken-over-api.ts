import { randomBytes, randomUUID } from 'node:crypto';
import { createCodeSecrets } from '../../../apps/api/src/adapters/key-vault/code-secrets.ts';
import { accountOf } from '../../../apps/api/src/adapters/postgres/accounts/accounts.ts';
import { connectRecovery } from '../../../apps/api/src/adapters/recovery-socket/connect-recovery.ts';
import type { AccountRecovery } from '../../../apps/api/src/ports/account-recovery.ts';
import type { TakenNotice } from '../../../apps/api/src/ports/outbox.ts';
import { openCode } from '../../../apps/api/src/recovery/open-code.ts';
import type { AttackContext } from '../attack-context.ts';
import { keysOf } from '../database-copy.ts';
import { countMessages, untilMessages } from '../mailbox.ts';
import { resetPassword } from '../reset-password.ts';
import { codeKeyOf, opened, pepperOf, walletsByTokens } from '../thief.ts';
import { type Attacker, requireTrue, testsOf } from './attacker.ts';

const GUESSES = 20;
const requesters = ['network 198.18.99'];
const receives = { email: true, phone: true };
const delivery = {
  ...{ requester: 'network 198.18.99', isKnownDevice: true, phoneCode: 'sent' as const },
  origin: { device: 'Chrome on Linux', place: 'Portugal', language: 'en' as const },
};
/** A code is in the outbox for a moment only. */
const CATCHES = 20;

export const takenOverApi: Attacker = {
  attacker: 'the running `api`, where each process has an operating-system user of its own',
  claims: [
    { can: 'take keys of users who are active meanwhile', play: takeActiveKeys },
    { can: 'read, write and destroy what its role of the database may', play: writeRows },
    {
      can: 'approve, unfreeze and end holds of users who are active meanwhile',
      untried:
        'these are rules of the process itself, and the keys of their seals are in its folder',
    },
    { can: 'have recovery forget users', play: haveForgotten },
    {
      cannot:
        'open the wallets of others: `recovery` opens one for both codes only, which it sends to the signed contacts itself',
      play: recoverWithGuesses,
      tests: testsOf(
        'apps/api/src/recovery/recovery-limits.test.ts',
        'the wallet of one user is opened five times a day',
        'codes are tried 25 times a day, and 100 times in five',
      ),
    },
    { cannot: 'read the codes on their way', play: readQueuedCodes },
    {
      cannot: 'have an account signed without its codes',
      play: signWithGuesses,
      tests: [
        ...testsOf(
          'apps/api/src/recovery/account-recovery.test.ts',
          'enrolls no account without codes in production',
        ),
        ...testsOf(
          'apps/api/src/hostile-writer/accounts.sandbox.test.ts',
          'a signature for another user’s id, which a registration of one’s own obtains, opens nothing of theirs',
        ),
      ],
    },
  ],
};

/** Opens wallets with what passes through: the tokens of their users. */
async function takeActiveKeys(context: AttackContext): Promise<string> {
  const got = walletsByTokens(context, await pepperOf(context));
  const all = context.victims.length;
  return requireTrue(got === all, `the phrases of ${got} of ${all} users with a live token`);
}

async function writeRows({ takeOver, victims: [victim] }: AttackContext): Promise<string> {
  const { role } = await takeOver('api');
  const rows = await role.query('select email, phone from users');
  const changed = await role.attempt(
    'update sessions set last_active_at = last_active_at where user_id = $1',
    [victim.id],
  );
  const gone = await role.attempt('delete from sessions where user_id = $1', [victim.id]);
  const isTrue = rows.length > 0 && Number(changed) > 0 && Number(gone) > 0;
  return requireTrue(
    isTrue,
    `${rows.length} emails and phone numbers; ${changed} sessions changed, ${gone} deleted, both undone`,
  );
}

/** Has a user forgotten, who then has both codes and cannot reset their password. */
async function haveForgotten(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const recovery = await recoveryOf(context);
  await recovery.forget(victim.id);
  const { status } = await resetPassword(context, victim);
  return requireTrue(status !== 200, `1 user, whose reset with both codes then gets ${status}`);
}

/** Requests codes of someone who is away, and guesses. */
async function recoverWithGuesses(context: AttackContext): Promise<string> {
  const { id: userId, email, phone } = await context.newVictim();
  const recovery = await recoveryOf(context);
  const before = await countMessages(context.product, email, phone);
  await recovery.sendCodes({ purpose: 'reset', userId }, delivery);
  let right = 0;
  for (let guess = 0; guess < GUESSES; guess += 1) {
    const [emailOTP, phoneOTP] = [sixDigits(guess), sixDigits(guess + 1)];
    const typed = { emailOTP, phoneOTP, ip: '198.18.99.1', requesters, unknownName: 'unknown' };
    if ((await recovery.recover(userId, typed)).kind === 'right') right += 1;
  }
  await untilMessages(context.product, { addresses: [email, phone], least: before + 2 });
  return requireTrue(
    right === 0,
    `${right} wallets in ${GUESSES} guesses; both codes went to their owner`,
  );
}

/** Opens a code that waits to be sent with every secret of the process. */
async function readQueuedCodes(context: AttackContext): Promise<string> {
  const { secrets } = await context.takeOver('api');
  const notice = await queuedCode(context);
  const opens = (key: Uint8Array) =>
    opened(() => openCode(createCodeSecrets(key), notice)) !== null;
  const read = [...secrets.values()].filter(opens).length;
  const withKey = opens(await codeKeyOf(context));
  return requireTrue(
    read === 0 && withKey,
    `${read} of ${secrets.size} secrets open a queued code, the key of \`recovery\` does`,
  );
}

/** A code as the outbox has it before it is sent. */
async function queuedCode(context: AttackContext): Promise<TakenNotice> {
  const { id: userId } = await context.newVictim();
  const recovery = await recoveryOf(context);
  for (let attempt = 0; attempt < CATCHES; attempt += 1) {
    // Only those of ten digits may be requested so often.
    const later = { ...delivery, phoneCode: 'after-email-code' } as const;
    await recovery.sendCodes({ purpose: 'reset', userId }, later);
    const [notice] = await context.owner.query<TakenNotice>(
      'select * from outbox where user_id = $1 and secret is not null',
      [userId],
    );
    if (notice !== undefined) return notice;
  }
  throw new Error('Every code was sent before it could be read in the outbox.');
}

async function signWithGuesses(context: AttackContext): Promise<string> {
  const { copy, victims } = context;
  const recovery = await recoveryOf(context);
  const [victim] = victims;
  const account = {
    ...accountOf(keysOf(copy, victim.email)),
    email: `mine-${randomUUID()}@kax.test`,
  };
  const registering = { registrationId: randomUUID(), account };
  const dataKey = randomBytes(32) as unknown as Parameters<AccountRecovery['wrap']>[1];
  const wrap = await recovery.wrap(registering, dataKey);
  await recovery.sendCodes({ purpose: 'register', receives, ...registering }, delivery);
  let signed = 0;
  for (let guess = 0; guess < GUESSES; guess += 1) {
    const completed = await recovery.completeRegistration(
      { ...registering, wrap },
      {
        ...{ emailOTP: sixDigits(guess), phoneOTP: sixDigits(guess) },
        ...{ ip: '198.18.99.2', requesters, unknownName: 'unknown', needsDataKey: false },
      },
    );
    if (completed.kind === 'right') signed += 1;
  }
  return requireTrue(signed === 0, `${signed} signatures in ${GUESSES} guesses`);
}

async function recoveryOf({ takeOver }: AttackContext): Promise<AccountRecovery> {
  const { environment } = await takeOver('api');
  const { RECOVERY_SOCKET: socket } = environment;
  if (socket === undefined) throw new Error('The api was started without RECOVERY_SOCKET.');
  return connectRecovery(socket);
}

function sixDigits(number: number): string {
  return String(number).padStart(6, '0');
}
