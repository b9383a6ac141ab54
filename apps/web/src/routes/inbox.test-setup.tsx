import { ALICE } from '#testing/network';
import type { Notifications } from '#wire/auth/notification-settings';
import type { ActivityTransaction } from '#wire/wallet/history';

type Rows = readonly ActivityTransaction[];

/** Everything that is read for an inbox, which is empty unless a test says otherwise. */
export interface InboxData {
  readonly open?: Rows;
  readonly hidden?: Rows;
  readonly hasOlder?: boolean;
  readonly claims?: readonly unknown[];
  readonly requests?: readonly unknown[];
  readonly events?: readonly unknown[];
  readonly sessions?: readonly unknown[];
  readonly contacts?: readonly unknown[];
  readonly topics?: Partial<Notifications['topics']>;
  readonly readUntil?: string | null;
}

const ALL_ON = { inbox: true, push: true, email: true };

/** @returns what a server responds, from data that a test may change later */
export function inboxResponses(data: () => InboxData) {
  const page = (transactions: Rows = [], hasOlder = false) => ({
    address: ALICE,
    chain: null,
    token: null,
    transactions,
    nextCursor: hasOlder ? 'older' : null,
  });
  let readUntil: string | null | undefined;
  const state = () => ({ data: { readUntil: readUntil ?? data().readUntil ?? null } });
  return {
    'GET /api/wallet/public/coins': () => ({ body: { data: [] } }),
    'GET /api/wallet/private/coins': () => ({
      body: { data: [], privateState: { status: 'ready', asOf: null } },
    }),
    'GET /api/rango/history': () => ({ body: { data: [], next: null } }),
    'GET /api/wallet/public/history/wallet': () => ({
      body: { data: page(data().open, data().hasOlder) },
    }),
    'GET /api/wallet/private/history/wallet': () => ({
      body: { data: page(data().hidden), privateState: { status: 'ready', asOf: null } },
    }),
    'GET /api/wallet/claims': () => ({ body: { data: data().claims ?? [] } }),
    'GET /api/wallet/contacts': () => ({ body: { data: data().contacts ?? [] } }),
    'GET /api/wallet/payment-requests': () => ({ body: { data: data().requests ?? [] } }),
    'GET /api/auth/security-events': () => ({ body: { events: data().events ?? [] } }),
    'GET /api/auth/user-sessions': () => ({
      body: { sessions: data().sessions ?? [], data: { sessions: [] } },
    }),
    'GET /api/auth/notification-settings': () => {
      const topics = { arrivals: ALL_ON, payments: ALL_ON, links: ALL_ON, ...data().topics };
      return { body: { data: { paymentMails: true, topics } } };
    },
    'GET /api/auth/inbox': () => ({ body: state() }),
    'POST /api/auth/inbox': ({ body }: { body: unknown }) => {
      if (typeof body === 'object' && body !== null && 'until' in body) {
        readUntil = String(body.until);
      }
      return { body: state() };
    },
  };
}
