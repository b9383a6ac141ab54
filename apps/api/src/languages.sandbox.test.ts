import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Language } from '#language/languages';
import { createTranslator } from '#language/translator';
import { createPostgresOutbox } from './adapters/postgres/accounts/outbox.ts';
import { sendOutbox } from './jobs/send-outbox.ts';
import type { Mail } from './ports/mailer.ts';
import { createTestServer, type TestServer } from './server.test-setup.ts';

let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());
beforeEach(() => server.reset());

async function rows<Row extends object>(statement: string): Promise<readonly Row[]> {
  return (await server.database.pool.query<Row>(statement)).rows;
}

/** @returns the stored language, and which transaction wrote the row */
async function stored() {
  const [row] = await rows<{ language: string; xmin: string }>('select language, xmin from users');
  if (row === undefined) throw new Error('There is no user.');
  return row;
}

async function signIn(acceptLanguage: string | null, password = server.user.password) {
  const { email } = server.user;
  const response = await server.app.inject({
    ...{ method: 'POST', url: '/api/auth/login', payload: { email, password } },
    headers: acceptLanguage === null ? {} : { 'accept-language': acceptLanguage },
  });
  return response;
}

async function change(language: string, token: string | null) {
  return server.app.inject({
    ...{ method: 'PUT', url: '/api/user/language', payload: { language } },
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  });
}

const SPANISH: Readonly<Record<string, string>> = {
  'Your Kax account is frozen': 'Tu cuenta de Kax está congelada',
};
const translatorOf = (language: Language) =>
  createTranslator(language, language === 'es' ? (message) => SPANISH[message] : null);

/** @returns the subject and page of a notice to the user */
async function notify(userId: string | null, content: Record<string, string> = {}): Promise<Mail> {
  const outbox = createPostgresOutbox(server.database);
  const now = server.now();
  await server.database.pool.query('truncate outbox');
  const notice = {
    ...({ topic: 'account-frozen', channel: 'email', recipient: 'alice@kax.test' } as const),
    ...{ userId, content: { at: now.toISOString(), ...content }, secret: null, expiresAt: null },
  };
  await outbox.add([notice], now);
  const mails: Mail[] = [];
  await sendOutbox({
    outbox,
    translatorOf,
    mailer: { send: async (mail) => void mails.push(mail) },
    sms: { send: async () => {} },
    ...{ openCode: () => null, openLink: () => null, isStillDue: async () => true },
    ...{ freezeLink: () => null, textBudgets: { take: async () => true } },
    ...{ host: 'wallet.example', smsCountries: [] },
    clock: { now: server.now, sleep: async () => {} },
    report: ({ cause }) => {
      throw cause;
    },
  });
  const [mail] = mails;
  if (mail === undefined) throw new Error('No mail was sent.');
  return mail;
}

const idOfUser = async () => (await rows<{ id: string }>('select id from users'))[0]?.id ?? '';

describe('emails and messages are in the language of the last sign-in or choice', () => {
  it('which a sign-in takes from its request, and writes only when it changes', async () => {
    expect((await stored()).language).toBe('en');
    await signIn('es-MX,es;q=0.9,en;q=0.8');
    const first = await stored();
    expect(first.language).toBe('es');
    await signIn('es');
    expect(await stored()).toEqual(first);
    await signIn(null);
    expect((await stored()).language).toBe('en');
  });

  it('which a sign-in with a wrong password does not change', async () => {
    expect((await signIn('es', 'Wrong!Bank8')).statusCode).toBe(401);
    expect((await stored()).language).toBe('en');
  });

  it('which a signed-in user chooses', async () => {
    const { access_token: token } = (await signIn('en')).json();
    const response = await change('ar', token);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ data: { language: 'ar' } });
    expect((await stored()).language).toBe('ar');
  });

  it('which is one of those that Kax speaks, and no one else’s to choose', async () => {
    const { access_token: token } = (await signIn('en')).json();
    expect((await change('fr', token)).json().code).toBe('bad-request');
    expect((await change('es', null)).json().code).toBe('unauthorized');
    expect((await stored()).language).toBe('en');
  });

  it('and reach their user in it', async () => {
    await signIn('es');
    const mail = await notify(await idOfUser());
    expect(mail.subject).toBe('Tu cuenta de Kax está congelada');
    expect(mail.html).toContain('<html lang="es">');
  });

  it('or in that of whoever caused them, where the reader has no account', async () => {
    expect((await notify(null, { language: 'ar' })).html).toContain('<html lang="ar" dir="rtl">');
    expect((await notify(null, { language: 'xx' })).html).toContain('<html lang="en">');
    expect((await notify(null)).html).toContain('<html lang="en">');
  });

  it('or in English where something else wrote what is no language', async () => {
    const { pool } = server.database;
    await expect(pool.query("update users set language = 'xx'")).rejects.toThrow('users_language');
    await pool.query('alter table users drop constraint users_language');
    try {
      await pool.query(`update users set language = '"><script>'`);
      const { subject, html } = await notify(await idOfUser());
      expect(subject).toBe('Your Kax account is frozen');
      expect(html).toContain('<html lang="en">');
    } finally {
      await pool.query("update users set language = 'en'");
      await pool.query(
        "alter table users add constraint users_language check (language in ('en', 'es', 'ar'))",
      );
    }
  });
});
