import { screen, within } from '@testing-library/react';
import * as z from 'zod/mini';
import type { FakeResponse, SeenRequest } from '#testing/fake-api';
import { buildUserSession } from '#testing/user-session';
import type { Notifications } from '#wire/auth/notification-settings';
import Settings from '../routes/settings.tsx';
import { startPage } from './protected-page.test-setup.tsx';

export const EXPORT = 'POST /api/wallet/export-keys';
export const DELETE = 'POST /api/wallet/delete-wallet';
export const PHRASE = 'test walk dream candy obey plastic ocean sudden junior riot velvet glory';
export const KEY = `0x${'4f3edf983ac636a6'.repeat(4)}`;

export type Responder = (request: SeenRequest) => FakeResponse | Promise<FakeResponse>;

/** Renders the settings page with the given server responses. */
export function start(responses: Record<string, Responder> = {}) {
  const sessions = [buildUserSession({ id: 'here', isCurrent: true }), buildUserSession()];
  return startPage(<Settings />, '/dashboard/settings', {
    'GET /api/auth/user-sessions': () => ({ body: { sessions, data: { sessions } } }),
    'GET /api/about': () => ({
      body: {
        messagesUrl: null,
        recoveryKey: 'file',
        supportEmail: null,
        prover: null,
        signer: null,
      },
    }),
    'GET /api/auth/notification-settings': () => ({ body: { data: notifiedOf() } }),
    'POST /api/auth/notification-settings': acceptChange,
    'GET /api/auth/discoverability': () => ({ body: { data: { isDiscoverable: true } } }),
    'POST /api/auth/discoverability': ({ body }) => ({ body: { data: body } }),
    ...responses,
  });
}

/** What the user is notified of: everything but what is named, such as `payments-email`. */
export function notifiedOf(...unwanted: readonly string[]): Notifications {
  const choices = (topic: string) => ({
    inbox: !unwanted.includes(`${topic}-inbox`),
    push: !unwanted.includes(`${topic}-push`),
    email: !unwanted.includes(`${topic}-email`),
  });
  return {
    paymentMails: !unwanted.includes('payments-email'),
    topics: {
      arrivals: choices('arrivals'),
      payments: choices('payments'),
      links: choices('links'),
    },
  };
}

/** Responds as the server does to a change of settings that were all on. */
export const acceptChange: Responder = ({ body }) => {
  const { paymentMails, topic, channel, isWanted } = z.parse(change, body);
  const unwanted = paymentMails === false ? ['payments-email'] : [];
  if (isWanted === false) unwanted.push(`${topic}-${channel}`);
  return { body: { data: notifiedOf(...unwanted) } };
};

const change = z.object({
  paymentMails: z.optional(z.boolean()),
  topic: z.optional(z.string()),
  channel: z.optional(z.string()),
  isWanted: z.optional(z.boolean()),
});

export type User = ReturnType<typeof start>['user'];

export const exported = (values: object): FakeResponse => ({
  body: {
    publicWalletAddress: '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE',
    privateWalletAddress: '0zk1qyk9nn28x0u3rwn5pknglda68wrn7gw6anjw8gg94mcj6eq5u48tl',
    createdAt: '2026-01-02T12:00:00.000Z',
    ...values,
  },
});
export const refused = (
  status: number,
  code: string,
  error: string,
  retryAfter?: number,
): FakeResponse => ({
  status,
  body: { error, code, ...(retryAfter === undefined ? {} : { retryAfter }) },
});
export const wrongPassword = refused(400, 'password-wrong', 'Incorrect password.');

export const dialog = () => within(screen.getByRole('dialog'));
export const press = (user: User, name: string) =>
  user.click(screen.getByRole('button', { name, hidden: false }));

export async function openModal(user: User, name: string) {
  await press(user, name);
  await screen.findByRole('dialog', { name });
}

export async function givePassword(user: User, password = 'Piggy!Bank7') {
  const field = dialog().getByLabelText('Your password');
  await user.clear(field);
  await user.type(field, password);
  await submit(user);
}

/** The button is in the dialog's footer and is linked to the form by its id. */
export async function submit(user: User) {
  const button = screen.getByRole('dialog').querySelector<HTMLButtonElement>('[type="submit"]');
  if (button) await user.click(button);
}
