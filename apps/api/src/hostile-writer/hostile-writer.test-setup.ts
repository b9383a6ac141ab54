import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TakenNotice } from '../ports/outbox.ts';
import { openCode } from '../recovery/open-code.ts';
import {
  createTestServer,
  newPhone,
  type TestServer,
  type TestServerOptions,
  type TestUser,
} from '../server.test-setup.ts';

/** Two users, of whom one can write to every table, and has an account with their own email and phone. */
export interface HostileWriter {
  readonly server: TestServer;
  readonly victim: StoredUser;
  readonly attacker: StoredUser;
  /** A new server with both users. */
  reset(): Promise<void>;
  /** Runs any SQL. */
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Each call comes from an address of its own. */
  post(call: string, payload: object, headers?: Record<string, string>): Promise<Reply>;
  get(path: string, accessToken: string): Promise<Reply>;
  signIn(user: TestUser): Promise<Tokens>;
  /** What reaches a mailbox and a phone: the process that sends codes opens each for its recipient. */
  receive(user: Contacts): Promise<Codes | null>;
  codesOf(user: Contacts): Promise<Codes>;
  /** Nothing of what was tried let anyone in, or changed what lets the victim in. */
  expectNothingOpened(): Promise<void>;
}

export type StoredUser = TestUser & { readonly id: string };
type Contacts = Pick<TestUser, 'email' | 'phone'>;
type Reply = Awaited<ReturnType<TestServer['app']['inject']>>;

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

interface Codes {
  readonly emailOTP: string;
  readonly phoneOTP: string;
}

export const NEW_PASSWORD = 'Other!Bank7';

/** Starts a server; call `reset` before each test. */
export async function createHostileWriter(options?: TestServerOptions): Promise<HostileWriter> {
  const server = await createTestServer(options);
  let calls = 0;
  // Of one network: codes work only for whoever requested them.
  const nextAddress = () => {
    calls = (calls + 1) % 250;
    return `10.9.9.${calls + 1}`;
  };
  const query: HostileWriter['query'] = async <Row extends object>(
    text: string,
    values: unknown[] = [],
  ) => (await server.database.pool.query<Row>(text, values)).rows;
  const withId = async (user: TestUser) => {
    const [row] = await query<{ id: string }>('select id from users where email = $1', [
      user.email,
    ]);
    if (row === undefined) throw new Error(`${user.email} has no account.`);
    return { ...user, id: row.id };
  };
  const writer = {
    server,
    victim: undefined as unknown as StoredUser,
    attacker: undefined as unknown as StoredUser,
    query,
    async reset() {
      await server.reset();
      writer.victim = await withId(server.user);
      const email = `mallory-${randomUUID()}@kax.test`;
      const mallory = { name: 'Mallory', email, phone: newPhone(), password: 'Mallory!Bank9' };
      await server.createUser(mallory);
      writer.attacker = await withId(mallory);
    },
    async post(call: string, payload: object, headers: Record<string, string> = {}) {
      const url = `/api/${call}`;
      const remoteAddress = nextAddress();
      return server.app.inject({ method: 'POST', url, payload, remoteAddress, headers });
    },
    async get(path: string, accessToken: string) {
      const headers = { authorization: `Bearer ${accessToken}` };
      return server.app.inject({ method: 'GET', url: `/api/${path}`, headers });
    },
    async signIn({ email, password }: TestUser) {
      const response = await writer.post('auth/login', { email, password });
      if (response.statusCode !== 200) throw new Error(response.body);
      return response.json() as Tokens;
    },
    async receive({ email, phone }: Contacts) {
      const codes: string[] = [];
      for (const recipient of [email, phone]) {
        const [notice] = await query<TakenNotice>(
          'select * from outbox where recipient = $1 and secret is not null order by id desc limit 1',
          [recipient],
        );
        if (notice === undefined) return null;
        codes.push(openCode(server.codeSecrets, notice) ?? '');
      }
      const [emailOTP = '', phoneOTP = ''] = codes;
      return { emailOTP, phoneOTP };
    },
    async codesOf(user: Contacts) {
      const codes = await writer.receive(user);
      if (codes === null) throw new Error(`${user.email} received no codes.`);
      return codes;
    },
    async expectNothingOpened() {
      const opened = await query("select 1 from audit_events where event = 'recovery-unwrapped'");
      expect(opened).toEqual([]);
      const { email, password } = writer.victim;
      const login = (tried: string) => writer.post('auth/login', { email, password: tried });
      expect((await login(NEW_PASSWORD)).statusCode).toBe(401);
      expect((await login(password)).statusCode).toBe(200);
    },
  };
  return writer;
}

/** @returns someone who can register */
export function newUser(phone: string): TestUser {
  const email = `new-${randomUUID()}@kax.test`;
  return { name: 'New User', email, phone, password: 'Piggy!Bank7' };
}

/** Another value of the column's type, in the rows that meet a condition. */
export async function changeColumn(
  { query, attacker }: HostileWriter,
  {
    table,
    column,
    condition,
  }: { readonly table: string; readonly column: string; readonly condition: string },
): Promise<void> {
  const [{ data_type: type } = { data_type: '' }] = await query<{ data_type: string }>(
    'select data_type from information_schema.columns where table_name = $1 and column_name = $2',
    [table, column],
  );
  const other: Readonly<Record<string, string>> = {
    uuid: `'${attacker.id}'`,
    text: `coalesce(${column}, '') || '1'`,
    boolean: `not ${column}`,
    bytea: `sha256(coalesce(${column}, ''))`,
    jsonb: `case when jsonb_typeof(${column}) = 'array' then ${column} || '[]' || '[{"state":"to-sign"}]'
      else ${column} || '{"outputAmount":"1"}' end`,
    'timestamp with time zone': `coalesce(${column}, now()) + interval '1 second'`,
  };
  const changed = await query(
    `update ${table} set ${column} = ${other[type] ?? `${column} + 1`} where ${condition} returning 1`,
  );
  expect(changed.length, `${table}.${column}`).toBeGreaterThan(0);
}
