import { screen, within } from '@testing-library/react';
import type { FakeResponse, SeenRequest } from '#testing/fake-api';
import { buildSecuritySettings } from '#testing/security-settings';
import { buildUserSession } from '#testing/user-session';
import type { SecuritySettings } from '#wire/security/security-settings';
import Security from '../routes/security.tsx';
import { startPage } from './protected-page.test-setup.tsx';

export const SETTINGS = 'GET /api/auth/security-settings';
export const EVENTS = 'GET /api/auth/security-events';

type Responder = (request: SeenRequest) => FakeResponse | Promise<FakeResponse>;

/** An account without second factors, on which nothing is held. */
export function buildSettings(values: Partial<SecuritySettings> = {}): SecuritySettings {
  return buildSecuritySettings({ passkeys: [], recoveryCodesLeft: 0, ...values });
}

export function buildPasskey(values: Partial<SecuritySettings['passkeys'][number]> = {}) {
  return {
    id: 'AAAA',
    name: 'MacBook',
    createdAt: '2026-11-02T18:05:00.000Z',
    lastUsedAt: '2026-11-20T07:11:00.000Z',
    canSignIn: true,
    isSynced: true,
    ...values,
  };
}

/** @returns a time from now, ISO 8601 */
export const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Renders the security page with the given settings and server responses. */
export function start(
  settings: Partial<SecuritySettings> = {},
  responses: Record<string, Responder> = {},
) {
  const sessions = [buildUserSession({ id: 'here', isCurrent: true }), buildUserSession()];
  return startPage(<Security />, '/dashboard/settings/security', {
    'GET /api/auth/user-sessions': () => ({ body: { sessions, data: { sessions } } }),
    [SETTINGS]: () => ({ body: { data: buildSettings(settings) } }),
    [EVENTS]: () => ({ body: { events: [] } }),
    ...responses,
  });
}

export type User = ReturnType<typeof start>['user'];
type Api = ReturnType<typeof start>['api'];

export const refused = (status: number, code: string, error: string): FakeResponse => ({
  status,
  body: { error, code },
});
export const wrongPassword = refused(400, 'password-wrong', 'Incorrect password.');
export const codesSent: FakeResponse = {
  body: { success: true, message: 'Sent', resendAfter: 60, phoneCode: 'sent' },
};

export const button = (name: string | RegExp) => screen.findByRole('button', { name });
export const dialog = () => within(screen.getByRole('dialog'));
export const confirmation = () => within(screen.getByRole('alertdialog'));
export const region = async (name: string) => within(await screen.findByRole('region', { name }));

/** Presses a button of the page and waits for the dialog that it opens. */
export async function openDialog(user: User, name: string | RegExp, title: string | RegExp) {
  await user.click(await button(name));
  await screen.findByRole('dialog', { name: title });
}

/** The bodies sent to a call, in order. */
export const sentTo = (api: Api, call: string) =>
  api.seen.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);

export async function typeCodes(user: User) {
  await user.type(dialog().getByLabelText('Email Code'), '123456');
  await user.type(dialog().getByLabelText('Phone Code'), '654321');
}

export async function typePassword(user: User, password = 'Piggy!Bank7') {
  await user.type(dialog().getByLabelText('Your password'), password);
}
