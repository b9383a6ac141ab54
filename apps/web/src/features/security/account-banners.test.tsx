import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { approvalNeeded } from '#testing/approval-request';
import { createFakeApi, type FakeResponse } from '#testing/fake-api';
import { buildSecuritySettings } from '#testing/security-settings';
import { buildUser } from '#testing/user';
import type { SecuritySettings } from '#wire/security/security-settings';
import { hostApprovals, openApproval } from '../../lib/approval/open-approval.ts';
import { installAuthenticator } from '../../lib/fake-authenticator.test-setup.ts';
import { MemoryRouter, useLocation } from '../../lib/navigation/navigation.tsx';
import { createQueryClient } from '../../lib/query-client.ts';
import { signOutLocally, storeSignIn } from '../../state/auth-session.ts';
import { isDiscreet, toggleDiscretion } from '../../state/discretion.ts';
import { endWelcome, welcomeNewAccount } from '../../state/new-account.ts';
import AccountBanners from './account-banners.tsx';

const SETTINGS = 'GET /api/auth/security-settings';
const DISMISS = 'POST /api/auth/dismiss-reminder';
const LIFT = 'POST /api/auth/lift-reset-hold';
const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const past = () => new Date(Date.now() - 60_000).toISOString();
const hold = (canLift: boolean, until = soon()) => ({ until, cents: '5000', canLift });

beforeEach(() => {
  storeSignIn({ user: buildUser(), accessToken: 'access-1', refreshToken: 'refresh-1' });
  if (isDiscreet()) toggleDiscretion();
});
afterEach(() => {
  cleanup();
  act(() => {
    endWelcome();
    signOutLocally();
    if (!isDiscreet()) toggleDiscretion();
  });
  vi.unstubAllGlobals();
});

type Responses = Parameters<typeof createFakeApi>[0];

function start(settings: Partial<SecuritySettings>, { at = '/dashboard', ...more }: Start = {}) {
  const api = createFakeApi({
    [SETTINGS]: () => ({ body: { data: buildSecuritySettings(settings) } }),
    [DISMISS]: () => ({ body: { success: true } }),
    ...more.responses,
  });
  vi.stubGlobal('fetch', api.fetch);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <AccountBanners />
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { api, user: userEvent.setup() };
}

interface Start {
  readonly at?: string;
  readonly responses?: Responses;
}

function Place() {
  const { pathname, search } = useLocation();
  return <p data-testid="place">{pathname + search}</p>;
}

const place = () => screen.getByTestId('place').textContent;
const banner = async (title: string | RegExp) => {
  const heading = await screen.findByRole('heading', { name: title });
  return within(heading.closest('section') ?? document.body);
};
const isLoaded = (api: ReturnType<typeof createFakeApi>) =>
  vi.waitFor(() => expect(api.seen.length).toBeGreaterThan(0)).then(() => act(async () => {}));

describe('the banners above every page', () => {
  it('say that the account is frozen and lead to where it is unfrozen', async () => {
    const { user } = start({ frozenAt: past() });

    await user.click((await banner('Your account is frozen')).getByText('Unfreeze'));

    expect(place()).toBe('/dashboard/settings/security');
  });

  it('say how much may leave after a reset and until when, and end the hold with a passkey', async () => {
    const { api, user } = start({ resetHold: hold(true) }, { responses: { [LIFT]: lifted } });

    const shown = await banner(/^Large payments wait until (tomorrow at )?\d\d:\d\d$/);
    expect(shown.getByText(/you can send up to \$50 a day/)).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'End it with a passkey' }));

    await vi.waitFor(() =>
      expect(api.seen.map(({ path }) => path)).toContain('/api/auth/lift-reset-hold'),
    );
  });

  it('offer no passkey that can’t end the hold', async () => {
    start({ resetHold: hold(false) });

    expect((await banner(/^Large payments wait/)).queryByRole('button')).toBeNull();
  });

  it('hide the amounts with the balances', async () => {
    act(() => toggleDiscretion());
    start({ resetHold: hold(false) });

    expect((await banner(/^Large payments wait/)).queryByText(/\$50/)).toBeNull();
  });

  it('are gone once a hold has ended', async () => {
    const newDevice = { until: past(), cents: '20000' };
    const { api } = start({ resetHold: hold(true, past()), newDevice });

    await isLoaded(api);

    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('say how much a new device may pay, and until when', async () => {
    start({ newDevice: { until: soon(), cents: '20000' } });

    expect((await banner(/this device wait until/)).getByText(/more than \$200/)).toBeTruthy();
  });

  it('say that the email changes, to what, and that second factors are removed', async () => {
    const contactChange = { channel: 'email', value: 'alice@new.test', at: soon() } as const;
    start({ contactChange, factorsRemovedAt: soon() });

    expect((await banner(/^Your email changes/)).getByText(/alice@new\.test/)).toBeTruthy();
    expect((await banner(/will be removed/)).getByText('Keep them')).toBeTruthy();
  });

  it('leave the security page to show them itself', async () => {
    const { api } = start({ frozenAt: past() }, { at: '/dashboard/settings/security' });

    await isLoaded(api);

    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('are left out when the server doesn’t respond', async () => {
    const { api } = start({}, { responses: { [SETTINGS]: refused } });

    await isLoaded(api);

    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('are read again after an approval', async () => {
    const stop = hostApprovals();
    const { api, user } = start(
      { resetHold: hold(true) },
      { responses: { [LIFT]: () => approvalNeeded() } },
    );
    const reads = () => api.seen.filter(({ path }) => path.endsWith('security-settings')).length;

    await user.click(
      (await banner(/^Large payments wait/)).getByRole('button', { name: /passkey/ }),
    );
    const approval = await vi.waitFor(() => openApproval() ?? Promise.reject(new Error('closed')));
    const before = reads();
    act(() => approval.decide({ at: 'closed' }));

    await vi.waitFor(() => expect(reads()).toBe(before + 1));
    stop();
  });
});

describe('the reminder', () => {
  const lacking = { passkeys: [], reminder: { lacks: 'second-factor' } } as const;

  it('leads to adding a passkey', async () => {
    const { user } = start({ ...lacking, passkeys: [] });

    await user.click((await banner('Add a passkey')).getByRole('link', { name: 'Add a passkey' }));

    expect(place()).toBe('/dashboard/settings/security?add=passkey');
  });

  it('is hidden by Not now, which the server remembers', async () => {
    const { api, user } = start({ ...lacking, passkeys: [] });

    await user.click((await banner('Add a passkey')).getByRole('button', { name: 'Not now' }));

    expect(screen.queryByRole('heading')).toBeNull();
    expect(api.seen.at(-1)?.path).toBe('/api/auth/dismiss-reminder');
  });

  it.each([
    [0, 'no recovery codes'],
    [1, 'one recovery code'],
    [2, '2 recovery codes'],
  ])('says that %i recovery codes are left', async (recoveryCodesLeft, left) => {
    start({ recoveryCodesLeft, reminder: { lacks: 'recovery-codes' } });

    const shown = await banner('Save new recovery codes');
    expect(shown.getByText(new RegExp(`^You have ${left} left\\.`))).toBeTruthy();
  });

  it('waits while something is on hold', async () => {
    start({ ...lacking, passkeys: [], frozenAt: past() });

    await banner('Your account is frozen');

    expect(screen.queryByRole('heading', { name: 'Add a passkey' })).toBeNull();
  });
});

describe('the proposal to a new user', () => {
  const TITLE = 'Protect your wallet with a passkey';
  const fresh = { passkeys: [], reminder: { lacks: 'second-factor' } } as const;

  it('opens the dialog that adds a passkey, in place of the reminder', async () => {
    installAuthenticator([]);
    welcomeNewAccount(buildUser().id);
    const { user } = start({ ...fresh, passkeys: [] });

    const card = await banner(TITLE);
    expect(screen.getAllByRole('heading')).toHaveLength(1);
    await user.click(card.getByRole('link', { name: 'Add a passkey' }));

    expect(place()).toBe('/dashboard/settings/security?add=passkey');
  });

  it('can be skipped', async () => {
    installAuthenticator([]);
    welcomeNewAccount(buildUser().id);
    const { user } = start({ ...fresh, passkeys: [] });

    await user.click((await banner(TITLE)).getByRole('button', { name: 'Not now' }));

    expect(screen.queryByRole('heading')).toBeNull();
  });

  it.each(['another user', 'a user with a passkey', 'a browser without passkeys'])(
    'is not made to %s',
    async (whom) => {
      if (whom !== 'a browser without passkeys') installAuthenticator([]);
      welcomeNewAccount(whom === 'another user' ? 'someone-else' : buildUser().id);
      const { api } = start(whom === 'a user with a passkey' ? {} : { passkeys: [] });

      await isLoaded(api);

      expect(screen.queryByRole('heading', { name: TITLE })).toBeNull();
    },
  );
});

function lifted(): FakeResponse {
  return { body: { success: true } };
}
function refused(): FakeResponse {
  return { status: 403, body: { error: 'No.', code: 'account-changed' } };
}
