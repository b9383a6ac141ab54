import * as z from 'zod/mini';

/** What the partner's page reports: that it is ready, that something happened to an order, that it was closed. */
export type RampMessage = 'ready' | 'changed' | 'closed';

const message = z.object({ event_id: z.string() });

const messageByEvent: Readonly<Record<string, RampMessage>> = {
  TRANSAK_WIDGET_INITIALISED: 'ready',
  TRANSAK_ORDER_CREATED: 'changed',
  TRANSAK_ORDER_SUCCESSFUL: 'changed',
  TRANSAK_ORDER_CANCELLED: 'changed',
  TRANSAK_ORDER_FAILED: 'changed',
  TRANSAK_WALLET_REDIRECTION: 'changed',
  TRANSAK_WIDGET_CLOSE: 'closed',
};

/**
 * Reads a message that came to our window. Any page can send one, so only that very frame at that very origin is
 * heard, and what it says is a hint: amounts and addresses come from our server.
 * @returns null for every other message
 */
export function readRampMessage(
  { source, origin, data }: Pick<MessageEvent, 'source' | 'origin' | 'data'>,
  frame: { readonly window: Window | null; readonly origin: string },
): RampMessage | null {
  if (source === null || source !== frame.window || origin !== frame.origin) return null;
  const parsed = message.safeParse(data);
  if (!parsed.success || !Object.hasOwn(messageByEvent, parsed.data.event_id)) return null;
  return messageByEvent[parsed.data.event_id] ?? null;
}
