import { randomUUID } from 'node:crypto';
import PostalMime, { type Address } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Mailbox, Message } from './message.ts';
import type { MessageStore } from './message-store.ts';

const MOST_BYTES = 1_000_000;
const TOO_LARGE = 552;
/** Time for clients that are connected when it stops. */
const CLOSE_WITHIN_MS = 500;

/** Starts a mail server that stores all mail and forwards none. */
export async function startSmtp(
  port: number,
  store: MessageStore,
): Promise<{ stop(): Promise<void> }> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MOST_BYTES,
    closeTimeout: CLOSE_WITHIN_MS,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          callback(
            Object.assign(new Error('The message is too large.'), { responseCode: TOO_LARGE }),
          );
          return;
        }
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        parseMail(Buffer.concat(chunks), recipients)
          .then((message) => store.add(message))
          .then(
            () => callback(),
            (cause: Error) => callback(cause),
          );
      });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      resolve();
    });
  });
  return { stop: () => new Promise((resolve) => server.close(() => resolve())) };
}

async function parseMail(raw: Buffer, recipients: readonly string[]): Promise<Message> {
  const mail = await PostalMime.parse(raw);
  const to = mailboxes(mail.to);
  const isNamed = (address: string) => to.some(({ Address }) => Address === address);
  return {
    ID: randomUUID(),
    MessageID: mail.messageId ?? '',
    Read: false,
    From: mailboxes(mail.from ? [mail.from] : [])[0] ?? { Name: '', Address: '' },
    To: to,
    Cc: mailboxes(mail.cc),
    Bcc: recipients
      .filter((address) => !isNamed(address))
      .map((Address) => ({ Name: '', Address })),
    ReplyTo: mailboxes(mail.replyTo),
    Subject: mail.subject ?? '',
    Created: new Date().toISOString(),
    Size: raw.length,
    Attachments: mail.attachments.length,
    Tags: [],
    Text: mail.text ?? '',
    HTML: mail.html ?? '',
  };
}

function mailboxes(addresses: readonly Address[] | undefined): readonly Mailbox[] {
  return (addresses ?? []).flatMap(({ name, address, group }) =>
    address === undefined ? mailboxes(group) : [{ Name: name, Address: address }],
  );
}
