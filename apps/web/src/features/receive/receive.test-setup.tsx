import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, vi } from 'vitest';
import { buildCoin, buildNativeCoin } from '#testing/coin';
import { createFakeApi } from '#testing/fake-api';
import { buildUser } from '#testing/user';
import type { PaymentRequestView } from '#wire/wallet/payment-request';
import { useModalInUrl } from '../../lib/modal-url/use-modal-in-url.ts';
import { BrowserRouter } from '../../lib/navigation/navigation.tsx';
import { createQueryClient } from '../../lib/query-client.ts';
import { signOutLocally, storeSignIn } from '../../state/auth-session.ts';
import { closeToast, useToasts } from '../../state/toast.ts';
import LeaveDialog from '../../ui/leave-dialog.tsx';
import ReceiveModal, { type ReceiveModalProps } from './receive-modal.tsx';

type Responses = Parameters<typeof createFakeApi>[0];

export const PUBLIC = '0x7aB1cE54b0942A6cE94d3708FbA12c5D7e4b93fE';
export const PRIVATE = '0zk1qyq00000000';
export const usdc = buildCoin();
export const pol = buildNativeCoin({ isShieldable: false });
export const avax = buildNativeCoin({
  id: 'avalanche-avax',
  symbol: 'AVAX',
  chain: 'Avalanche',
  chainSymbol: 'AVAX',
  isShieldable: false,
});

export function signInBeforeEach(): void {
  beforeEach(() => {
    sessionStorage.clear();
    goTo('/dashboard');
    storeSignIn({ user: buildUser(), accessToken: 'access-1', refreshToken: 'refresh-1' });
  });
  afterEach(() => {
    cleanup();
    act(() => signOutLocally());
    Reflect.deleteProperty(navigator, 'share');
    vi.unstubAllGlobals();
  });
}

/** Puts the browser on an entry of its own, as after following a link. */
export function goTo(url: string): void {
  window.history.pushState({ key: crypto.randomUUID(), idx: 0 }, '', url);
}

/** The server: these requests are stored, unless a test responds in another way. */
export function respond(requests: readonly PaymentRequestView[], responses: Responses = {}) {
  const api = createFakeApi({
    'GET /api/wallet/payment-requests': () => ({ body: { data: requests } }),
    ...responses,
  });
  vi.stubGlobal('fetch', api.fetch);
  return api;
}

type Props = Partial<Pick<ReceiveModalProps, 'mode' | 'coin' | 'coins'>>;

/** A page with Receive on it, which its URL opens. */
function Page(props: Props) {
  const modals = useModalInUrl(() => ({ at: 'known', subject: null }));
  return (
    <>
      <button type="button" onClick={() => modals.open({ do: 'receive' })}>
        Open
      </button>
      {modals.modal ? (
        <ReceiveModal
          key={modals.modal.opening}
          isOpen={modals.modal.isOpen}
          onClose={modals.close}
          onInput={modals.setHasInput}
          mode="public"
          addressByMode={{ public: PUBLIC, private: PRIVATE }}
          coin={null}
          coins={[pol, usdc, avax]}
          {...props}
        />
      ) : null}
      <LeaveDialog isOpen={modals.isLeaving} onKeep={modals.keep} onDiscard={modals.discard} />
    </>
  );
}

/** Shows the page; again after `cleanup`, as a reload would. */
export function load(props: Props = {}) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <Page {...props} />
        <Toasts />
      </BrowserRouter>
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

export function Toasts() {
  return useToasts().map(({ id, text }) => (
    <button key={id} type="button" onClick={() => closeToast(id)}>
      {text}
    </button>
  ));
}

/** Installs a sheet to share with; this window has none. */
export function installShare(share: (data: ShareData) => Promise<void>) {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
}
