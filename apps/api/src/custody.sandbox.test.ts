import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { entropyToWords, wordsToEntropy } from '#pool/words';
import { openOwnKeys } from './adapters/key-vault/own-keys.ts';
import { drawWallet, newWrap } from './custody.test-setup.ts';
import {
  createHostileWriter,
  type HostileWriter,
  NEW_PASSWORD,
  type StoredUser,
} from './hostile-writer/hostile-writer.test-setup.ts';
import type { Account } from './ports/accounts.ts';

const MINUTE_MS = 60_000;

let writer: HostileWriter;
let alice: StoredUser;
let token: string;

beforeAll(async () => {
  writer = await createHostileWriter();
});
afterAll(() => writer?.server.stop());
beforeEach(async () => {
  await writer.reset();
  alice = writer.victim;
  token = (await writer.signIn(alice)).access_token;
});

const call = (path: string, payload: object, bearer = token) =>
  writer.post(path.slice(1), payload, { authorization: `Bearer ${bearer}` });
const begin = async (bearer = token) =>
  (await call('/wallet/custody/challenge', {}, bearer)).json();
const storedWallet = async () =>
  (
    await writer.query<Record<string, string>>('select * from wallets where user_id = $1', [
      alice.id,
    ])
  )[0];

async function enrol(change: object = {}, drawn = drawWallet(), bearer = token) {
  const fields = drawn.enrolment(await begin(bearer));
  const body = { ...fields, password: alice.password, ...change };
  return call('/wallet/custody/enrol', body, bearer);
}

async function enrolled(drawn = drawWallet()) {
  const response = await enrol({}, drawn);
  expect(response.json()).toMatchObject({ wallet: { custody: 'only-me' } });
  return { drawn, wallet: response.json().wallet };
}

async function expectAssisted() {
  expect(await storedWallet()).toMatchObject({ custody: 'assisted' });
  const login = await writer.post('auth/login', { email: alice.email, password: alice.password });
  expect(login.json()).toMatchObject({ user: { wallet: { custody: 'assisted' } } });
}

describe('keys that only their owner has', () => {
  it('take the place of the keys of an empty wallet, with both of their addresses', async () => {
    const drawn = drawWallet();
    const { address, privateAddress } = drawn.enrolment({
      challenge: '0'.repeat(64),
      userId: alice.id,
    });
    const other = (await writer.signIn(alice)).access_token;
    const { wallet } = await enrolled(drawn);
    expect(wallet).toMatchObject({
      publicWalletAddress: address,
      privateWalletAddress: privateAddress,
    });
    expect(await storedWallet()).toMatchObject({
      public_address: address,
      private_address: privateAddress,
      custody: 'only-me',
    });
    expect((await writer.get('auth/user-sessions', token)).statusCode).toBe(200);
    expect((await writer.get('auth/user-sessions', other)).statusCode).toBe(401);
    const topics = await writer.query<{ topic: string }>(
      'select topic from outbox where recipient = $1 order by id desc limit 1',
      [alice.email],
    );
    expect(topics).toEqual([{ topic: 'custody-changed' }]);
    const audited = await writer.query(
      "select 1 from audit_events where event = 'custody-changed'",
    );
    expect(audited).toHaveLength(1);
  });

  it('change nothing about signing in, refreshing and changing the password', async () => {
    await enrolled();
    const tokens = await writer.signIn(alice);
    const refreshed = await writer.post('auth/refresh', { refresh_token: tokens.refresh_token });
    expect(refreshed.statusCode).toBe(200);
    const login = await writer.post('auth/login', { email: alice.email, password: alice.password });
    expect(login.json()).toMatchObject({ user: { wallet: { custody: 'only-me' } } });
  });

  it('stay with their owner when the password is reset, which gives sight and spends nothing', async () => {
    const { drawn } = await enrolled();
    await writer.post('auth/send-reset-password-otps', { email: alice.email });
    const codes = await writer.codesOf(alice);
    const reset = { email: alice.email, newPassword: NEW_PASSWORD, ...codes };
    expect((await writer.post('auth/reset-password', reset)).statusCode).toBe(200);
    const again = (await writer.signIn({ ...alice, password: NEW_PASSWORD })).access_token;
    const [session] = await writer.query<{ id: string }>('select id from sessions');
    const bearer = { userId: alice.id, sessionId: session?.id ?? '', accessToken: again };
    const { vault } = writer.server;
    const seen = await vault.withShieldedSecrets(bearer, ({ keys }) => Buffer.from(keys));
    expect(seen).toEqual({ ok: true, value: drawn.sight });
    expect(await vault.withPublicSigner(bearer, async () => 'signed')).toEqual({
      ok: false,
      reason: 'no-key',
    });
    expect(await vault.withClaimWallet(bearer, 0, async () => 'opened')).toEqual({
      ok: false,
      reason: 'no-key',
    });
    const shieldKey = `0x${drawn.sight.subarray(64).toString('hex')}`;
    expect(await vault.shieldKey(bearer, 'RAILGUN_SHIELD')).toEqual({ ok: true, value: shieldKey });
  });

  it('are not exported by Kax, which does not have them', async () => {
    await enrolled();
    const exported = { password: alice.password, what: 'phrase' };
    const response = await call('/wallet/export-keys', exported);
    expect(response.json()).toMatchObject({ code: 'signature-needed' });
  });

  it('are enrolled once, and not for a wallet that has them already', async () => {
    const body = { ...drawWallet().enrolment(await begin()), password: alice.password };
    const replies = await Promise.all([1, 2, 3].map(() => call('/wallet/custody/enrol', body)));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    const again = await call('/wallet/custody/enrol', body);
    expect(again.json()).toMatchObject({ code: 'custody-unchanged' });
    expect((await call('/wallet/custody/challenge', {})).statusCode).toBe(409);
  });
});

/** An operation in progress, of Alice or of someone who pays her. */
async function addOperation({
  kind,
  status,
  isIncoming = false,
}: {
  readonly kind: string;
  readonly status: string;
  readonly isIncoming?: boolean;
}): Promise<void> {
  await writer.query(
    `insert into operations (id, user_id, idempotency_key, fingerprint, kind, status, chain_id, account, recipient,
       token_id, amount, fee_token_id, estimated_fee, fee_ceiling, signed_at, created_at, due_at, lease_epoch)
     select $1, case when $6 then $1 else user_id end, 'key', '', $2, $3, 31337, '0x', public_address, 'polygon-usdc', 1,
       'polygon-pol', 1, 1, case when $3 = 'created' then null else $5::timestamptz end, $5, $5, 1
     from wallets where user_id = $4`,
    [randomUUID(), kind, status, alice.id, writer.server.now(), isIncoming],
  );
}

describe('keys that their owner takes over', () => {
  /** The keys of the wallet as it is, of its exported words. */
  async function takeWords() {
    const body = { password: alice.password, what: 'phrase' };
    const entropy = wordsToEntropy((await call('/wallet/export-keys', body)).json().phrase);
    if (entropy === null) throw new Error('An export has 12 words.');
    return drawWallet(entropy);
  }
  const beginKept = async () =>
    (await call('/wallet/custody/challenge', { keepsAddresses: true })).json();
  async function keep(drawn: ReturnType<typeof drawWallet>) {
    const body = { ...drawn.enrolment(await beginKept()), password: alice.password };
    return call('/wallet/custody/enrol', body);
  }
  const requests = () =>
    writer.query('select 1 from payment_requests where cancelled_at is null and user_id = $1', [
      alice.id,
    ]);

  it('leave addresses, history and requests as they are, and nothing that moves the money', async () => {
    const drawn = await takeWords();
    await writer.query(
      `insert into payment_requests (id, user_id, lookup, content, sealed_code, created_at, expires_at)
       values ($1, $2, '\\x01', '\\x02', '\\x03', $3, $3)`,
      [randomUUID(), alice.id, writer.server.now()],
    );
    const before = await storedWallet();
    const other = (await writer.signIn(alice)).access_token;
    expect(isIn(await takeAll(), drawn.entropy)).toBe(true);
    const kept = await keep(drawn);
    expect(kept.json()).toMatchObject({
      wallet: { custody: 'only-me', publicWalletAddress: before?.public_address },
    });
    expect(await storedWallet()).toEqual({ ...before, custody: 'only-me' });
    expect(await requests()).toHaveLength(1);
    const taken = await takeAll();
    expect(taken.opened).toEqual(drawn.sight);
    for (const secret of [drawn.entropy, drawn.keys.account, drawn.keys.spending]) {
      expect(isIn(taken, secret)).toBe(false);
    }
    expect((await writer.get('auth/user-sessions', other)).statusCode).toBe(401);
    const [mail] = await writer.query<{ content: { addresses?: string } }>(
      "select content from outbox where topic = 'custody-changed' order by id desc limit 1",
    );
    expect(mail?.content).toMatchObject({ addresses: 'kept' });
  });

  it('are those of the wallet, or those of an empty one’s successor', async () => {
    const drawn = await takeWords();
    const stranger = drawWallet();
    const { challenge } = await beginKept();
    const mixed = {
      ...stranger.enrolment({ challenge, userId: alice.id }),
      address: drawn.enrolment({ challenge, userId: alice.id }).address,
    };
    const refused = await call('/wallet/custody/enrol', { ...mixed, password: alice.password });
    expect(refused.json()).toMatchObject({ code: 'keys-not-matching' });
    await expectAssisted();
  });

  it.each([
    ['a private payment of theirs waits for its proof', 'internal-transfer', 'created'],
    ['a payment of theirs is on its way', 'send', 'broadcast'],
  ])('are not taken over while %s', async (_what, kind, status) => {
    const body = { ...(await takeWords()).enrolment(await beginKept()), password: alice.password };
    await addOperation({ kind, status });
    expect(await beginKept()).toMatchObject({ code: 'operations-open' });
    const refused = await call('/wallet/custody/enrol', body);
    expect(refused.json()).toMatchObject({ code: 'operations-open' });
    await expectAssisted();
  });

  it('are taken over while someone else pays the wallet, whose money arrives with any keys', async () => {
    const drawn = await takeWords();
    await addOperation({ kind: 'send', status: 'broadcast', isIncoming: true });
    expect((await keep(drawn)).statusCode).toBe(200);
  });
});

describe('an enrolment is refused, and changes nothing,', () => {
  const other = drawWallet();
  const of = (challenge: string) => other.enrolment({ challenge, userId: alice.id });

  it.each<[string, () => Promise<object>]>([
    ['with the sight of other keys', async () => ({ sight: other.sight.toString('hex') })],
    ['with another public address', async () => ({ address: of('0'.repeat(64)).address })],
    [
      'with another private address',
      async () => ({ privateAddress: of('0'.repeat(64)).privateAddress }),
    ],
    ['with signatures of other keys', async () => ({ proof: of((await begin()).challenge).proof })],
    [
      'with signatures for another challenge',
      async () => ({
        ...other.enrolment(await begin()),
        ...{ challenge: (await begin()).challenge },
      }),
    ],
    [
      'with signatures for another user',
      async () => {
        const { challenge } = await begin();
        return other.enrolment({ challenge, userId: randomUUID() });
      },
    ],
    ['with bytes that are no sight', async () => ({ sight: 'ff'.repeat(96) })],
  ])('%s', async (_name, change) => {
    expect((await enrol(await change())).json()).toMatchObject({ code: 'keys-not-matching' });
    await expectAssisted();
  });

  it('with a wrong password', async () => {
    const response = await enrol({ password: 'Wrong!Bank9' });
    expect(response.json()).toMatchObject({ code: 'password-wrong' });
    await expectAssisted();
  });

  it('after ten minutes, and in another session than it began in', async () => {
    const own = await writer.signIn(alice);
    const begun = await begin(own.access_token);
    const there = (await writer.signIn(alice)).access_token;
    const fields = { ...drawWallet().enrolment(begun), password: alice.password };
    const elsewhere = await call('/wallet/custody/enrol', fields, there);
    expect(elsewhere.json()).toMatchObject({ code: 'custody-challenge-over' });
    writer.server.later(10 * MINUTE_MS + 1);
    const refreshed = await writer.post('auth/refresh', { refresh_token: own.refresh_token });
    const late = await call('/wallet/custody/enrol', fields, refreshed.json().access_token);
    expect(late.json()).toMatchObject({ code: 'custody-challenge-over' });
    await expectAssisted();
  });

  it('after a reset of the password, for a day', async () => {
    await writer.post('auth/send-reset-password-otps', { email: alice.email });
    const codes = await writer.codesOf(alice);
    await writer.post('auth/reset-password', {
      ...{ email: alice.email, newPassword: NEW_PASSWORD },
      ...codes,
    });
    token = (await writer.signIn({ ...alice, password: NEW_PASSWORD })).access_token;
    const response = await enrol({ password: NEW_PASSWORD });
    expect(response.json()).toMatchObject({ code: 'export-locked' });
    expect(await storedWallet()).toMatchObject({ custody: 'assisted' });
  });

  it('while a page of the payment partner is open, which may bring money', async () => {
    const fields = drawWallet().enrolment(await begin());
    await writer.query(
      "insert into ramp_visits (id, user_id, side, address, ip, opened_at) select $1, user_id, 'BUY', public_address, '::1', $3 from wallets where user_id = $2",
      [randomUUID(), alice.id, writer.server.now()],
    );
    const body = { ...fields, password: alice.password };
    const refused = await call('/wallet/custody/enrol', body);
    expect(refused.json()).toMatchObject({ code: 'operations-open' });
    expect(await begin()).toMatchObject({ code: 'operations-open' });
    await expectAssisted();
    // The same keys can be tried again.
    await writer.query('delete from ramp_visits where user_id = $1', [alice.id]);
    expect((await call('/wallet/custody/enrol', body)).statusCode).toBe(200);
  });
});

describe('whoever writes to the database', () => {
  it.each(['assisted', 'only-me'])('makes no account %s', async (custody) => {
    if (custody === 'assisted') await enrolled();
    await writer.query('update wallets set custody = $2 where user_id = $1', [alice.id, custody]);
    const login = await writer.post('auth/login', { email: alice.email, password: alice.password });
    expect(login.json()).toMatchObject({ code: 'account-changed' });
    const seen = await writer.get('auth/user-sessions', token);
    expect(seen.json()).toMatchObject({ code: 'account-changed' });
  });

  it('does not put the assisted wallet back, whose signature was right', async () => {
    const tables = ['users', 'wallets', 'key_records'] as const;
    const rows = async () =>
      Promise.all(
        tables.map(
          async (table) =>
            (
              await writer.query<Record<string, unknown>>(
                `select * from ${table} where ${table === 'users' ? 'id' : 'user_id'} = $1`,
                [alice.id],
              )
            )[0] ?? {},
        ),
      );
    const [user, wallet, keys] = await rows();
    await enrolled();
    await writer.query('update users set signature = $2 where id = $1', [
      alice.id,
      user?.signature,
    ]);
    await writer.query(
      "update wallets set custody = 'assisted', public_address = $2, private_address = $3 where user_id = $1",
      [alice.id, wallet?.public_address, wallet?.private_address],
    );
    await writer.query(
      'update key_records set seed_ciphertext = $2, recovery_wrap = $3 where user_id = $1',
      [alice.id, keys?.seed_ciphertext, keys?.recovery_wrap],
    );
    const login = await writer.post('auth/login', { email: alice.email, password: alice.password });
    expect(login.json()).toMatchObject({ code: 'account-changed' });
  });
});

interface TakenRow extends Pick<Account, 'name' | 'email' | 'phone'> {
  readonly id: string;
  readonly wallet_id: string;
  readonly public_address: Account['wallet']['publicAddress'];
  readonly private_address: Account['wallet']['privateAddress'];
  readonly custody: Account['wallet']['custody'];
  readonly seed_ciphertext: Buffer;
  readonly recovery_wrap: Buffer;
}

/** All that the database and the recovery key together open for a user, and every row of every table as text. */
async function takeAll(): Promise<{ readonly opened: Buffer; readonly rows: string }> {
  const [row] = await writer.query<TakenRow>(
    `select u.*, w.id as wallet_id, w.public_address, w.private_address, w.custody, k.seed_ciphertext, k.recovery_wrap
     from users u join wallets w on w.user_id = u.id join key_records k on k.user_id = u.id where u.id = $1`,
    [alice.id],
  );
  if (row === undefined) throw new Error('There is no such user.');
  const { id: userId, name, email, phone, public_address: publicAddress } = row;
  const { private_address: privateAddress, custody, wallet_id: walletId } = row;
  const wallet = { id: walletId, name: '', publicAddress, privateAddress, custody };
  const account: Account = { userId, name, email, phone, wallet };
  const dataKey = await writer.server.contactChanges.key.unwrap(row.recovery_wrap, account);
  const { bytes } = openOwnKeys(dataKey, userId, row.seed_ciphertext);
  const tables = await writer.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  );
  const rows: string[] = [];
  for (const { name: table } of tables) {
    const found = await writer.query<{ text: string }>(`select t::text as text from "${table}" t`);
    rows.push(...found.map(({ text }) => text));
  }
  return { opened: bytes, rows: rows.join('\n') };
}

/** Every form in which a secret could be kept. */
function isIn({ opened, rows }: Awaited<ReturnType<typeof takeAll>>, secret: Uint8Array): boolean {
  const bytes = Buffer.from(secret);
  const texts = [bytes.toString('hex'), bytes.toString('base64'), bytes.toString('base64url')];
  if (bytes.length === 16) texts.push(entropyToWords(bytes));
  return (
    opened.includes(bytes) || texts.some((text) => rows.toLowerCase().includes(text.toLowerCase()))
  );
}

describe('whoever has the database and the recovery key', () => {
  const secretsOf = ({ entropy, keys }: ReturnType<typeof drawWallet>) => [
    entropy,
    keys.account,
    keys.spending,
  ];

  it('finds the seed of an assisted wallet, and neither the old nor the new one once its owner has the keys', async () => {
    const exported = await call('/wallet/export-keys', {
      password: alice.password,
      what: 'phrase',
    });
    const old = wordsToEntropy(exported.json().phrase);
    if (old === null) throw new Error('An export has 12 words.');
    expect(isIn(await takeAll(), old)).toBe(true);
    const { drawn } = await enrolled();
    const taken = await takeAll();
    expect(taken.opened).toEqual(drawn.sight);
    for (const secret of [...secretsOf(drawWallet(old)), ...secretsOf(drawn)]) {
      expect(isIn(taken, secret)).toBe(false);
    }
    expect(isIn(taken, drawn.keys.viewing)).toBe(true);
  });

  it('opens nothing of an assisted wallet with the key of a sight', async () => {
    const [row] = await writer.query<{ seed_ciphertext: Buffer }>(
      'select seed_ciphertext from key_records where user_id = $1',
      [alice.id],
    );
    const key = createHmac('sha256', 'another key').digest();
    expect(() => openOwnKeys(key, alice.id, row?.seed_ciphertext ?? Buffer.alloc(0))).toThrow();
  });
});

describe('ways to use the keys', () => {
  const list = async () => (await writer.get('wallet/passkeys', token)).json().wraps;
  const add = (wrap: object = newWrap(), label = 'Phone') =>
    call('/wallet/passkeys', { password: alice.password, label, wrap });

  it('are listed without their boxes, which are given one at a time and recorded', async () => {
    const { wraps } = drawWallet().enrolment(await begin());
    const [first] = wraps;
    if (first === undefined) throw new Error('There is a way.');
    await enrol({ wraps });
    const [listed, ...others] = await list();
    expect(others).toEqual([]);
    expect(listed).toMatchObject({ id: first.wrap.id, kind: 'passkey', usedAt: null });
    expect(JSON.stringify(listed)).not.toContain(first.wrap.keysBox.bytes);
    const box = await writer.get(`wallet/passkeys/${first.wrap.id}/box`, token);
    expect(box.json()).toEqual({ wrap: first.wrap });
    expect((await list())[0].usedAt).toBe(writer.server.now().toISOString());
    expect(
      await writer.query("select 1 from audit_events where event = 'owner-wrap-opened'"),
    ).toHaveLength(1);
  });

  it('are added, renamed and removed, but not the last one', async () => {
    await enrolled();
    const [first] = await list();
    const wrap = newWrap();
    writer.server.later(1);
    expect((await add(wrap)).statusCode).toBe(200);
    const renamed = await call(`/wallet/passkeys/${wrap.id}/rename`, { label: 'Old phone' });
    expect(renamed.statusCode).toBe(200);
    expect((await list())[1]).toMatchObject({ label: 'Old phone' });
    expect((await call(`/wallet/passkeys/${first.id}/remove`, {})).statusCode).toBe(200);
    const last = await call(`/wallet/passkeys/${wrap.id}/remove`, {});
    expect(last.json()).toMatchObject({ code: 'last-way-in' });
    expect(await list()).toHaveLength(1);
  });

  it('stay when two of two are removed at once', async () => {
    await enrolled();
    await add();
    const ids: string[] = (await list()).map(({ id }: { id: string }) => id);
    const replies = await Promise.all(ids.map((id) => call(`/wallet/passkeys/${id}/remove`, {})));
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await list()).toHaveLength(1);
  });

  it('are ten at most, and none of a wallet whose keys Kax has', async () => {
    expect((await add()).json()).toMatchObject({ code: 'custody-unchanged' });
    await enrolled();
    for (let count = 1; count < 10; count += 1) expect((await add()).statusCode).toBe(200);
    expect((await add()).json()).toMatchObject({ code: 'too-many-owner-wraps' });
  });

  it('are of one user: no one else lists, opens, renames or removes them', async () => {
    await enrolled();
    const [{ id }] = await list();
    const mallory = (await writer.signIn(writer.attacker)).access_token;
    expect((await writer.get(`wallet/passkeys/${id}/box`, mallory)).statusCode).toBe(404);
    expect((await call(`/wallet/passkeys/${id}/rename`, { label: 'x' }, mallory)).statusCode).toBe(
      404,
    );
    expect((await call(`/wallet/passkeys/${id}/remove`, {}, mallory)).statusCode).toBe(404);
    expect((await writer.get('wallet/passkeys', mallory)).json()).toEqual({ wraps: [] });
  });
});
