import * as z from 'zod/mini';

/** What the partner's page reports: it is ready, an order changed, or it was closed. */
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
 * Reads a message sent to this window. Any page can send one, so only messages from our frame and its origin count.
 * They are only hints: amounts and addresses come from the Kax server.
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
