import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toBaseUnits } from '#domain/amount/base-units';
import { buildNetwork, USDC } from '#testing/network';
import type { ClaimView } from '#wire/wallet/claim';
import { createLinkSeals } from '../adapters/key-vault/link-seals.ts';
import { createScriptedChain } from '../simulator/scripted-chain.ts';
import { createHostileWriter, type HostileWriter } from './hostile-writer.test-setup.ts';

const DAY_MS = 24 * 60 * 60_000;
const NETWORK = buildNetwork();
const RICH = toBaseUnits(10n ** 24n);
/** Wallets of claims hold nothing before they are paid. */
const paid = new Set<string>();
const CHAIN = createScriptedChain({
  balances: async (owner, tokens) => ({
    blockNumber: 100n,
    units: tokens.map(() => (paid.has(owner) ? RICH : toBaseUnits(0n))),
  }),
});

let writer: HostileWriter;
/** The victim sends, and the attacker is who the money is for: they know the code and may claim it. */
let victims: string;
let attackers: string;
let made: ClaimView;

beforeAll(async () => {
  writer = await createHostileWriter({
    chain: {
      ...{ networks: [NETWORK], poolChainIds: [NETWORK.chainId] },
      chains: new Map([[NETWORK.chainId, CHAIN]]),
    },
  });
});
afterAll(() => writer?.server.stop());
beforeEach(async () => {
  await writer.reset();
  await writer.query('truncate operations, chain_accounts cascade');
  const wallets = await writer.query<{ public_address: string }>(
    'select public_address from wallets',
  );
  for (const { public_address: address } of wallets) paid.add(address);
  victims = (await writer.signIn(writer.victim)).access_token;
  attackers = (await writer.signIn(writer.attacker)).access_token;
  made = await make(victims, { message: 'For the rent' });
});

async function make(token: string, more: object = {}): Promise<ClaimView> {
  const response = await writer.post(
    'wallet/claims',
    {
      ...{ tokenId: USDC.id, amount: '40000000', message: '' },
      ...{ emailOrPhone: token === victims ? writer.attacker.email : writer.victim.email, ...more },
    },
    { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
  );
  expect(response.statusCode, response.body).toBe(200);
  const view: ClaimView = response.json().data;
  await writer.query(`update operations set status = 'mined' where id = $1`, [view.operationId]);
  paid.add(view.address);
  return view;
}

async function list(token = victims): Promise<readonly ClaimView[]> {
  const response = await writer.get('wallet/claims', token);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
}

const find = async (code: string) => (await writer.post('claims/find', { code })).json();

async function claim({ code }: ClaimView, token = attackers) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  return (await writer.post('wallet/claims/claim', { code }, headers)).json();
}

async function takeBack(id: string, token: string) {
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  return (await writer.post(`wallet/claims/${id}/take-back`, {}, headers)).json();
}

const change = (set: string, id = made.id, values: unknown[] = []) =>
  writer.query(`update claims set ${set} where id = $1 returning 1`, [id, ...values]);

const reported = () =>
  writer.server.unsealed().filter(({ message }) => message.startsWith('A row of claims'));

/** What was signed besides the payments into the wallets. */
const ends = () =>
  writer.query<{ recipient: string; account: string }>(
    `select recipient, account from operations where fingerprint like 'end-claim %'`,
  );

describe('whoever writes to the database gets no money of a link that isn’t theirs, and opens no wallet, by', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'giving it to another user, with its payment',
      async () => {
        await change('user_id = $2', made.id, [writer.attacker.id]);
        await writer.query('update operations set user_id = $1', [writer.attacker.id]);
      },
    ],
    ['another id', () => change('id = $2', made.id, [randomUUID()])],
    ['another number', () => change('number = 7')],
    ['another chain', () => change('chain_id = 137')],
    ['another address', () => change('address = $2', made.id, [`0x${'5'.repeat(40)}`])],
    ['another time', () => change(`created_at = created_at - interval '1 day'`)],
    ['a later end', () => change(`expires_at = expires_at + interval '1 year'`)],
    ['changed bytes', () => change('content = sha256(content)')],
    ['no bytes', () => change(`content = ''`)],
    [
      'the content of their own',
      async () => {
        const own = await make(attackers);
        await writer.query(
          'update claims c set content = o.content from claims o where c.id = $1 and o.id = $2',
          [made.id, own.id],
        );
      },
    ],
    [
      'all of their own but its id, user and code',
      async () => {
        const own = await make(attackers);
        await writer.query(
          `update claims c set content = o.content, number = o.number, address = o.address, chain_id = o.chain_id,
             created_at = o.created_at, expires_at = o.expires_at
           from claims o where c.id = $1 and o.id = $2`,
          [made.id, own.id],
        );
      },
    ],
    [
      'their own with its id, user and code',
      async () => {
        const own = await make(attackers);
        const [row] = await writer.query<{ lookup: Buffer; funding_key: string }>(
          'delete from claims where id = $1 returning lookup, funding_key',
          [made.id],
        );
        await change('lookup = $2, id = $3, user_id = $4, funding_key = $5, number = 9', own.id, [
          ...[row?.lookup, made.id, writer.victim.id, row?.funding_key],
        ]);
      },
    ],
    [
      'other terms, sealed with the code of the link, which they know',
      async () => {
        const seals = createLinkSeals(randomBytes(32), 'claims');
        const place = { id: made.id, userId: writer.victim.id };
        await change('content = $2', made.id, [seals.seal(place, made.code, '{}')]);
      },
    ],
    [
      'the payment of another one',
      async () => {
        const other = await make(victims);
        const [row] = await writer.query<{ funding_key: string }>(
          'delete from claims where id = $1 returning funding_key',
          [other.id],
        );
        await change('funding_key = $2', made.id, [row?.funding_key]);
      },
    ],
    [
      'an end that is of another account',
      () => change('operation_id = $2', made.id, [made.operationId]),
    ],
  ])('%s: the link does not work, and it is reported', async (_name, attack) => {
    await attack();
    expect(await find(made.code)).toMatchObject({ code: 'unknown-claim' });
    expect(await claim(made)).toMatchObject({ code: 'unknown-claim' });
    expect((await list()).filter(({ id }) => id === made.id)).toEqual([]);
    for (const token of [victims, attackers]) {
      expect(await takeBack(made.id, token)).toMatchObject({ code: 'unknown-claim' });
    }
    expect(reported().length).toBeGreaterThan(0);
    expect(await ends()).toEqual([]);
  });

  it('exchanging the contents of two: neither link works', async () => {
    const other = await make(victims);
    await writer.query(
      'update claims c set content = o.content, sealed_code = o.sealed_code from claims o where c.id <> o.id',
    );
    for (const each of [made, other]) {
      expect(await claim(each)).toMatchObject({ code: 'unknown-claim' });
    }
    expect(await list()).toEqual([]);
  });

  it('another code and number for its sender', async () => {
    const other = await make(victims);
    await writer.query(
      'update claims c set sealed_code = o.sealed_code from claims o where c.id = $1 and o.id = $2',
      [made.id, other.id],
    );
    expect((await list()).map(({ id }) => id)).toEqual([other.id]);
    expect(reported()).toMatchObject([{ rowId: made.id, owner: writer.victim.id }]);
  });

  it('another code to find it by: the link finds nothing', async () => {
    await change('lookup = sha256(lookup)');
    expect(await claim(made)).toMatchObject({ code: 'unknown-claim' });
  });

  it('paying it elsewhere, as far as the records go', async () => {
    await writer.query('update operations set recipient = $2 where id = $1', [
      ...[made.operationId, `0x${'5'.repeat(40)}`],
    ]);
    expect(await claim(made)).toMatchObject({ code: 'unknown-claim' });
  });
});

describe('at worst, whoever writes to the database makes a link look over', () => {
  it('as being claimed', async () => {
    await change('operation_id = $2', made.id, [randomUUID()]);
    expect(await find(made.code)).toMatchObject({ data: { state: 'claiming' } });
    expect(await claim(made)).toMatchObject({ code: 'claim-over' });
  });

  it('and never makes an expired one claimable', async () => {
    writer.server.later(30 * DAY_MS);
    attackers = (await writer.signIn(writer.attacker)).access_token;
    await change(`expires_at = now() + interval '1 year'`);
    expect(await claim(made)).toMatchObject({ code: 'unknown-claim' });
  });

  it('or signs once more for one that is over, from the same wallet to whoever it is for', async () => {
    expect(await claim(made)).toHaveProperty('operation');
    await change('operation_id = null');
    await claim(made);
    const all = await ends();
    expect(new Set(all.map(({ account }) => account))).toEqual(new Set([made.address]));
    expect(new Set(all.map(({ recipient }) => recipient)).size).toBe(1);
  });
});

it('a user with the link but another email gets nothing, whatever they write into their own rows', async () => {
  const other = await make(victims, { emailOrPhone: 'lena@post.test' });
  await writer.query('update users set email = $2 where id = $1', [
    ...[writer.attacker.id, 'lena@post.test'],
  ]);
  expect(await claim(other)).not.toHaveProperty('operation');
  expect(await ends()).toEqual([]);
});

it('a copy of the database has nothing of a claim but its wallet’s address, and each is of one length', async () => {
  await make(victims, { message: 'x'.repeat(140) });
  const stored = await writer.query<{ row: string; content: Buffer; sealed_code: Buffer }>(
    `select row_to_json(c)::text || encode(content, 'escape') || encode(sealed_code, 'escape') as row,
       content, sealed_code from claims c`,
  );
  expect(stored).toHaveLength(2);
  for (const { row, content } of stored) {
    const seen = `${row}${content.toString('latin1')}`.toLowerCase();
    for (const text of [made.code, made.amount, 'For the rent', USDC.id, writer.attacker.email]) {
      expect(seen).not.toContain(text.toLowerCase());
      expect(seen).not.toContain(Buffer.from(text).toString('hex'));
    }
  }
  expect(new Set(stored.map(({ content }) => content.length)).size).toBe(1);
  expect(new Set(stored.map(({ sealed_code: code }) => code.length)).size).toBe(1);
});
