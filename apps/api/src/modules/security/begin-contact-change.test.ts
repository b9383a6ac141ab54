import { beforeEach, expect, it } from 'vitest';
import { newAccount } from '#testing/account';
import { type Client, type OpenedAccount, refuse } from '../../application/call.ts';
import type { ContactCodes } from '../../application/contact-codes.ts';
import type { ApprovalSubject, RequireApproval } from '../../application/require-approval.ts';
import type { CodeRequest } from '../../ports/account-recovery.ts';
import { createBeginContactChange } from './begin-contact-change.ts';

const account = newAccount();
const session = {
  ...{ userId: account.userId, sessionId: 'session', accessToken: 'token' },
  ...account.wallet,
} as object as Parameters<RequireApproval>[0]['session'];
const client: Client = {
  ...{ ip: '203.0.113.7', userAgent: '', device: null, work: null, approval: null, language: 'en' },
};
const phone = '+14155550199';

let sent: CodeRequest[];
let requested: ApprovalSubject[];
let approval: Awaited<ReturnType<RequireApproval>>;
let limited: boolean;
let isFrozen: boolean;

beforeEach(() => {
  sent = [];
  requested = [];
  approval = { kind: 'no-factor' };
  limited = false;
  isFrozen = false;
});

const contactCodes: Pick<ContactCodes, 'readContact' | 'send'> = {
  readContact: (body) =>
    'email' in body
      ? { channel: 'email', value: body.email }
      : { channel: 'phone', value: body.phone },
  async send(_caller, _contact, work) {
    if (limited) return refuse('too-many-requests', { retryAfter: 60 });
    await work({
      ...{ requester: 'device one', isKnownDevice: false, phoneCode: 'sent' },
      origin: { device: 'Chrome on Linux', place: 'Portugal', language: 'en' },
    });
    return { phoneCode: 'sent', resendAfter: 60 };
  },
};

function begin(body: { email: string; password: string } | { phone: string; password: string }) {
  const handle = createBeginContactChange({
    contactCodes,
    gate: { refuseFrozen: async () => (isFrozen ? refuse('account-frozen') : null) },
    requireApproval: async (_request, subject) => {
      requested.push(subject);
      return approval;
    },
    reauthenticate: async ({ password }, work) =>
      password === 'right'
        ? work({ account } as object as OpenedAccount)
        : refuse('password-wrong'),
    recovery: {
      sendCodes: async (request) => {
        sent.push(request);
      },
    },
    audit: { append: async () => undefined },
    clock: { now: () => new Date(1_800_000_000_000) },
  });
  return handle({
    ...{ body, session, client, params: undefined, query: undefined },
    idempotencyKey: undefined,
  } as Parameters<typeof handle>[0]);
}

it('asks for an approval of this contact alone, after the password', async () => {
  expect(await begin({ phone, password: 'wrong' })).toEqual(refuse('password-wrong'));
  expect(requested).toEqual([]);
  await begin({ phone, password: 'right' });
  await begin({ email: 'new@kax.test', password: 'right' });
  expect(requested).toEqual([
    { reasons: ['change-phone'], fields: ['phone', phone] },
    { reasons: ['change-email'], fields: ['email', 'new@kax.test'] },
  ]);
});

it('sends no codes until it is approved, and then to this contact', async () => {
  for (const refused of ['approval-needed', 'approval-not-valid'] as const) {
    approval = refuse(refused);
    expect(await begin({ phone, password: 'right' })).toEqual(refuse(refused));
  }
  expect(sent).toEqual([]);
  approval = { kind: 'approved', by: 'passkey' };
  expect(await begin({ phone, password: 'right' })).toMatchObject({ success: true });
  const contact = { channel: 'phone', value: phone };
  expect(sent).toEqual([{ purpose: 'contact-change', userId: account.userId, contact }]);
});

it('asks for no approval of the contact that the account has', async () => {
  expect(await begin({ email: account.email, password: 'right' })).toEqual(
    refuse('contact-unchanged'),
  );
  expect(requested).toEqual([]);
});

it('begins nothing while the account is frozen', async () => {
  isFrozen = true;
  expect(await begin({ phone, password: 'right' })).toEqual(refuse('account-frozen'));
  expect([requested, sent]).toEqual([[], []]);
});

it('says so when there were too many', async () => {
  limited = true;
  expect(await begin({ phone, password: 'right' })).toMatchObject({ refused: 'too-many-requests' });
});
