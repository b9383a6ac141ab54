import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildNetwork } from '#testing/network';
import { readTranslators } from './adapters/catalogues/translators.ts';
import { createCodeSecrets } from './adapters/key-vault/code-secrets.ts';
import { createPostgresCodeOutbox } from './adapters/postgres/accounts/code-outbox.ts';
import { createPostgresOutbox } from './adapters/postgres/accounts/outbox.ts';
import { createPostgresUserLanguages } from './adapters/postgres/accounts/user-languages.ts';
import { createPostgresClaimEnds } from './adapters/postgres/operations/claim-ends.ts';
import {
  createPostgresClaimMessages,
  createPostgresHeldClaimMessages,
} from './adapters/postgres/operations/claim-messages.ts';
import { createPostgresClaimReminders } from './adapters/postgres/operations/claim-reminders.ts';
import { createPostgresOperationNotices } from './adapters/postgres/operations/operation-notices.ts';
import { CODE, LINK, query, setStatus, storeClaim, storeEnd } from './claim-messages.test-setup.ts';
import { announceClaimEnds } from './jobs/announce-claim-ends.ts';
import { announceOperations } from './jobs/announce-operations.ts';
import { createIsClaimReminderDue } from './jobs/is-claim-reminder-due.ts';
import { type SendOutboxPorts, sendOutbox } from './jobs/send-outbox.ts';
import { createClaimMessages } from './modules/wallet/claims/claim-messages.ts';
import type { OwnClaim } from './ports/claims.ts';
import type { Mail } from './ports/mailer.ts';
import { openCode, openLink } from './recovery/open-code.ts';
import { createTestServer, newPhone, type TestServer } from './server.test-setup.ts';

const DAY_MS = 24 * 60 * 60_000;
const ORIGIN = 'https://wallet.example';
const secrets = createCodeSecrets(randomBytes(32));
let server: TestServer;
let mails: Mail[];
let texts: { readonly to: string; readonly text: string }[];
let errors: string[];
let failsToSend: boolean;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.reset();
  await query(server, 'truncate operations, claims, outbox cascade');
  mails = [];
  texts = [];
  errors = [];
  failsToSend = false;
});

const clock = { now: () => server.now(), sleep: async () => {} };
const report = ({ message, cause }: { message: string; cause: unknown }) =>
  void errors.push(`${message} ${String(cause)}`);
const languages = () => createPostgresUserLanguages(server.database);
const messages = () =>
  createClaimMessages({
    claims: createPostgresClaimMessages(server.database),
    ...{
      claimLinkSecrets: secrets,
      languages: languages(),
      networks: [buildNetwork()],
      clock,
      report,
    },
  });

function sending(): Omit<SendOutboxPorts, 'outbox' | 'openCode' | 'openLink' | 'isStillDue'> {
  const deliver = async (add: () => void) => {
    if (failsToSend) throw new Error('No mail server.');
    add();
  };
  return {
    mailer: { send: (mail) => deliver(() => mails.push(mail)) },
    sms: { send: (text) => deliver(() => texts.push(text)) },
    freezeLink: () => null,
    textBudgets: { take: async () => true },
    host: 'wallet.example',
    smsCountries: [],
    translatorOf: readTranslators(),
    ...{ clock, report },
  };
}

/** What the process that can open codes sends. */
const sendLinks = (linkSecrets: Pick<typeof secrets, 'open'> = secrets) =>
  sendOutbox({
    ...sending(),
    outbox: createPostgresCodeOutbox(server.database),
    openCode: (notice) => openCode(secrets, notice),
    openLink: (notice) => openLink(linkSecrets, ORIGIN, notice),
    isStillDue: async () => true,
  });

/** What the worker sends. */
const sendOthers = () =>
  sendOutbox({
    ...sending(),
    outbox: createPostgresOutbox(server.database),
    openCode: () => null,
    openLink: () => null,
    isStillDue: createIsClaimReminderDue(createPostgresClaimReminders(server.database), clock),
  });

const announceEnds = () =>
  announceClaimEnds({
    claimEnds: createPostgresClaimEnds(server.database, {
      ...{ verifier: server.signer, sharedSeals: server.sharedSeals },
    }),
    heldMessages: createPostgresHeldClaimMessages(server.database),
    ...{ origin: ORIGIN, clock, report },
  });

const outbox = () =>
  query<{
    topic: string;
    channel: string;
    recipient: string;
    user_id: string | null;
    content: Record<string, string>;
    secret: Buffer | null;
    due_at: Date | null;
    expires_at: Date | null;
    sent_at: Date | null;
  }>(server, 'select * from outbox order by id');

async function rowOf({ id }: OwnClaim) {
  const [row] = await query<{ notified_at: Date | null; reminders: number; reminded_at: Date }>(
    server,
    'select notified_at, reminders, reminded_at from claims where id = $1',
    [id],
  );
  return row;
}

/** The claim as its sender lists it. */
const listed = async (claim: OwnClaim) => ({
  ...claim,
  notifiedAt: (await rowOf(claim))?.notified_at ?? null,
});

const remind = async (claim: OwnClaim) => messages().remind(await listed(claim));

async function addRecipient(): Promise<string> {
  const email = 'lena@post.test';
  await server.createUser({ ...server.user, name: 'Lena', email, phone: newPhone() });
  const [row] = await query<{ id: string }>(server, 'select id from users where email = $1', [
    email,
  ]);
  return row?.id ?? '';
}

describe('the first message of a payment by link', () => {
  it('is handed over once, with reminders after 7, 20 and 27 days, however many tabs do it', async () => {
    const claim = await storeClaim(server);
    await Promise.all(Array.from({ length: 5 }, () => messages().announce(claim)));
    expect((await rowOf(claim))?.notified_at).toEqual(server.now());
    const days = (await outbox()).map(({ due_at: dueAt, ...row }) => ({
      topic: row.topic,
      day: ((dueAt?.getTime() ?? 0) - claim.terms.createdAt.getTime()) / DAY_MS,
    }));
    expect(days).toEqual([
      { topic: 'claim-sent', day: 0 },
      { topic: 'claim-reminder', day: 7 },
      { topic: 'claim-reminder', day: 20 },
      { topic: 'claim-reminder', day: 27 },
    ]);
  });

  it('is in the language of its sender, whatever that of its reader, and so are the reminders', async () => {
    await query(server, "update users set language = 'es'");
    await messages().announce(await storeClaim(server));
    await sendLinks();
    expect(mails[0]?.html).toContain('<html lang="es">');
    expect(new Set((await outbox()).map(({ content }) => content.language))).toEqual(
      new Set(['es']),
    );
  });

  it('says from whom, how much and until when, with a link and without what the sender wrote', async () => {
    await messages().announce(await storeClaim(server));
    await sendLinks();
    expect(errors).toEqual([]);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    expect(mail?.to).toBe('lena@post.test');
    expect(mail?.subject).toBe('Alice Moreau sent you 50 USDC');
    expect(mail?.text).toContain(LINK);
    expect(mail?.html).toContain(`href="${LINK}"`);
    expect(mail?.text).not.toMatch(/evil|Buy now/);
  });

  it('is a text message to a phone, with the link on a line of its own', async () => {
    const recipient = { channel: 'sms', value: '+14155550142' } as const;
    await messages().announce(await storeClaim(server, { recipient }));
    await sendLinks();
    expect(mails).toEqual([]);
    expect(texts).toEqual([{ to: '+14155550142', text: expect.stringMatching(`\n${LINK}$`) }]);
  });

  it('keeps the code sealed until it is sent and erases it then; no reminder has it', async () => {
    await messages().announce(await storeClaim(server));
    const before = await outbox();
    expect(before.map(({ secret }) => secret === null)).toEqual([false, true, true, true]);
    const plain = JSON.stringify(before.map((row) => ({ ...row, secret: null })));
    const [withCode] = before;
    for (const code of [CODE, LINK.split('/').at(-1) ?? '']) {
      expect(plain).not.toContain(code);
      expect(withCode?.secret?.includes(code)).toBe(false);
    }
    await sendLinks();
    expect((await outbox()).every(({ secret }) => secret === null)).toBe(true);
  });

  it('brings its link to no one else and for no other payment', async () => {
    const [one, other] = [await storeClaim(server), await storeClaim(server)];
    await messages().announce(one);
    await query(server, "update outbox set recipient = 'thief@post.test' where secret is not null");
    await messages().announce(other);
    await query(
      server,
      `update outbox set content = content || jsonb_build_object('claimId', $1::text)
       where recipient = 'lena@post.test' and secret is not null`,
      [one.id],
    );
    await sendLinks();
    expect(mails).toEqual([]);
    expect(errors).toHaveLength(2);
  });

  it('waits until a block has the money, and is never sent where none gets it', async () => {
    const [paid, lost] = [
      await storeClaim(server, {}, 'broadcast'),
      await storeClaim(server, {}, 'broadcast'),
    ];
    for (const claim of [paid, lost]) await messages().announce(claim);
    await announceEnds();
    await sendLinks();
    expect(mails).toEqual([]);
    await setStatus(server, `funding ${paid.id}`, 'mined');
    await setStatus(server, `funding ${lost.id}`, 'replaced');
    await announceEnds();
    await sendLinks();
    expect(mails).toHaveLength(1);
    server.later(2 * DAY_MS);
    await announceEnds();
    await sendLinks();
    expect(mails).toHaveLength(1);
    const links = (await outbox()).filter(({ topic }) => topic === 'claim-sent');
    expect(links.map(({ secret, sent_at: sentAt }) => [secret, sentAt !== null])).toEqual([
      [null, true],
      [null, false],
    ]);
  });

  it('is not sent without a link, whatever else puts it into the outbox', async () => {
    await messages().announce(await storeClaim(server));
    await query(server, 'update outbox set secret = null');
    await sendLinks();
    expect(mails).toEqual([]);
    expect(errors.join()).toContain('claim-sent has no link');
  });

  it.each([null, 'failed', 'reverted', 'replaced'] as const)(
    'is not sent while its money is not: %s',
    async (funding) => {
      const claim = await storeClaim(server, {}, funding);
      await messages().announce(claim);
      expect(await outbox()).toEqual([]);
      expect((await rowOf(claim))?.notified_at).toBeNull();
    },
  );

  it('is not sent after the money was taken back, or when the link no longer works', async () => {
    const claim = await storeClaim(server);
    const late = await storeClaim(server);
    await storeEnd(server, claim, { userId: claim.userId, status: 'signed' });
    await messages().announce(claim);
    server.later(30 * DAY_MS);
    await messages().announce(late);
    expect(await outbox()).toEqual([]);
  });

  it('does not fail the payment when the database does, and is sent with the next call', async () => {
    const claim = await storeClaim(server);
    const broken = createClaimMessages({
      claims: {
        notify: () => Promise.reject(new Error('No database.')),
        remind: async () => false,
      },
      languages: languages(),
      ...{ claimLinkSecrets: secrets, networks: [buildNetwork()], clock, report },
    });
    await broken.announce(claim);
    expect(errors).toEqual(['The link of a payment could not be sent yet. Error: No database.']);
    expect(await outbox()).toEqual([]);
    await messages().announce(claim);
    expect(await outbox()).toHaveLength(4);
  });

  it('does not wait longer than a day for a mail server, with its code', async () => {
    await messages().announce(await storeClaim(server));
    failsToSend = true;
    await sendLinks();
    server.later(DAY_MS);
    const codes = createPostgresCodeOutbox(server.database);
    await codes.forgetSecrets(server.now());
    expect((await outbox()).every(({ secret }) => secret === null)).toBe(true);
  });
});

describe('a reminder that is due', () => {
  const afterDays = async (days: number) => {
    server.later(days * DAY_MS);
    await sendOthers();
  };

  it('is sent without a link on its day, and counted', async () => {
    const claim = await storeClaim(server);
    await messages().announce(claim);
    await afterDays(6.9);
    expect(mails).toEqual([]);
    await afterDays(0.1);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Waiting for you: 50 USDC from Alice Moreau',
    ]);
    expect(mails[0]?.text).not.toContain('/claim/');
    expect(await rowOf(claim)).toMatchObject({ reminders: 1, reminded_at: server.now() });
    await afterDays(13);
    await afterDays(7);
    await afterDays(30);
    expect(mails).toHaveLength(3);
    expect((await rowOf(claim))?.reminders).toBe(3);
  });

  it.each(['signed', 'confirmed'])('is dropped once the money moved on: %s', async (status) => {
    const claim = await storeClaim(server);
    await messages().announce(claim);
    await storeEnd(server, claim, { userId: claim.userId, status });
    await afterDays(7);
    expect(mails).toEqual([]);
    expect((await rowOf(claim))?.reminders).toBe(0);
    expect((await outbox()).filter(({ due_at: dueAt }) => dueAt === null)).toHaveLength(1);
  });

  it('is sent when taking the money back moved nothing, and dropped when sending it did', async () => {
    const claim = await storeClaim(server);
    const unfunded = await storeClaim(server, {}, 'broadcast');
    await messages().announce(claim);
    await messages().announce(unfunded);
    await storeEnd(server, claim, { userId: claim.userId, status: 'reverted' });
    await setStatus(server, `funding ${unfunded.id}`, 'reverted');
    await afterDays(7);
    expect(mails).toHaveLength(1);
    expect((await rowOf(claim))?.reminders).toBe(1);
    expect((await rowOf(unfunded))?.reminders).toBe(0);
  });

  it('is dropped within a day of one that the sender sent', async () => {
    const claim = await storeClaim(server);
    await messages().announce(claim);
    server.later(6.5 * DAY_MS);
    expect(await remind(claim)).toBe(true);
    await afterDays(0.5);
    expect(mails).toEqual([]);
    expect((await rowOf(claim))?.reminders).toBe(1);
  });

  it('is repeated after the mail server was away, and counted once', async () => {
    const claim = await storeClaim(server);
    await messages().announce(claim);
    failsToSend = true;
    await afterDays(7);
    failsToSend = false;
    await afterDays(0.1);
    expect(mails).toHaveLength(1);
    expect((await rowOf(claim))?.reminders).toBe(1);
  });

  it('is none of a payment that does not exist', async () => {
    await messages().announce(await storeClaim(server));
    await query(server, `update outbox set content = content || '{"claimId": "no id"}'`);
    await afterDays(7);
    expect(mails).toEqual([]);
    expect(errors).toEqual([]);
  });
});

describe('the sender', () => {
  it('sends the link again once a day, however many tabs they have', async () => {
    const claim = await storeClaim(server);
    await messages().announce(claim);
    await sendLinks();
    expect(await remind(claim)).toBe(false);
    server.later(DAY_MS);
    const results = await Promise.all(Array.from({ length: 5 }, () => remind(claim)));
    expect(results.filter(Boolean)).toHaveLength(1);
    await sendLinks();
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Alice Moreau sent you 50 USDC',
      'Alice Moreau reminds you of 50 USDC',
    ]);
    expect(mails[1]?.text).toContain(LINK);
    expect(await rowOf(claim)).toMatchObject({ reminders: 1, reminded_at: server.now() });
  });

  it('reminds no one more than ten times, reminders by itself included', async () => {
    const claim = await storeClaim(server);
    await messages().announce(claim);
    for (let day = 1; day < 30; day += 1) {
      server.later(DAY_MS);
      await sendOthers();
      await remind(claim);
    }
    expect((await rowOf(claim))?.reminders).toBe(10);
    const all = await outbox();
    const links = all.filter(({ topic }) => topic === 'claim-reminder-link').length;
    expect(links + mails.length).toBe(10);
  });

  it('sends the first message by reminding when that was not handed over', async () => {
    const claim = await storeClaim(server);
    expect(await remind(claim)).toBe(true);
    expect((await outbox()).map(({ topic }) => topic)).toContain('claim-sent');
  });

  it('cannot remind of money that moved on', async () => {
    const claim = await storeClaim(server);
    await messages().announce(claim);
    await storeEnd(server, claim, { userId: claim.userId, status: 'signed' });
    server.later(2 * DAY_MS);
    expect(await remind(claim)).toBe(false);
  });

  const toSender = async () =>
    (await outbox()).filter(({ recipient }) => recipient === server.user.email);
  const setMails = async (isWanted: boolean) => {
    const { access_token: token } = await server.signIn();
    await server.app.inject({
      method: 'POST',
      url: '/api/auth/notification-settings',
      headers: { authorization: `Bearer ${token}` },
      payload: { topic: 'links', channel: 'email', isWanted },
    });
    await query(server, 'truncate outbox');
  };

  it('gets one mail when no one claimed it in 30 days, however many workers run', async () => {
    await storeClaim(server);
    const taken = await storeClaim(server);
    await storeEnd(server, taken, { userId: taken.userId, status: 'confirmed' });
    await storeClaim(server, {}, 'reverted');
    server.later(30 * DAY_MS - 1);
    await announceEnds();
    expect(await toSender()).toEqual([]);
    server.later(1);
    await Promise.all([announceEnds(), announceEnds(), announceEnds()]);
    await announceEnds();
    expect((await toSender()).map(({ topic }) => topic)).toEqual(['claim-expired']);
    await sendOthers();
    expect(mails[0]?.subject).toBe('No one claimed your payment by link');
    expect(mails[0]?.text).not.toMatch(/50 USDC|lena/);
  });

  it('gets one mail when someone claimed it, and none while that is not final', async () => {
    const lena = await addRecipient();
    const claim = await storeClaim(server);
    await storeEnd(server, claim, { userId: lena, status: 'mined' });
    await announceEnds();
    expect(await toSender()).toEqual([]);
    await query(server, "update operations set status = 'confirmed'");
    await Promise.all([announceEnds(), announceEnds(), announceEnds()]);
    server.later(40 * DAY_MS);
    await announceEnds();
    expect((await toSender()).map(({ topic }) => topic)).toEqual(['claim-claimed']);
  });

  it('gets no mail about what they took back themselves, nor when they want none', async () => {
    const lena = await addRecipient();
    const claim = await storeClaim(server);
    await storeEnd(server, claim, { userId: claim.userId, status: 'confirmed' });
    await announceEnds();
    expect(await toSender()).toEqual([]);
    expect(await query(server, 'select 1 from claims where expiry_notified_at is null')).toEqual(
      [],
    );
    await setMails(false);
    await storeEnd(server, await storeClaim(server), { userId: lena, status: 'confirmed' });
    await storeClaim(server);
    server.later(30 * DAY_MS);
    await announceEnds();
    await setMails(true);
    await announceEnds();
    expect(await toSender()).toEqual([]);
  });

  it('gets no mail at an address that something else wrote', async () => {
    await storeClaim(server);
    server.later(30 * DAY_MS);
    await query(server, "update users set email = 'thief@kax.test'");
    await announceEnds();
    expect(await outbox()).toEqual([]);
  });
});

describe('the mail about a final operation', () => {
  async function mailAbout(operationId: string, userId: string): Promise<Mail | undefined> {
    mails = [];
    await query(
      server,
      `insert into outbox (topic, user_id, content, created_at)
       values ('operation-confirmed', $2, json_build_object('operationId', $1::text), $3)`,
      [operationId, userId, server.now()],
    );
    await announceOperations({
      operationNotices: createPostgresOperationNotices(server.database, {
        ...{ verifier: server.signer, sharedSeals: server.sharedSeals },
      }),
      ...{ networks: [buildNetwork()], origin: ORIGIN, clock, report },
    });
    await sendOthers();
    return mails[0];
  }

  it('says of each part of a payment by link what it did', async () => {
    const lena = await addRecipient();
    const claim = await storeClaim(server);
    const [funding] = await query<{ id: string }>(server, 'select id from operations');
    const made = await mailAbout(funding?.id ?? '', claim.userId);
    expect(made?.subject).toBe('Your payment by link is final');
    expect(made?.text).toContain('Your payment of 50 USDC by link is final.');
    expect(made?.text).not.toContain(claim.terms.address.slice(0, 6));
    const back = await storeEnd(server, claim, { userId: claim.userId, status: 'confirmed' });
    expect((await mailAbout(back, claim.userId))?.subject).toBe('Your payment by link came back');
    const other = await storeClaim(server);
    const claimed = await storeEnd(server, other, { userId: lena, status: 'confirmed' });
    const mail = await mailAbout(claimed, lena);
    expect(mail?.to).toBe('lena@post.test');
    expect(mail?.text).toContain('You claimed 50 USDC. It’s in your public balance.');
  });

  it('says of a private one what happened, and neither amount nor recipient', async () => {
    const lena = await addRecipient();
    const claim = await storeClaim(server);
    const asPrivate = (id: string) =>
      query(
        server,
        `update operations set kind = 'internal-transfer', account = 'broadcaster', private_address = $2 where id = $1`,
        [id, claim.terms.address],
      );
    const [funding] = await query<{ id: string }>(server, 'select id from operations');
    await query(
      server,
      `update operations set kind = 'internal-transfer', account = 'broadcaster'`,
    );
    const texts = [await mailAbout(funding?.id ?? '', claim.userId)];
    for (const userId of [claim.userId, lena]) {
      const end = await storeEnd(server, claim, { userId, status: 'confirmed' });
      await asPrivate(end);
      texts.push(await mailAbout(end, userId));
    }
    expect(texts.map((mail) => mail?.subject)).toEqual([
      'Your payment by link is final',
      'Your payment by link came back',
      'The money you claimed has arrived',
    ]);
    expect(texts.map((mail) => `${mail?.text} ${mail?.html}`).join()).not.toMatch(/USDC|0x|lena@/);
  });
});
