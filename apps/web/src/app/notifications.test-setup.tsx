import { screen } from '@testing-library/react';
import SettingsNotifications from '../routes/settings-notifications.tsx';
import { startPage } from './protected-page.test-setup.tsx';
import { acceptChange, notifiedOf, type Responder } from './settings.test-setup.tsx';

export const KEY = Buffer.alloc(65, 4).toString('base64url');
export const ON = 'POST /api/auth/push';

export const push = (isOn: boolean, publicKey: string | null = KEY) => ({
  body: { data: { publicKey, isOn } },
});

/** Renders the page of notification settings with the given server responses. */
export function startNotifications(responses: Record<string, Responder> = {}) {
  return startPage(<SettingsNotifications />, '/dashboard/settings/notifications', {
    'GET /api/auth/notification-settings': () => ({ body: { data: notifiedOf() } }),
    'POST /api/auth/notification-settings': acceptChange,
    'GET /api/auth/push': () => push(false),
    [ON]: () => push(true),
    'POST /api/auth/push/off': () => push(false),
    'POST /api/auth/push/test': () => ({ body: { data: { isSent: true } } }),
    ...responses,
  });
}

export const cell = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
export const button = (name: string) => screen.findByRole('button', { name });
