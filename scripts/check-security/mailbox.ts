import { setTimeout as sleep } from 'node:timers/promises';
import { portOffsets } from '#sandbox/start';
import type { Product } from '../product/start-product.ts';

interface Sent {
  readonly Subject: string;
  readonly Snippet: string;
  readonly To: readonly { readonly Address: string }[];
}

const WAIT_MS = 20_000;
const LOOK_MS = 100;

/** @returns everything that the product's sandbox sent, newest first, at most 500 */
async function sentMessages({ port }: Pick<Product, 'port'>): Promise<readonly Sent[]> {
  const url = `http://127.0.0.1:${port + portOffsets.messages}/api/v1/messages?limit=500`;
  return ((await (await fetch(url)).json()) as { messages: readonly Sent[] }).messages;
}

/** Waits for the newest code to each of the addresses. @returns them in the same order */
export async function codesTo(
  product: Pick<Product, 'port'>,
  ...addresses: readonly string[]
): Promise<readonly string[]> {
  const deadline = Date.now() + WAIT_MS;
  for (;;) {
    const sent = await sentMessages(product);
    const codes = addresses.map((address) => {
      const message = sent.find(
        ({ To, Snippet }) => To[0]?.Address === address && codeIn(Snippet) !== null,
      );
      return message === undefined ? null : codeIn(message.Snippet);
    });
    if (codes.every((code) => code !== null)) return codes as string[];
    if (Date.now() > deadline) throw new Error(`No code arrived for ${addresses.join(' and ')}.`);
    await sleep(LOOK_MS);
  }
}

/** @returns how many messages went to the addresses together */
export async function countMessages(
  product: Pick<Product, 'port'>,
  ...addresses: readonly string[]
): Promise<number> {
  const sent = await sentMessages(product);
  return sent.filter(({ To }) => addresses.includes(To[0]?.Address ?? '')).length;
}

/** Waits until that many messages went to the addresses together. */
export async function untilMessages(
  product: Pick<Product, 'port'>,
  { addresses, least }: { readonly addresses: readonly string[]; readonly least: number },
): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  while ((await countMessages(product, ...addresses)) < least) {
    if (Date.now() > deadline) throw new Error(`${addresses.join(' and ')} received too little.`);
    await sleep(LOOK_MS);
  }
}

/** Waits until that many emails with a subject went to an address. */
export async function untilMails(
  product: Pick<Product, 'port'>,
  { to, subject, least }: { readonly to: string; readonly subject: string; readonly least: number },
): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  const count = async () =>
    (await sentMessages(product)).filter(
      ({ Subject, To }) => Subject === subject && To[0]?.Address === to,
    ).length;
  while ((await count()) < least) {
    if (Date.now() > deadline) throw new Error(`${to} received no “${subject}”.`);
    await sleep(LOOK_MS);
  }
}

function codeIn(text: string): string | null {
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null;
}
