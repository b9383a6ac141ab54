import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestAuthority } from '#testing/test-authority';
import { DeliveryRefused } from '../../ports/mailer.ts';
import { createSmtpMailer, type MailerOptions } from './mailer.ts';

/** What the server says to a command; undefined for nothing at all. */
type Says = (command: string) => string | undefined;

const mail = { to: 'alice@kax.test', subject: 'Hello', text: 'Hi', html: '<p>Hi</p>' };
const willing: Readonly<Record<string, string>> = {
  '': '220 ready',
  EHLO: '250-mail.test\r\n250 AUTH PLAIN',
  AUTH: '235 in',
  STARTTLS: '502 not here',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  '.': '250 taken',
  QUIT: '221 bye',
};

let server: Server;
let sockets: Set<Socket>;
let received: string[];
let says: Says;

beforeEach(async () => {
  sockets = new Set();
  received = [];
  says = (command) => willing[command];
  server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    response(socket, '');
    socket.setEncoding('utf8').on('data', (text) => {
      for (const line of String(text).split('\r\n')) {
        if (line !== '') received.push(line);
        const command = /^(?:(EHLO|AUTH|STARTTLS|MAIL|RCPT|DATA|QUIT)\b|\.$)/.exec(line)?.[0];
        if (command !== undefined) response(socket, command);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
});

describe('the mailer', () => {
  it('hands a mail over', async () => {
    await mailer().send(mail);
    expect(received).toContain('RCPT TO:<alice@kax.test>');
    expect(received).toContain('Subject: Hello');
    expect(received).toContain('From: Kax <no-reply@kax.test>');
  });

  it.each(['RCPT', 'DATA', '.'])('treats a 5xx to %s as a permanent refusal', async (command) => {
    says = (given) => (given === command ? '550 no such person' : willing[given]);
    await expect(mailer().send(mail)).rejects.toEqual(new DeliveryRefused('SMTP code 550'));
  });

  it.each([
    ['', '554 not now'],
    ['EHLO', '421 busy'],
    ['AUTH', '535 wrong password'],
    ['MAIL', '530 sign in first'],
    ['RCPT', '450 try later, alice@kax.test'],
    ['.', '451 try later'],
  ])('treats the reply to %j, “%s”, as a temporary error', async (command, line) => {
    says = (given) => (given === command ? line : willing[given]);
    const sent = mailer({ user: 'kax:secret@' }).send(mail);
    await expect(sent).rejects.not.toBeInstanceOf(DeliveryRefused);
    await expect(sent).rejects.not.toThrow(/alice|secret/);
    await expect(sent).rejects.toThrow(line.slice(0, 3));
  });

  it.each(['', 'EHLO', '.'])(
    'waits no longer than configured for a reply to %j',
    async (command) => {
      says = (given) => (given === command ? undefined : willing[given]);
      const begin = performance.now();
      await expect(mailer({ timeoutMs: 300 }).send(mail)).rejects.not.toBeInstanceOf(
        DeliveryRefused,
      );
      expect(performance.now() - begin).toBeLessThan(20_000);
    },
  );

  it('sends nothing in the clear when it needs TLS, unless the URL says so', async () => {
    const url = `smtp://127.0.0.1:${port()}`;
    const sent = mailer({ url, needsTls: true }).send(mail);
    await expect(sent).rejects.not.toBeInstanceOf(DeliveryRefused);
    expect(received.join()).not.toMatch(/MAIL FROM|AUTH/);
    await mailer({ url: `${url}?requireTLS=false`, needsTls: true }).send(mail);
    expect(received.join()).toContain('MAIL FROM');
  });

  it('begins with TLS over smtps, and says nothing to a server whose certificate is not trusted', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kax-mailer-'));
    const certificate = createTestAuthority(folder, 'stranger').issue('localhost');
    const secured: string[] = [];
    const tlsServer = createTlsServer(certificate, (socket) => {
      response(socket, '');
      socket.setEncoding('utf8').on('data', (line) => {
        secured.push(String(line));
        response(socket, /^(EHLO|AUTH|MAIL|RCPT|DATA|QUIT)\b/.exec(String(line))?.[0] ?? '.');
      });
    }).on('tlsClientError', () => undefined);
    tlsServer.listen(0, '127.0.0.1');
    await once(tlsServer, 'listening');
    const url = `smtps://kax:secret@localhost:${(tlsServer.address() as AddressInfo).port}`;
    await expect(mailer({ url, needsTls: true }).send(mail)).rejects.toThrow(/could not be used/);
    expect(secured).toEqual([]);
    await mailer({ url: `${url}?tls.rejectUnauthorized=false`, needsTls: true }).send(mail);
    expect(secured.join('')).toContain('RCPT TO:<alice@kax.test>');
    tlsServer.close();
    await once(tlsServer, 'close');
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['to', 'a@kax.test\r\nBcc: b@kax.test'],
    ['to', 'a@kax.test>\nRCPT TO:<b@kax.test'],
    ['subject', 'Hello\r\nBcc: b@kax.test'],
  ])('refuses a line break in %s', async (field, value) => {
    await expect(mailer().send({ ...mail, [field]: value })).rejects.toBeInstanceOf(
      DeliveryRefused,
    );
    expect(received).toEqual([]);
  });

  it('reaches one recipient, whatever the address looks like', async () => {
    await mailer()
      .send({ ...mail, to: 'a@kax.test, b@kax.test' })
      .catch(() => undefined);
    expect(received.join('\n')).not.toContain('RCPT TO:<b@kax.test>');
  });
});

function mailer(more: Partial<MailerOptions> & { readonly user?: string } = {}) {
  const { user = '', ...options } = more;
  return createSmtpMailer({
    url: `smtp://${user}127.0.0.1:${port()}`,
    from: 'Kax <no-reply@kax.test>',
    needsTls: false,
    timeoutMs: 2_000,
    ...options,
  });
}

function port(): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('Nobody listens.');
  return address.port;
}

function response(socket: Socket, command: string): void {
  const line = says(command);
  if (line !== undefined) socket.write(`${line}\r\n`);
}
