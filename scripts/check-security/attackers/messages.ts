import { randomUUID } from 'node:crypto';
import { resetPassword as resetCall } from '#wire/auth/reset-password';
import { sendPhoneCode } from '#wire/auth/send-phone-code';
import { sendResetPasswordOtps } from '#wire/auth/send-reset-password-otps';
import { type ApiClient, createApiClient, type Reply } from '../api-client.ts';
import { type AttackContext, createAttackContext, requestCodes } from '../attack-context.ts';
import { countMessages } from '../mailbox.ts';
import { NEW_PASSWORD } from '../reset-password.ts';
import { type Attacker, requireTrue, testsOf } from './attacker.ts';

const requesters = 'apps/api/src/code-requesters.sandbox.test.ts';
const silence = 'apps/api/src/registration-silence.sandbox.test.ts';
const limits = 'apps/api/src/recovery/recovery-limits.test.ts';
const outbox = 'apps/api/src/jobs/send-outbox.sandbox.test.ts';

const PUMPING_REQUESTS = 200;
const PUMPING_ADDRESSES = 4;
/** What strangers may cause in an hour, by default: SMS_AT_ONCE_PER_HOUR. */
const MOST_TEXTS = 20;
/** A text message to a country that costs little, in US cents. */
const CENTS_PER_TEXT = 5;
const GUESSED_PAIRS = 25;
const SENT_WITHIN_MS = 3_000;
const wrongCodes = { emailOTP: '000000', phoneOTP: '000000' };

export const stranger: Attacker = {
  attacker: 'nothing but the email or the number of a user',
  claims: [
    {
      cannot:
        'keep the owner’s right codes from working by entering wrong ones, or by requesting their own',
      play: () => inOwnProduct(lockOut),
      tests: testsOf(requesters, 'a stranger'),
    },
    {
      cannot:
        'cause more than 20 text messages in an hour for registrations, and as many for resets, without reading their emails, or use up those for security notices and resets by registering',
      play: () => inOwnProduct(pump),
      tests: [
        ...testsOf(
          requesters,
          'waits for the code of the email after twenty of strangers in an hour, from wherever',
          'is not for a number that is ',
        ),
        ...testsOf(
          outbox,
          'sends security notices and resets though registrations used up all that is theirs',
        ),
      ],
    },
    {
      cannot:
        'learn from a mailbox or a number of their own whether the other contact has an account',
      play: compareMailboxes,
      tests: testsOf(silence, 'a registration with the email of '),
    },
  ],
};

export const mailboxAlone: Attacker = {
  attacker: 'a user’s mailbox alone',
  claims: [
    {
      can: 'have codes texted to the user’s phone, which say from which device, and guess: 100 pairs in 30 days, of a million',
      play: guessPhoneCode,
      tests: [
        ...testsOf(limits, 'with counters in the database '),
        ...testsOf(requesters, 'is sent 20 times in 30 days at once for strangers'),
      ],
    },
    { cannot: 'use the codes that the user requested', play: useCodesOfOwner },
  ],
};

export const phoneAlone: Attacker = {
  attacker: 'a user’s phone number alone, by another SIM',
  claims: [
    {
      cannot:
        'reset the password, however many codes they request: those that do not wait for the code of the email have 100 tries in 30 days, all others ten digits',
      play: resetByTexts,
      tests: testsOf(
        requesters,
        'to one number is sent at once five times a day by one name, and then after the code of the email',
      ),
    },
  ],
};

/** What presses the limits of a product would be in the way of every other attack. */
async function inOwnProduct(play: (context: AttackContext) => Promise<string>): Promise<string> {
  const context = await createAttackContext();
  try {
    return await play(context);
  } finally {
    await context.close();
  }
}

async function lockOut(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const owner = context.newClient();
  const [emailOTP, phoneOTP] = await requestCodes(context.product, owner, victim);
  const statuses = new Set<number>();
  for (let guess = 0; guess < GUESSED_PAIRS; guess += 1) {
    const client = context.newClient();
    await client.request('POST', sendResetPasswordOtps.path, { body: { email: victim.email } });
    statuses.add((await reset(client, victim.email, wrongCodes)).status);
  }
  const { status } = await reset(owner, victim.email, { emailOTP, phoneOTP });
  return requireTrue(
    status === 200 && !statuses.has(200),
    `${GUESSED_PAIRS} wrong pairs and as many requests from as many networks; the owner’s codes then get ${status}`,
  );
}

/** Has texts sent to as many numbers as possible, from four networks. */
async function pump({ product, owner }: AttackContext): Promise<string> {
  const begun = new Date();
  const clients = Array.from({ length: PUMPING_ADDRESSES }, (_, index) =>
    createApiClient(product.url, `203.0.${113 + index}.5`),
  );
  const statuses = new Map<number, number>();
  for (let request = 0; request < PUMPING_REQUESTS; request += 1) {
    const client = clients[request % PUMPING_ADDRESSES];
    const reply = await register(client, newContacts(request));
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
  }
  const [row] = await owner.query<{ texts: number }>(
    `select count(*)::int as texts from outbox
     where channel = 'sms' and topic = 'registration-codes' and created_at >= $1`,
    [begun],
  );
  const texts = row?.texts ?? Number.NaN;
  const price = ((texts * CENTS_PER_TEXT) / 100).toFixed(2);
  const replies = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
  return requireTrue(
    texts <= MOST_TEXTS,
    `${texts} texts, about $${price}, in ${PUMPING_REQUESTS} requests from ${PUMPING_ADDRESSES} addresses (${replies})`,
  );
}

/** Registers with a mailbox of one's own and numbers with and without an account, and reads the mailbox. */
async function compareMailboxes(context: AttackContext): Promise<string> {
  const [victim] = context.victims;
  const free = newContacts(900);
  const received: string[] = [];
  for (const phone of [victim.phone, free.phone]) {
    const { email } = newContacts(901);
    await register(context.newClient(), { email, phone });
    received.push(await mailTo(context, email));
  }
  const [ofKnown, ofFree] = received;
  return requireTrue(
    ofKnown === ofFree && ofKnown !== '',
    `the same email either way: “${ofKnown}”`,
  );
}

/** @returns the subjects of the emails that a mailbox got */
async function mailTo({ owner }: AttackContext, email: string): Promise<string> {
  const deadline = Date.now() + SENT_WITHIN_MS;
  for (;;) {
    const rows = await owner.query<{ topic: string }>(
      'select topic from outbox where recipient = $1 order by id',
      [email],
    );
    if (rows.length > 0 || Date.now() > deadline) return rows.map(({ topic }) => topic).join();
  }
}

async function guessPhoneCode(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const client = context.newClient();
  const before = await countMessages(context.product, victim.phone);
  const [emailOTP] = await requestCodes(context.product, client, victim);
  let right = 0;
  for (let guess = 0; guess < 6; guess += 1) {
    const phoneOTP = String(guess).padStart(6, '0');
    if ((await reset(client, victim.email, { emailOTP, phoneOTP })).status === 200) right += 1;
  }
  const texts = (await countMessages(context.product, victim.phone)) - before;
  return requireTrue(
    right === 0 && texts === 1,
    `${texts} text to the user for five guesses, ${right} right`,
  );
}

async function useCodesOfOwner(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const [emailOTP, phoneOTP] = await requestCodes(context.product, context.newClient(), victim);
  const { status } = await reset(context.newClient(), victim.email, { emailOTP, phoneOTP });
  return requireTrue(status !== 200, `both right codes from another network get ${status}`);
}

/** Requests codes until texts wait for the code of the email, which no one here can read. */
async function resetByTexts(context: AttackContext): Promise<string> {
  const victim = await context.newVictim();
  const lanes: string[] = [];
  for (let request = 0; request < 6; request += 1) {
    const client = context.newClient();
    const reply = await client.request('POST', sendResetPasswordOtps.path, {
      body: { phone: victim.phone },
    });
    lanes.push(laneOf(reply));
    const emailed = { phone: victim.phone, emailOTP: '0000000000' };
    const texted = await client.request('POST', sendPhoneCode.path, { body: emailed });
    if (texted.status === 200) throw new Error('A guessed code led to a text message.');
  }
  const texts = lanes.filter((lane) => lane === 'sent').length;
  return requireTrue(texts <= 5, `${texts} texts at once; then: ${lanes.at(-1) ?? 'nothing'}`);
}

function laneOf({ content }: Reply): string {
  const isObject = typeof content === 'object' && content !== null;
  if (isObject && 'phoneCode' in content) return String(content.phoneCode);
  return isObject && 'code' in content ? String(content.code) : 'no response';
}

function newContacts(index: number): { readonly email: string; readonly phone: string } {
  const email = `pump-${randomUUID().slice(0, 8)}@kax.test`;
  return { email, phone: `+35193${String(1_000_000 + index)}` };
}

async function register(
  client: ApiClient | undefined,
  contacts: { readonly email: string; readonly phone: string },
): Promise<Reply> {
  if (client === undefined) throw new Error('There is no client.');
  const body = { name: 'Some Body', password: 'Wrong!Word7', ...contacts };
  return client.request('POST', '/auth/register', { body });
}

function reset(client: ApiClient, email: string, codes: object): Promise<Reply> {
  const { method, path } = resetCall;
  return client.request(method, path, { body: { email, newPassword: NEW_PASSWORD, ...codes } });
}
