import { randomBytes, randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { CODES_LAST_MS } from '#domain/codes/code-limits';
import { CHEAP_PASSWORDS } from '../adapters/key-vault/cheap-passwords.test-setup.ts';
import { createCodeSecrets } from '../adapters/key-vault/code-secrets.ts';
import type { CodeDelivery, RequestOrigin } from '../ports/account-recovery.ts';
import type { Account } from '../ports/accounts.ts';
import type { CodePair, CodeSecrets } from '../ports/code-secrets.ts';
import type { CodeChallenge, OneTimeCodes } from '../ports/one-time-codes.ts';
import type { Notice, TakenNotice } from '../ports/outbox.ts';
import { createChallenge, tryCodes } from './code-challenge.ts';
import { sealContext } from './code-notices.ts';
import { type CodeSubject, ofRegistration, ofUnknown, ofUser } from './code-subject.ts';
import { openCode } from './open-code.ts';
import { sendPhoneCode } from './send-phone-code.ts';

type Row = { -readonly [Key in keyof CodeChallenge]: CodeChallenge[Key] } & {
  tries: number;
  isUsed: boolean;
};

let now: Date;
let rows: Row[];
let notices: Notice[];
/** What was hashed. */
let hashed: CodePair[];
/** Seconds that each subject has to wait. */
let waits: Map<string, number>;
/** Seconds until more six-digit codes may be sent. */
let shortWait: number;
let codeSecrets: CodeSecrets;

beforeEach(() => {
  now = new Date(1_800_000_000_000);
  rows = [];
  notices = [];
  hashed = [];
  waits = new Map();
  shortWait = 0;
  const secrets = createCodeSecrets(randomBytes(32), CHEAP_PASSWORDS);
  codeSecrets = {
    ...secrets,
    hashCodes(pair) {
      hashed.push(pair);
      return secrets.hashCodes(pair);
    },
  };
});

const codes: OneTimeCodes = {
  async replace(challenge, added) {
    const isOther = (row: Row) =>
      row.purpose !== challenge.purpose ||
      row.subject !== challenge.subject ||
      row.requester !== challenge.requester;
    rows = [...rows.filter(isOther), { ...challenge, tries: 0, isUsed: false }];
    notices.push(...added);
  },
  async countTry({ purpose, subject, requester }, mostTries, at) {
    const row = rows.find(
      (each) =>
        each.purpose === purpose && each.subject === subject && each.requester === requester,
    );
    if (row === undefined || row.isUsed || row.tries >= mostTries || row.expiresAt <= at)
      return null;
    row.tries += 1;
    return row;
  },
  async advance({ id, from, to }, added) {
    const row = rows.find((each) => each.id === id && Buffer.from(each.codesHash).equals(from));
    if (row === undefined || row.isUsed) return false;
    row.codesHash = to;
    row.tries = 0;
    notices.push(...added);
    return true;
  },
  async use(id) {
    const row = rows.find((each) => each.id === id && !each.isUsed);
    if (row !== undefined) row.isUsed = true;
    return row !== undefined;
  },
  async release(id) {
    const row = rows.find((each) => each.id === id);
    if (row !== undefined) row.isUsed = false;
  },
  sweep: async () => undefined,
};

function ports() {
  return {
    ...{ codes, codeSecrets },
    limits: {
      takeTry: async ({ subject }: { readonly subject: string }) => waits.get(subject) ?? 0,
      hasTry: () => true,
      takeShortCodes: async () => shortWait,
      takeText: async () => 0,
      clearTries: async () => undefined,
      takeRecovery: async () => 0,
      takeOwnerNotice: async () => true,
    },
    clock: { now: () => now },
    randomness: { bytes: randomBytes, uuid: randomUUID },
  };
}

function newAccount(): Account {
  const made = {
    ...{ userId: randomUUID(), name: 'Alice Moreau' },
    ...{ email: `${randomUUID()}@kax.test`, phone: '+14155550100' },
    wallet: {
      ...{ id: randomUUID(), name: 'Main' },
      ...{ publicAddress: `0x${randomBytes(20).toString('hex')}`, privateAddress: '0zk1qy' },
    },
  };
  return made as object as Account;
}

function resetOf(account: Account): CodeSubject {
  return ofUser(account);
}

interface Sent {
  readonly of: CodeSubject;
  readonly row: Row;
  readonly emailOTP: string;
  readonly phoneOTP: string;
  readonly notices: readonly Notice[];
}

/** @returns both codes as their recipient reads them */
async function send(of: CodeSubject, how: Partial<CodeDelivery> = {}): Promise<Sent> {
  notices = [];
  await createChallenge(ports(), { of }, { ...delivery, ...how });
  const row = rows.at(-1);
  if (row === undefined) throw new Error('No challenge was stored.');
  const read = (channel: Notice['channel']) => {
    const notice = notices.find((each) => each.channel === channel);
    return notice === undefined ? '' : (openCode(codeSecrets, take(notice)) ?? '');
  };
  if (of.account === null) return { of, row, emailOTP: '', phoneOTP: '', notices };
  return { of, row, emailOTP: read('email'), phoneOTP: read('sms'), notices };
}

function take(notice: Notice | undefined): TakenNotice {
  if (notice === undefined) throw new Error('No notice was stored.');
  return { ...notice, id: randomUUID(), createdAt: now, attempts: 0, language: 'en' };
}

function enter(
  of: CodeSubject,
  { emailOTP, phoneOTP }: Pick<Sent, 'emailOTP' | 'phoneOTP'>,
  requesters: readonly string[] = [OWNER],
) {
  return tryCodes(ports(), of, { emailOTP, phoneOTP, ip: '203.0.113.7', requesters });
}

const OWNER = 'device of the owner';
const STRANGER = 'network 198.51.100';
const origin: RequestOrigin = { device: 'Chrome on Linux', place: 'Portugal', language: 'es' };
const delivery: CodeDelivery = {
  ...{ requester: OWNER, isKnownDevice: true, phoneCode: 'sent' },
  origin,
};
const wrong = { kind: 'wrong' };

describe('a code in the outbox', () => {
  it('opens for its own message', async () => {
    const sent = await send(resetOf(newAccount()));
    expect([sent.emailOTP, sent.phoneOTP]).toEqual([
      expect.stringMatching(/^[0-9]{6}$/),
      expect.stringMatching(/^[0-9]{6}$/),
    ]);
    const written = JSON.stringify(sent.notices.map(({ content }) => content));
    expect(written).not.toContain(sent.emailOTP);
    expect(written).not.toContain(sent.phoneOTP);
    expect(openCode(codeSecrets, { ...take(sent.notices[0]), secret: null })).toBeNull();
  });

  it('opens for no other challenge, channel or recipient', async () => {
    const [one, other] = [await send(resetOf(newAccount())), await send(resetOf(newAccount()))];
    const [email, sms] = [take(one.notices[0]), take(one.notices[1])];
    const moved: readonly TakenNotice[] = [
      { ...email, content: { ...email.content, challengeId: other.row.id } },
      { ...email, content: { name: 'Alice' } },
      { ...email, channel: 'sms' },
      { ...email, recipient: 'thief@kax.test' },
      { ...email, recipient: email.recipient.toUpperCase() },
      { ...email, secret: sms.secret },
      { ...sms, secret: email.secret },
      { ...sms, recipient: '+14155550199' },
      { ...take(other.notices[0]), secret: email.secret },
      { ...email, secret: (email.secret ?? new Uint8Array()).subarray(0, -1) },
      { ...email, secret: new Uint8Array() },
    ];
    for (const each of moved) expect(() => openCode(codeSecrets, each)).toThrow();
    expect(openCode(codeSecrets, email)).toBe(one.emailOTP);
  });

  it('is bound to a context of which no part can move into the next', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.string(), fc.string()),
        fc.tuple(fc.string(), fc.string()),
        (one, other) => {
          fc.pre(one.join() !== other.join() || one[0] !== other[0]);
          const sealed = codeSecrets.seal('123456', sealContext(one[0], 'email', one[1]));
          expect(() => codeSecrets.open(sealed, sealContext(other[0], 'email', other[1]))).toThrow(
            /authenticate/,
          );
        },
      ),
    );
  });
});

describe('both codes', () => {
  it('are right for their subject', async () => {
    const account = newAccount();
    const subjects = [resetOf(account), ofRegistration({ registrationId: randomUUID(), account })];
    for (const of of subjects) {
      const sent = await send(of);
      expect(await enter(of, sent)).toEqual({
        ...{ kind: 'right', challengeId: sent.row.id, requester: OWNER },
      });
    }
  });

  it('are wrong for anything else that they could prove', async () => {
    const account = newAccount();
    const of = resetOf(account);
    const sent = await send(of);
    const { wallet } = account;
    const changed: readonly Account[] = [
      { ...account, userId: randomUUID() },
      { ...account, email: 'thief@kax.test' },
      { ...account, phone: '+14155550199' },
      { ...account, wallet: { ...wallet, id: randomUUID() } },
      { ...account, wallet: { ...wallet, publicAddress: newAccount().wallet.publicAddress } },
      { ...account, wallet: { ...wallet, privateAddress: '0zk1other' as never } },
      { ...account, email: `${account.email}+`, phone: account.phone.slice(1) },
    ];
    for (const other of changed) {
      sent.row.tries = 0;
      expect(await enter({ ...of, account: other }, sent)).toEqual(wrong);
    }
    sent.row.tries = 0;
    expect(await enter({ ...of, account: null }, sent)).toEqual(wrong);
    expect((await enter(of, sent)).kind).toBe('right');
  });

  const attacks: Readonly<Record<string, (victim: Row, own: Row) => void>> = {
    'the subject': (victim, own) => swap(victim, own, 'subject'),
    'the requester': (victim, own) => swap(victim, own, 'requester'),
    'the hash': (victim, own) => swap(victim, own, 'codesHash'),
    'the hash and the id': (victim, own) => {
      swap(victim, own, 'codesHash');
      swap(victim, own, 'id');
    },
    'the hash and the expiry': (victim, own) => {
      swap(victim, own, 'codesHash');
      swap(victim, own, 'expiresAt');
    },
    'everything but the subject': (victim, own) => {
      for (const field of ['codesHash', 'id', 'expiresAt', 'purpose', 'requester'] as const) {
        swap(victim, own, field);
      }
    },
    'the id': (victim, own) => swap(victim, own, 'id'),
    'the expiry': (victim, own) => swap(victim, own, 'expiresAt'),
  };

  function swap<Field extends keyof Row>(one: Row, other: Row, field: Field): void {
    const value = one[field];
    one[field] = other[field];
    other[field] = value;
  }

  test.each(Object.entries(attacks))(
    'never succeed for another subject when the rows exchanged %s',
    async (_, attack) => {
      const [victim, thief] = [newAccount(), newAccount()];
      const registrationId = randomUUID();
      const pairs: readonly (readonly [CodeSubject, CodeSubject])[] = [
        [resetOf(victim), resetOf(thief)],
        [resetOf(victim), ofRegistration({ registrationId, account: thief })],
        [resetOf(victim), ofRegistration({ registrationId, account: victim })],
      ];
      for (const [of, own] of pairs) {
        rows = [];
        const sent = await send(of);
        now = new Date(now.getTime() + 1_000);
        const ownSent = await send(own);
        attack(sent.row, ownSent.row);
        for (const row of rows) row.tries = 0;
        expect(await enter(of, ownSent)).toEqual(wrong);
        expect(await enter({ ...of, purpose: own.purpose }, ownSent)).toEqual(wrong);
      }
    },
  );

  it('of a registration reset nothing, though it has the id of a user', async () => {
    const account = newAccount();
    const of = resetOf(account);
    const victim = (await send(of)).row;
    const own = await send(ofRegistration({ registrationId: account.userId, account }));
    for (const field of ['codesHash', 'id', 'expiresAt'] as const) swap(victim, own.row, field);
    expect(await enter(of, own)).toEqual(wrong);
  });

  it('are wrong after ten minutes, whatever the row says', async () => {
    const of = resetOf(newAccount());
    const sent = await send(of);
    expect(sent.row.expiresAt.getTime() - now.getTime()).toBe(10 * 60_000);
    const began = now;
    now = new Date(began.getTime() + CODES_LAST_MS - 1);
    expect((await enter(of, sent)).kind).toBe('right');
    now = new Date(began.getTime() + CODES_LAST_MS);
    expect(await enter(of, sent)).toEqual(wrong);
    sent.row.expiresAt = new Date(began.getTime() + 2 * CODES_LAST_MS);
    expect(await enter(of, sent)).toEqual(wrong);
  });

  it('are wrong once they were used, until they are released', async () => {
    const of = resetOf(newAccount());
    const sent = await send(of);
    expect(await codes.use(sent.row.id, now)).toBe(true);
    expect(await codes.use(sent.row.id, now)).toBe(false);
    expect(await enter(of, sent)).toEqual(wrong);
    await codes.release(sent.row.id);
    expect((await enter(of, sent)).kind).toBe('right');
  });

  it('are wrong once new ones were sent', async () => {
    const of = resetOf(newAccount());
    const earlier = await send(of);
    const later = await send(of);
    expect(await enter(of, earlier)).toEqual(wrong);
    expect((await enter(of, later)).kind).toBe('right');
  });

  it('are wrong after five submissions', async () => {
    const of = resetOf(newAccount());
    const sent = await send(of);
    for (let count = 0; count < 5; count += 1) {
      expect(await enter(of, { emailOTP: sent.phoneOTP, phoneOTP: sent.emailOTP })).toEqual(wrong);
    }
    expect(await enter(of, sent)).toEqual(wrong);
  });

  it('are not compared while their subject has to wait', async () => {
    const of = resetOf(newAccount());
    const sent = await send(of);
    waits.set(of.subject, 60);
    hashed = [];
    expect(await enter(of, sent)).toEqual({ kind: 'paused', seconds: 60 });
    expect(hashed).toEqual([]);
  });

  it('may be typed with blanks, and with nothing else', async () => {
    const of = resetOf(newAccount());
    const sent = await send(of);
    const spaced = ` ${sent.emailOTP.slice(0, 3)} ${sent.emailOTP.slice(3)} `;
    expect((await enter(of, { ...sent, emailOTP: spaced })).kind).toBe('right');
    sent.row.tries = 0;
    hashed = [];
    const others = [
      ...[
        `${sent.emailOTP}0`,
        `${sent.emailOTP}00000`,
        sent.emailOTP.slice(1),
        `${sent.emailOTP}\n`,
      ],
      ...[`+${sent.emailOTP}`, '', '１２３４５６', 'null'],
    ];
    for (const emailOTP of others) expect(await enter(of, { ...sent, emailOTP })).toEqual(wrong);
    for (const phoneOTP of others) expect(await enter(of, { ...sent, phoneOTP })).toEqual(wrong);
    expect([hashed, sent.row.tries]).toEqual([[], 0]);
  });
});

describe('codes of one requester', () => {
  it('are wrong from anyone else, whose tries use up none of them', async () => {
    const of = resetOf(newAccount());
    const sent = await send(of);
    for (let count = 0; count < 20; count += 1) {
      expect(await enter(of, sent, [STRANGER])).toEqual(wrong);
    }
    expect(sent.row.tries).toBe(0);
    expect((await enter(of, sent)).kind).toBe('right');
  });

  it('stay valid while someone else requests their own, and guesses at those', async () => {
    const of = resetOf(newAccount());
    const own = await send(of);
    const strange = await send(of, { requester: STRANGER, isKnownDevice: false });
    for (let count = 0; count < 6; count += 1) {
      expect(await enter(of, { ...strange, phoneOTP: own.phoneOTP }, [STRANGER])).toEqual(wrong);
    }
    expect(await enter(of, strange, [STRANGER])).toEqual(wrong);
    expect((await enter(of, own)).kind).toBe('right');
  });

  it('are found by any of the names that a client has, and by no mixture of two', async () => {
    const of = resetOf(newAccount());
    const atHome = await send(of, { requester: 'network 203.0.113' });
    expect((await enter(of, atHome, [OWNER, 'network 203.0.113'])).kind).toBe('right');
    const own = await send(of);
    expect(await enter(of, { ...own, phoneOTP: atHome.phoneOTP }, [OWNER, STRANGER])).toEqual(
      wrong,
    );
  });

  it('are not those of another requester, though the row says so', async () => {
    const of = resetOf(newAccount());
    const strange = await send(of, { requester: STRANGER });
    strange.row.requester = OWNER;
    expect(await enter(of, strange)).toEqual(wrong);
  });

  it('name the device and the place of the request in their messages', async () => {
    const { notices: sent } = await send(resetOf(newAccount()));
    const { device, place } = origin;
    expect(sent.map(({ content }) => content)).toEqual([
      expect.objectContaining({ device, place }),
      expect.objectContaining({ device, place }),
    ]);
  });

  it('are in the language of a registration’s request, and otherwise of their user', async () => {
    const account = newAccount();
    const registering = ofRegistration({ registrationId: randomUUID(), account });
    const languages = async (of: CodeSubject) =>
      (await send(of)).notices.map(({ content }) => content.language);
    expect(await languages(registering)).toEqual(['es', 'es']);
    expect(await languages(resetOf(account))).toEqual([undefined, undefined]);
  });

  it('go to no one when all six-digit codes of the month were sent', async () => {
    shortWait = 60;
    const of = resetOf(newAccount());
    const { notices: sent } = await send(of);
    expect(sent).toEqual([]);
    const later = await send(of, { phoneCode: 'after-email-code' });
    expect(later.notices).toHaveLength(1);
  });
});

describe('a registration of which a contact has an account', () => {
  it.each([
    [{ email: true, phone: false }, ['email']],
    [{ email: false, phone: true }, ['sms']],
    [{ email: false, phone: false }, []],
  ])('gets codes only where there is none: %j', async (receives, channels) => {
    const registration = { registrationId: randomUUID(), account: newAccount() };
    const { notices: sent } = await send(ofRegistration(registration, receives));
    expect(sent.map(({ channel }) => channel)).toEqual(channels);
  });
});

describe('a text message after the code of the email', () => {
  const later = { phoneCode: 'after-email-code' } as const;
  const text = (of: CodeSubject, emailOTP: string, requesters: readonly string[] = [OWNER]) =>
    sendPhoneCode(ports(), of, { emailOTP, requesters, origin, ip: '203.0.113.7' });
  const textIn = (sent: readonly Notice[]) =>
    sent
      .filter(({ channel }) => channel === 'sms')
      .map((each) => openCode(codeSecrets, take(each)) ?? '');

  it('is sent once, and then both codes of ten digits are needed', async () => {
    const of = resetOf(newAccount());
    const sent = await send(of, later);
    expect(sent.emailOTP).toMatch(/^\d{10}$/);
    expect(textIn(notices)).toEqual([]);
    expect(await enter(of, { ...sent, phoneOTP: '000000' })).toEqual(wrong);
    const outcomes = await Promise.all([text(of, sent.emailOTP), text(of, sent.emailOTP)]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['right', 'wrong']);
    const [phoneOTP = ''] = textIn(notices);
    expect(textIn(notices)).toHaveLength(1);
    expect(phoneOTP).toMatch(/^\d{10}$/);
    expect(await text(of, sent.emailOTP)).toEqual(wrong);
    expect((await enter(of, { ...sent, phoneOTP })).kind).toBe('right');
  });

  it('is not sent to whoever has the code and is someone else', async () => {
    const of = resetOf(newAccount());
    const sent = await send(of, later);
    expect(await text(of, sent.emailOTP, [STRANGER])).toEqual(wrong);
    expect(textIn(notices)).toEqual([]);
  });

  it('is not sent after five wrong codes, each of which is a try', async () => {
    const of = resetOf(newAccount());
    const sent = await send(of, later);
    for (let count = 0; count < 5; count += 1) {
      expect(await text(of, '0000000000')).toEqual(wrong);
    }
    expect(await text(of, sent.emailOTP)).toEqual(wrong);
    expect(textIn(notices)).toEqual([]);
  });

  it('is not sent for codes of which both were sent at once, right or wrong', async () => {
    const of = resetOf(newAccount());
    const sent = await send(of);
    expect(await text(of, sent.emailOTP)).toEqual(wrong);
  });

  it('is sent to no one for a number that has an account, with the same outcome', async () => {
    const registration = { registrationId: randomUUID(), account: newAccount() };
    const of = ofRegistration(registration, { email: true, phone: false });
    const { emailOTP } = await send(of, later);
    expect(await text(of, emailOTP)).toEqual({ kind: 'right' });
    expect(textIn(notices)).toEqual([]);
  });

  it('costs the same work for a name that no one has', async () => {
    const of = resetOf(newAccount());
    await send(of, later);
    for (const each of [of, ofUnknown('reset', 'nobody@kax.test')]) {
      hashed = [];
      expect(await text(each, '0000000000')).toEqual(wrong);
      expect(hashed).toHaveLength(1);
    }
  });
});

describe('a name that no one has', () => {
  it('costs the same work as one with an account, and no one gets its codes', async () => {
    const known = resetOf(newAccount());
    const unknown = ofUnknown('reset', 'unknown@kax.test');
    const hashes = async (work: () => Promise<unknown>) => {
      hashed = [];
      await work();
      return hashed.length;
    };
    expect(await hashes(() => send(known))).toBe(1);
    expect(notices).toHaveLength(2);
    expect(await hashes(() => send(unknown))).toBe(1);
    expect(notices).toEqual([]);
    const typed = { emailOTP: '000000', phoneOTP: '000000' };
    const without = ofUnknown('reset', 'no.challenge@kax.test');
    for (const of of [known, unknown, without]) {
      expect(await hashes(async () => expect(await enter(of, typed)).toEqual(wrong))).toBe(1);
    }
    const malformed = { emailOTP: 'x', phoneOTP: '000000' };
    for (const of of [known, unknown, without]) {
      expect(await hashes(async () => expect(await enter(of, malformed)).toEqual(wrong))).toBe(0);
    }
  });

  it('is never the subject of a user or a registration', () => {
    fc.assert(
      fc.property(fc.string(), fc.uuid(), (name, id) => {
        expect(ofUnknown('reset', name).subject).not.toBe(id);
        expect(ofUnknown('register', id).subject).not.toBe(id);
      }),
    );
  });

  it('proves nothing with the hash of someone’s right codes', async () => {
    const own = resetOf(newAccount());
    const sent = await send(own);
    const unknown = ofUnknown('reset', 'unknown@kax.test');
    const { row } = await send(unknown);
    row.codesHash = sent.row.codesHash;
    expect(await enter(unknown, sent)).toEqual(wrong);
    row.id = sent.row.id;
    expect(await enter(unknown, sent)).toEqual(wrong);
  });
});
