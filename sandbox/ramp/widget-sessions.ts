import { randomUUID } from 'node:crypto';
import type { Hex } from 'viem';
import type { RampSide } from './order.ts';

/** What the customer's server specified when it requested a page for a user. */
export interface WidgetParameters {
  readonly walletAddress: Hex;
  readonly email: string;
  readonly side: RampSide;
  readonly colorMode: 'LIGHT' | 'DARK';
  readonly partnerOrderId: string;
  readonly partnerCustomerId: string;
  readonly walletRedirection: boolean;
  /** Host of the page that frames it. */
  readonly referrerDomain: string;
}

/** Requested pages: each opens once, within five minutes. */
export interface WidgetSessions {
  /** @returns the id in the page's URL */
  create(parameters: WidgetParameters): string;
  /** Opens the page. @returns null when it was opened before, has expired, or is framed by another site */
  open(
    sessionId: string,
    referer: string | undefined,
  ): {
    readonly pageKey: string;
    readonly parameters: WidgetParameters;
    readonly parentOrigin: string;
  } | null;
  /** @returns the parameters of an open page; null for an unknown key */
  find(pageKey: string | undefined): WidgetParameters | null;
}

const VALID_MS = 5 * 60_000;
/** How long an open page may be used. */
const PAGE_MS = 60 * 60_000;
const MOST = 1_000;

export function createWidgetSessions(now: () => number): WidgetSessions {
  const waiting = new Map<string, { parameters: WidgetParameters; endsAt: number }>();
  const pages = new Map<string, { parameters: WidgetParameters; endsAt: number }>();
  return {
    create(parameters) {
      const id = randomUUID();
      keep(waiting, id, { parameters, endsAt: now() + VALID_MS });
      return id;
    },
    open(sessionId, referer) {
      const session = waiting.get(sessionId);
      const parent = URL.parse(referer ?? '');
      if (!session || !parent || !isSameHost(parent.hostname, session.parameters.referrerDomain)) {
        return null;
      }
      waiting.delete(sessionId);
      if (session.endsAt <= now()) return null;
      const pageKey = randomUUID();
      keep(pages, pageKey, { parameters: session.parameters, endsAt: now() + PAGE_MS });
      return { pageKey, parameters: session.parameters, parentOrigin: parent.origin };
    },
    find(pageKey) {
      const page = pages.get(pageKey ?? '');
      return page && page.endsAt > now() ? page.parameters : null;
    },
  };
}

function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST && oldest !== undefined) map.delete(oldest);
}

/** This machine has two names: localhost and 127.0.0.1. */
function isSameHost(one: string, other: string): boolean {
  const local = ['localhost', '127.0.0.1'];
  return one === other || (local.includes(one) && local.includes(other));
}
