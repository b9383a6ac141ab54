import type { APIRequestContext } from '@playwright/test';
import { portOffsets } from '#sandbox/start';

/** An email or a text message as the sandbox's mailbox lists it. */
export interface SentMessage {
  readonly ID: string;
  readonly To: readonly { readonly Address: string }[];
  readonly Subject: string;
  /** ISO 8601. */
  readonly Created: string;
  readonly Tags: readonly string[];
  readonly Snippet: string;
}

const WAIT_MS = 120_000;
const LOOK_MS = 200;
/** A server may end an idle connection at the moment at which it is used again. */
export const RESET = { maxRetries: 3 } as const;

/** @returns what was sent to an email address or a phone number, newest first */
export async function messagesTo(
  request: APIRequestContext,
  baseURL: string,
  address: string,
): Promise<readonly SentMessage[]> {
  const mailbox = new URL(baseURL);
  mailbox.port = String(Number(mailbox.port) + portOffsets.messages);
  const query = encodeURIComponent(`to:"${address}"`);
  const response = await request.get(`${mailbox.origin}/api/v1/search?query=${query}`, RESET);
  const { messages }: { messages: readonly SentMessage[] } = await response.json();
  // The search also finds addresses that contain this one.
  return messages.filter(({ To }) => To.some(({ Address }) => Address === address));
}

/** @returns the whole text of an email or a text message */
export async function textOf(
  request: APIRequestContext,
  baseURL: string,
  { ID }: SentMessage,
): Promise<string> {
  const mailbox = new URL(baseURL);
  mailbox.port = String(Number(mailbox.port) + portOffsets.messages);
  const response = await request.get(`${mailbox.origin}/api/v1/message/${ID}`, RESET);
  const { Text }: { Text: string } = await response.json();
  return Text;
}

/**
 * Waits for both codes of a user.
 * @param after ignores codes sent before this time
 */
export async function latestCodes(
  request: APIRequestContext,
  baseURL: string,
  user: { readonly email: string; readonly phone: string },
  after = new Date(0),
): Promise<{ readonly emailCode: string; readonly phoneCode: string }> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const emailCode = codeIn(await messagesTo(request, baseURL, user.email), after);
    const phoneCode = codeIn(await messagesTo(request, baseURL, user.phone), after);
    if (emailCode !== null && phoneCode !== null) return { emailCode, phoneCode };
    if (Date.now() > deadline) throw new Error(`No codes arrived for ${user.email}.`);
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

function codeIn(messages: readonly SentMessage[], after: Date): string | null {
  const recent = messages.filter(({ Created }) => new Date(Created) > after);
  for (const { Snippet } of recent) {
    const code = /(?<!\d)\d{6}(?!\d)/.exec(Snippet)?.[0];
    if (code !== undefined) return code;
  }
  return null;
}
