/** A sent email or text message, in the format of Mailpit's API. */
export interface Message {
  readonly ID: string;
  readonly MessageID: string;
  readonly Read: boolean;
  readonly From: Mailbox;
  readonly To: readonly Mailbox[];
  readonly Cc: readonly Mailbox[];
  readonly Bcc: readonly Mailbox[];
  readonly ReplyTo: readonly Mailbox[];
  readonly Subject: string;
  /** ISO 8601. */
  readonly Created: string;
  readonly Size: number;
  readonly Attachments: number;
  /** `sms` for a text message; its To address is the number. */
  readonly Tags: readonly string[];
  readonly Text: string;
  readonly HTML: string;
}

export interface Mailbox {
  readonly Name: string;
  readonly Address: string;
}

const SNIPPET = 240;

/** @returns what a list shows about a message */
export function summaryOf({ Text, HTML: _, ...summary }: Message): Record<string, unknown> {
  const text = Text.replaceAll(/\s+/g, ' ').trim();
  return { ...summary, Snippet: text.length > SNIPPET ? `${text.slice(0, SNIPPET)}…` : text };
}
