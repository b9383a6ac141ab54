import {
  isOfSigner,
  readSignerRequest,
  SIGNER_CHANNEL,
  type SignerEvent,
  type SignerOutcome,
  type SignerRequest,
} from '#signing/messages/protocol';
import { UnreadableMessage } from '#signing/messages/read-fields';

/** The page that framed this one, or opened it. */
export interface App {
  readonly window: Window;
  /** Origins whose messages count. */
  readonly origins: readonly string[];
}

/** Takes requests of the app and posts how each ended, to the origin that sent it. */
export function takeRequests(
  { window: app, origins }: App,
  take: (request: SignerRequest) => Promise<SignerOutcome>,
): void {
  addEventListener('message', async ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== app || !origins.includes(origin) || !isOfSigner(data)) return;
    const id = idOf(data);
    const outcome = await readAndTake(data, take);
    app.postMessage({ channel: SIGNER_CHANNEL, id, ...outcome }, origin);
  });
}

/** Posts an event to the app. Origins that the app doesn't have don't get it. */
export function postEvent({ window: app, origins }: App, event: SignerEvent): void {
  for (const origin of origins) app.postMessage(event, origin);
}

async function readAndTake(
  data: unknown,
  take: (request: SignerRequest) => Promise<SignerOutcome>,
): Promise<SignerOutcome> {
  try {
    return await take(readSignerRequest(data));
  } catch (error) {
    if (error instanceof UnreadableMessage) return { outcome: 'not-readable' };
    throw error;
  }
}

/** Even of a message that isn't readable, so that its sender knows which one. */
function idOf(data: unknown): string {
  const hasId = typeof data === 'object' && data !== null && 'id' in data;
  return hasId && typeof data.id === 'string' ? data.id.slice(0, 64) : '';
}
