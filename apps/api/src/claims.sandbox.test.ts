import { randomUUID } from 'node:crypto';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { claimLink } from '#domain/claim/claim-link';
import { showRequestCode } from '#domain/payment-request/payment-request';
import type { ClaimView } from '#wire/wallet/claim';
import { claimEntropy } from './adapters/key-vault/claim-entropy.ts';
import { toPhrase } from './adapters/key-vault/to-phrase.ts';
import { toSeed } from './adapters/key-vault/to-seed.ts';
import { createPostgresClaimSweep } from './adapters/postgres/operations/claims.ts';
import {
  type ClaimBench,
  createClaimBench,
  LENA,
  type Signed,
  TOKENS,
  usual,
} from './claims.test-setup.ts';
import { approving, createFactorCalls, newPasskey } from './factor-calls.test-setup.ts';

const DAY_MS = 24 * 60 * 60_000;
let bench: ClaimBench;
let alice: Signed;

beforeAll(async () => {
  bench = await createClaimBench();
});
afterAll(() => bench?.stop());
beforeEach(async () => {
  await bench.reset();
  alice = await bench.join('Alice Moreau');
});

const joinAsLena = () => bench.join('Lena Fischer', { email: LENA });
const find = (code: string) => bench.post('claims/find', { code });
const claim = ({ code }: Pick<ClaimView, 'code'>, by: Signed, key = randomUUID()) =>
  bench.post('wallet/claims/claim', { code }, by, { key });
const takeBack = ({ id }: Pick<ClaimView, 'id'>, by = alice, key = randomUUID()) =>
  bench.post(`wallet/claims/${id}/take-back`, {}, by, { key });

/** What Alice set aside, when it has arrived in its wallet. */
async function made(more: object = {}): Promise<ClaimView> {
  const view = await bench.make(alice, more);
  await bench.settle();
  return view;
}

/** Sessions end meanwhile. */
async function later(ms: number): Promise<void> {
  bench.server.later(ms);
  alice = await bench.signIn(alice.user);
}

describe('a payment by link', () => {
  it('is claimed by someone who registered with its email afterwards, for nothing', async () => {
    const view = await bench.make(alice, { ownNote: 'Lena, from work' });
    expect(view).toMatchObject({
      ...{ state: 'sending', amount: '50000000', symbol: 'USDC', number: 0, feePaid: null },
      recipient: { channel: 'email', value: LENA },
      ...{ message: 'Dinner on Friday', feeSymbol: 'POL', end: null, openedAt: null },
    });
    expect((await find(view.code)).json()).toMatchObject({ data: { state: 'sending' } });
    await bench.settle();
    const found = (await find(showRequestCode(view.code).toLowerCase())).json().data;
    expect(found).toMatchObject({ state: 'waiting', senderName: 'Alice Moreau', priceUsd: null });
    const set = await bench.units(view.address);
    expect(set).toEqual({ usdc: 50_000_000n, pol: BigInt(view.feeSetAside) });

    const lena = await joinAsLena();
    const before = await bench.units(lena.address);
    const claimed = await claim(view, lena);
    expect(claimed.statusCode, claimed.body).toBe(200);
    expect(claimed.json()).toMatchObject({
      data: { state: 'claiming' },
      operation: { kind: 'send', amount: '50000000', from: view.address, to: lena.address },
    });
    await bench.settle();
    expect(await bench.units(lena.address)).toEqual({ ...before, usdc: before.usdc + 50_000_000n });
    const [seen] = await bench.list(alice);
    expect(seen).toMatchObject({
      ...{ id: view.id, state: 'claimed', operationId: view.operationId },
      end: { transactionHash: claimed.json().operation.transactionHash },
    });
    expect(seen?.openedAt).not.toBeNull();
    expect(await bench.units(alice.address)).toMatchObject({ usdc: TOKENS - 50_000_000n });
    expect((await find(view.code)).json()).toMatchObject({ data: { state: 'claimed' } });
  });

  it('costs its sender what it says, and never says that something is approved', async () => {
    const before = await bench.units(alice.address);
    const key = randomUUID();
    const response = await bench.post('wallet/claims', usual(bench.usdc), alice, { key });
    const { operation } = response.json();
    expect(operation.steps.map(({ name }: { name: string }) => name)).toEqual([
      ...['signed', 'sent', 'final'],
    ]);
    await bench.settle();
    const [view] = await bench.list(alice);
    const after = await bench.units(alice.address);
    const paid = BigInt(view?.feePaid ?? 0);
    expect(paid).toBeGreaterThan(0n);
    expect(before.pol - after.pol).toBe(paid + BigInt(view?.feeSetAside ?? 0));
    expect(BigInt(operation.fee.estimated)).toBeGreaterThan(BigInt(view?.feeSetAside ?? 0));
    const stored = await operationOf(alice, operation.id);
    expect(stored).toMatchObject({ status: 'confirmed', fee: { paid: view?.feePaid } });
  });

  it('of native coin is exactly its amount; what is left of the fee stays in its wallet', async () => {
    const amount = 3n * 10n ** 18n;
    const view = await made({ tokenId: bench.pol, amount: amount.toString() });
    expect(await bench.units(view.address)).toMatchObject({
      pol: amount + BigInt(view.feeSetAside),
    });
    const lena = await joinAsLena();
    const before = await bench.units(lena.address);
    expect((await claim(view, lena)).statusCode).toBe(200);
    await bench.settle();
    expect((await bench.units(lena.address)).pol).toBe(before.pol + amount);
    expect((await bench.units(view.address)).pol).toBeLessThan(BigInt(view.feeSetAside));
  });

  it('can be for a phone, and more than one can be for one recipient', async () => {
    const phone = '+14155550123';
    const first = await bench.make(alice, { emailOrPhone: '(415) 555-0123', message: '' });
    const second = await bench.make(alice, { emailOrPhone: phone });
    expect(first.recipient).toEqual({ channel: 'sms', value: phone });
    expect([first.number, second.number]).toEqual([0, 1]);
    expect(first.address).not.toBe(second.address);
    await bench.settle();
    const lena = await bench.join('Lena Fischer', { phone });
    for (const each of [first, second]) expect((await claim(each, lena)).statusCode).toBe(200);
  });

  it('is in the history of both as what it was, by its operations', async () => {
    const view = await made();
    const lena = await joinAsLena();
    const { id } = (await claim(view, lena)).json().operation;
    await bench.settle();
    const rowsOf = async (of: Signed, operationId: string) =>
      (await bench.history(of))
        .filter((row) => row.operationId === operationId)
        .map(({ type, direction, amount, token }) => [type, direction, amount, token]);
    expect(await rowsOf(alice, view.operationId)).toEqual([
      ['send', 'out', '50', 'USDC'],
      ['send', 'out', baseUnitsToDisplay(digitsToBaseUnits(view.feeSetAside), 18), 'POL'],
    ]);
    expect(await rowsOf(lena, id)).toEqual([['receive', 'in', '50', 'USDC']]);
  });

  it('waits in the wallet that BIP-85 derives from the sender’s own words', async () => {
    const view = await bench.make(alice);
    const child = toPhrase(await entropyOf(view));
    expect(mnemonicToAccount(child).address).toBe(view.address);
  });

  it.each([
    [{ tokenId: 'polygon-none' }, 'unknown-token'],
    [{ amount: '0' }, 'amount-zero'],
    [{ amount: '1.5' }, 'amount-not-valid'],
    [{ amount: '2000000000' }, 'amount-above-balance'],
    [{ emailOrPhone: 'lena@' }, 'email-not-valid'],
    [{ emailOrPhone: '12' }, 'phone-not-valid'],
    [{ message: 'two\nlines' }, 'message-not-valid'],
    [{ ownNote: 'x'.repeat(281) }, 'note-not-valid'],
  ])('is not made of %j', async (more, code) => {
    const body = { ...usual(bench.usdc), ...more };
    const response = await bench.post('wallet/claims', body, alice, { key: randomUUID() });
    expect(response.json()).toMatchObject({ code });
    expect(await bench.server.count('claims')).toBe(0);
    expect(await bench.server.count('operations')).toBe(0);
  });

  it('is not for oneself', async () => {
    for (const emailOrPhone of [alice.user.email.toUpperCase(), alice.user.phone]) {
      const body = { ...usual(bench.usdc), emailOrPhone };
      const response = await bench.post('wallet/claims', body, alice, { key: randomUUID() });
      expect(response.json()).toMatchObject({ code: 'recipient-is-sender' });
    }
  });

  it('is one of 20 in a day from one user, and of 5 to one recipient from all', async () => {
    const make = (by: Signed, emailOrPhone = LENA) =>
      bench.post('wallet/claims', { ...usual(bench.usdc), amount: '1', emailOrPhone }, by, {
        key: randomUUID(),
      });
    const bob = await bench.join('Bob Stone');
    for (let n = 0; n < 5; n += 1) expect((await make(n < 3 ? alice : bob)).statusCode).toBe(200);
    for (const by of [alice, bob]) expect((await make(by)).statusCode).toBe(429);
    for (let n = 0; n < 17; n += 1) {
      expect((await make(alice, `${n}@post.test`)).statusCode).toBe(200);
    }
    expect((await make(alice, 'other@post.test')).statusCode).toBe(429);
    expect((await make(bob, 'other@post.test')).statusCode).toBe(200);
    const { rows } = await bench.server.database.pool.query('select * from rate_limits');
    expect(JSON.stringify(rows)).not.toContain('post.test');
    await later(DAY_MS);
    expect((await make(alice)).statusCode).toBe(200);
  });

  it('is not made while 50 wait', async () => {
    await bench.make(alice, { amount: '1' });
    await bench.server.database.pool.query(
      `insert into claims (id, user_id, number, chain_id, address, funding_key, lookup, content, sealed_code, created_at, expires_at)
       select gen_random_uuid(), c.user_id, n, c.chain_id, c.address, n::text, decode(md5(n::text), 'hex'), c.content,
         c.sealed_code, c.created_at, c.expires_at from claims c, generate_series(1, 49) n`,
    );
    await bench.server.database.pool.query(
      `insert into operations (id, user_id, idempotency_key, fingerprint, kind, status, chain_id, account, recipient,
         token_id, amount, fee_token_id, estimated_fee, fee_ceiling, created_at, due_at, lease_epoch)
       select gen_random_uuid(), o.user_id, n::text, '', o.kind, 'created', o.chain_id, '0x', o.recipient, o.token_id,
         1, o.fee_token_id, 0, 0, o.created_at, o.created_at, 1 from operations o, generate_series(1, 49) n`,
    );
    const key = randomUUID();
    const response = await bench.post('wallet/claims', usual(bench.usdc), alice, { key });
    expect(response.json()).toMatchObject({ code: 'too-many-claims' });
  });
});

/** Of a wallet of Alice's, from her own words. */
async function entropyOf({ number }: ClaimView): Promise<Uint8Array> {
  const body = { password: alice.user.password, what: 'phrase' };
  const response = await bench.post('wallet/export-keys', body, alice);
  expect(response.statusCode, response.body).toBe(200);
  return claimEntropy(toSeed(response.json().phrase), number);
}

async function operationOf({ token }: Signed, id: string) {
  const headers = { authorization: `Bearer ${token}` };
  return (await bench.server.app.inject({ url: `/api/wallet/operations/${id}`, headers })).json()
    .data;
}

describe('what is deleted', () => {
  const sweep = (endedBefore: Date, unfundedBefore = endedBefore) =>
    createPostgresClaimSweep(bench.server.database).sweep(endedBefore, unfundedBefore);
  const now = () => new Date(bench.server.now().getTime() + 1);

  it('is one that ended long ago, and no one that waits, however long', async () => {
    const waiting = await made();
    const taken = await made();
    await takeBack(taken);
    await bench.settle();
    await sweep(new Date(bench.server.now().getTime() - 1));
    expect(await bench.server.count('claims')).toBe(2);
    await bench.server.database.pool.query(`update operations set ended_at = created_at`);
    await sweep(now());
    expect((await bench.list(alice)).map(({ id }) => id)).toEqual([waiting.id]);
  });

  it('is one whose money was never sent, or whose payment moved nothing', async () => {
    await bench.make(alice);
    await bench.server.database.pool.query('truncate operations cascade');
    const failed = await bench.make(alice);
    await bench.server.database.pool.query(
      `update operations set status = 'replaced', ended_at = created_at where id = $1`,
      [failed.operationId],
    );
    expect((await find(failed.code)).json()).toMatchObject({ data: { state: 'failed' } });
    expect((await takeBack(failed)).json()).toMatchObject({
      error: 'This payment was never sent, so there’s nothing to claim.',
    });
    await sweep(now());
    expect(await bench.server.count('claims')).toBe(0);
  });
});

describe('with a second factor', () => {
  it('it is approved by whom it is for, before anything of it is stored', async () => {
    const factors = createFactorCalls(bench.server);
    const passkey = newPasskey();
    await factors.addPasskey({ access_token: alice.token, refresh_token: '' }, { passkey });
    const key = randomUUID();
    const refused = await bench.post('wallet/claims', usual(bench.usdc), alice, { key });
    expect(refused.json()).toMatchObject({
      code: 'approval-needed',
      approval: { payment: { kind: 'send', recipient: LENA, amount: '50000000' } },
    });
    expect(await bench.server.count('claims')).toBe(0);
    const headers = { 'kax-approval': approving(passkey)(refused.json().approval) };
    const other = { ...usual(bench.usdc), emailOrPhone: 'mallory@post.test' };
    const wrong = await bench.post('wallet/claims', other, alice, { key, headers });
    expect(wrong.json()).toMatchObject({ code: 'approval-needed' });
    const right = await bench.post('wallet/claims', usual(bench.usdc), alice, { key, headers });
    expect(right.statusCode, right.body).toBe(200);
  });
});

describe('only whoever the money is for', () => {
  it('can claim it: the link alone is not enough, and neither is the email', async () => {
    const view = await made();
    const bob = await bench.join('Bob Stone');
    const refused = await claim(view, bob);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'claim-not-yours']);
    expect((await claim({ code: view.code }, alice)).json()).toMatchObject({
      code: 'claim-not-yours',
    });
    const lena = await joinAsLena();
    const unknown = view.code.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const code of [unknown, 'no code']) {
      expect((await claim({ code }, lena)).json()).toMatchObject({ code: 'unknown-claim' });
    }
    expect((await bench.post('wallet/claims/claim', { code: view.code })).statusCode).toBe(401);
    expect(await bench.server.count('operations')).toBe(1);
  });

  it('can claim it once its money has arrived', async () => {
    const view = await bench.make(alice);
    const lena = await joinAsLena();
    // Lena's money came with a block.
    expect((await claim(view, lena)).json()).toMatchObject({ code: 'claim-not-ready' });
    expect((await takeBack(view)).json()).toMatchObject({ code: 'claim-not-ready' });
    await bench.settle();
    expect((await claim(view, lena)).statusCode).toBe(200);
  });

  it('can claim it while the network says that it is there, whatever the records say', async () => {
    const view = await made();
    const lena = await joinAsLena();
    bench.script({ balances: async () => ({ blockNumber: 1n, units: [0n as never] }) });
    expect((await claim(view, lena)).json()).toMatchObject({ code: 'claim-not-ready' });
    expect((await takeBack(view)).json()).toMatchObject({ code: 'claim-not-ready' });
    expect(await bench.server.count('operations')).toBe(1);
  });

  it('can claim it for no more than was set aside', async () => {
    const view = await made();
    const lena = await joinAsLena();
    await bench.chain.call('anvil_setBalance', [view.address, '0x1']);
    expect((await claim(view, lena)).json()).toMatchObject({ code: 'claim-fee-too-high' });
    expect((await takeBack(view)).json()).toMatchObject({ code: 'claim-fee-too-high' });
    expect((await bench.list(alice))[0]).toMatchObject({ state: 'waiting' });
  });

  it('can claim it while their own account is not frozen', async () => {
    const view = await made();
    const lena = await joinAsLena();
    expect((await bench.post('auth/freeze', {}, lena)).statusCode).toBe(200);
    expect((await claim(view, lena)).json()).toMatchObject({ code: 'account-frozen' });
    expect((await takeBack(view)).statusCode).toBe(200);
  });

  it('reads from whom it was in a note of theirs', async () => {
    const view = await made();
    const lena = await joinAsLena();
    const { id } = (await claim(view, lena)).json().operation;
    const headers = { authorization: `Bearer ${lena.token}` };
    const notes = await bench.server.app.inject({ url: '/api/wallet/notes', headers });
    expect(notes.json().data).toMatchObject([
      { text: 'From Alice Moreau: Dinner on Friday', entryId: expect.stringContaining(id) },
    ]);
  });
});

describe('its sender', () => {
  it('takes it back, and then it can’t be claimed', async () => {
    const view = await made();
    const taken = await takeBack(view);
    expect(taken.statusCode, taken.body).toBe(200);
    expect(taken.json()).toMatchObject({
      data: { state: 'returning' },
      operation: { from: view.address, to: alice.address, amount: '50000000' },
    });
    const lena = await joinAsLena();
    expect((await claim(view, lena)).json()).toMatchObject({ code: 'claim-over' });
    await bench.settle();
    expect((await bench.list(alice))[0]).toMatchObject({ state: 'returned' });
    expect((await bench.units(alice.address)).usdc).toBe(TOKENS);
    expect((await takeBack(view)).json()).toMatchObject({ code: 'claim-over' });
  });

  it('takes back no one else’s, and nothing that is unknown', async () => {
    const view = await made();
    const bob = await bench.join('Bob Stone');
    for (const id of [view.id, randomUUID(), 'none']) {
      expect((await takeBack({ id }, bob)).json()).toMatchObject({ code: 'unknown-claim' });
    }
  });

  it('gets it back after 30 days, when it can’t be claimed any more', async () => {
    const view = await made();
    await later(30 * DAY_MS);
    const lena = await joinAsLena();
    expect((await claim(view, lena)).json()).toMatchObject({
      code: 'claim-over',
      error: 'This payment has expired and goes back to whoever sent it.',
    });
    expect((await find(view.code)).json()).toMatchObject({ data: { state: 'expired' } });
    expect((await takeBack(view)).statusCode).toBe(200);
  });

  it('gets back what a stranger added, too, of which its recipient gets nothing', async () => {
    const views = [await made({ amount: '3' }), await made({ amount: '3' })] as const;
    const bob = await bench.join('Bob Stone');
    for (const { address: recipientAddress } of views) {
      const body = { tokenId: bench.usdc, amount: '5', recipientAddress };
      const key = randomUUID();
      const sent = await bench.post('wallet/public/send-tokens', body, bob, { key });
      expect(sent.statusCode, sent.body).toBe(200);
      await bench.settle();
    }
    const lena = await joinAsLena();
    expect((await takeBack(views[0])).json()).toMatchObject({ operation: { amount: '8' } });
    expect((await claim(views[1], lena)).json()).toMatchObject({ operation: { amount: '3' } });
    await bench.settle();
    expect((await bench.units(views[0].address)).usdc).toBe(0n);
    expect((await bench.units(lena.address)).usdc).toBe(TOKENS + 3n);
  });

  it('finds no wallet of a claim among those they paid', async () => {
    const view = await made();
    await takeBack(view);
    await bench.settle();
    const headers = { authorization: `Bearer ${alice.token}` };
    const paid = await bench.server.app.inject({ url: '/api/wallet/recipients', headers });
    expect(paid.json()).toEqual({ data: [] });
  });

  it('keeps the wallet until it is claimed or back', async () => {
    const view = await made();
    const body = { password: alice.user.password, confirmation: 'DELETE' };
    const sentence = 'You have a payment that no one has claimed yet. Take it back first.';
    expect((await bench.post('wallet/delete-wallet', body, alice)).json()).toMatchObject({
      ...{ code: 'operations-open', error: sentence },
    });
    await takeBack(view);
    await bench.settle();
    const after = await bench.post('wallet/delete-wallet', body, alice).then((each) => each.json());
    expect(after.code).not.toBe('operations-open');
    await bench.server.database.pool.query('delete from users where email = $1', [
      alice.user.email,
    ]);
    expect(await bench.server.count('claims')).toBe(0);
  });
});

describe('the money moves once', () => {
  it('when it is claimed and taken back at the same moment, 20 times', async () => {
    const lena = await joinAsLena();
    let claimed = 0n;
    for (let round = 0; round < 20; round += 1) {
      await bench.forgetLimits();
      const view = await made({ amount: '1000' });
      const both = await Promise.all([claim(view, lena), takeBack(view)]);
      const codes = both.map(({ statusCode }) => statusCode);
      expect(codes.toSorted(), `round ${round}`).toEqual([200, 409]);
      const loser = both.find(({ statusCode }) => statusCode === 409);
      expect(loser?.json()).toMatchObject({ code: 'claim-over' });
      await bench.settle();
      if (codes[0] === 200) claimed += 1_000n;
      expect((await bench.units(view.address)).usdc).toBe(0n);
    }
    expect((await bench.units(lena.address)).usdc).toBe(TOKENS + claimed);
    expect((await bench.units(alice.address)).usdc).toBe(TOKENS - claimed);
    expect(await bench.server.count('operations')).toBe(40);
  });

  it('for one key, and for several claims of one recipient at the same moment', async () => {
    const view = await made();
    const lena = await joinAsLena();
    const key = randomUUID();
    const same = await Promise.all([claim(view, lena, key), claim(view, lena, key)]);
    const ids = same.map((each) => each.json().operation?.id);
    expect(new Set(ids).size).toBe(1);
    expect((await claim(view, lena, key)).json()).toMatchObject({ operation: { id: ids[0] } });
    expect((await claim(view, lena)).json()).toMatchObject({ code: 'claim-over' });
    await bench.settle();
    expect((await claim(view, lena, key)).json()).toMatchObject({ operation: { id: ids[0] } });
  });

  it('and again when the operation that ended it moved nothing', async () => {
    const view = await made();
    const lena = await joinAsLena();
    const { id } = (await claim(view, lena)).json().operation;
    await bench.server.database.pool.query(
      `update operations set status = 'replaced', ended_at = now() where id = $1`,
      [id],
    );
    expect((await find(view.code)).json()).toMatchObject({ data: { state: 'waiting' } });
  });
});

describe('a repeat under the same key', () => {
  it('is the same payment, and with anything else refused', async () => {
    const key = randomUUID();
    const first = await bench.make(alice, {}, key);
    expect(await bench.make(alice, {}, key)).toEqual(first);
    for (const more of [{ amount: '1' }, { emailOrPhone: 'a@b.test' }, { message: '' }]) {
      const body = { ...usual(bench.usdc), ...more };
      const response = await bench.post('wallet/claims', body, alice, { key });
      expect(response.json()).toMatchObject({ code: 'idempotency-key-reused' });
    }
    expect(await bench.server.count('claims')).toBe(1);
    expect(await bench.server.count('operations')).toBe(1);
  });

  it('at the same moment is one payment, and payments under other keys have other wallets', async () => {
    const key = randomUUID();
    const make = (own: string) =>
      bench.post('wallet/claims', { ...usual(bench.usdc), amount: '5' }, alice, { key: own });
    const all = await Promise.all([make(key), make(key), make(randomUUID())]);
    const views: readonly ClaimView[] = all.map((each) => each.json().data);
    expect(new Set(views.map(({ id }) => id)).size).toBe(2);
    expect(new Set(views.map(({ address }) => address)).size).toBe(2);
  });

  it('after a crash between its row and its operation has the same wallet', async () => {
    const key = randomUUID();
    bench.script({ prepareTransfer: () => Promise.reject(new Error('Gone.')) });
    await bench.post('wallet/claims', usual(bench.usdc), alice, { key });
    expect(await bench.server.count('claims')).toBe(0);
    bench.script({});
    const { code, address, number } = await bench.make(alice, {}, key);
    await bench.server.database.pool.query('truncate operations, chain_accounts cascade');
    expect(await bench.list(alice)).toEqual([]);
    expect((await find(code)).json()).toMatchObject({ code: 'unknown-claim' });
    expect(await bench.make(alice, {}, key)).toMatchObject({ code, address, number });
    const other = await bench.make(alice);
    expect(other.number).toBe(number + 1);
  });
});

it('a wallet whose row was lost is never shared', async () => {
  const lost = await made();
  await bench.server.database.pool.query('truncate claims');
  const next = await bench.make(alice);
  expect([lost.number, next.number]).toEqual([0, 1]);
  expect(next.address).not.toBe(lost.address);
});

it('a link can be opened by anyone who has it, and says the same of every code that has no payment', async () => {
  const view = await bench.make(alice);
  const responseTo = async (code: string) => {
    const { statusCode, body } = await find(code);
    return { statusCode, body: body.replaceAll(/"requestId":"[^"]*"/g, '') };
  };
  const unknown = await responseTo('0'.repeat(16));
  expect(unknown.statusCode).toBe(404);
  expect(await responseTo('no code')).toEqual(unknown);
  await bench.server.database.pool.query('update claims set content = sha256(content)');
  expect(await responseTo(view.code)).toEqual(unknown);
});

it('nothing of a payment by link is in a log, in the audit or in the clear in a row', async () => {
  const view = await made();
  await find(view.code);
  const lena = await joinAsLena();
  await claim(view, lena);
  const entropy = Buffer.from(await entropyOf(view));
  const { rows } = await bench.server.database.pool.query(
    `select (select json_agg(c)::text || string_agg(encode(content, 'escape') || encode(sealed_code, 'escape'), '') from claims c)
       || (select json_agg(o)::text from operations o) || (select json_agg(a)::text from audit_events a)
       || (select coalesce(json_agg(r)::text, '') from rate_limits r)
       || (select coalesce(json_agg(p)::text, '') from admitted_payments p) as stored`,
  );
  const secrets = [view.code, showRequestCode(view.code), claimLink('', view.code), 'Dinner', LENA];
  for (const text of [bench.server.logged().join('\n'), rows[0].stored]) {
    for (const each of [...secrets, toPhrase(entropy), entropy.toString('hex')]) {
      expect(text.toLowerCase()).not.toContain(each.toLowerCase());
      expect(text).not.toContain(Buffer.from(each).toString('hex'));
    }
    expect(text).not.toContain(entropy.toString('base64').slice(0, 21));
  }
});
