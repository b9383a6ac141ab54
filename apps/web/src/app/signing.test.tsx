import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SigningHost } from '../features/signer/signing-host.tsx';
import {
  type OpenSigning,
  type SigningDecision,
  setOpenSigning,
} from '../lib/signing/open-signing.ts';
import { signInBeforeEachPage, startPage } from './protected-page.test-setup.tsx';
import {
  about,
  buildWindow,
  buildWrap,
  listed,
  openFrame,
  playSigner,
  signInOwner,
} from './signer.test-setup.tsx';

signInBeforeEachPage();
beforeEach(() => {
  signInOwner();
});
afterEach(() => act(() => setOpenSigning(null)));

const details = {
  orderId: 'operation-1',
  planId: 'plan-1',
  expiresAt: 1_700_000_000_000,
  confirmation: { kind: 'send' },
  plan: { any: 'plan' },
};
const signed = { outcome: 'signed', planId: 'plan-1', signatures: [`0x${'0a'.repeat(65)}`] };

function start() {
  const decisions: SigningDecision[] = [];
  const { user } = startPage(<SigningHost />, '/dashboard', {
    'GET /api/about': () => about(),
    'GET /api/wallet/passkeys': () => ({ body: { wraps: [listed(1, 'Laptop')] } }),
    [`GET /api/wallet/passkeys/${listed(1, '').id}/box`]: () => ({ body: { wrap: buildWrap(1) } }),
  });
  const signing: OpenSigning = {
    ...{ call: 1, details, isSending: false },
    decide: (decision) => void decisions.push(decision),
  };
  const show = (changes: Partial<OpenSigning> | null) =>
    act(() => setOpenSigning(changes && { ...signing, ...changes }));
  show({});
  return { user, decisions, show };
}

describe('a payment that its owner has to sign', () => {
  test('is given to the signer with everything about it, once', async () => {
    const { decisions, show } = start();
    const signer = await openFrame();
    const request = await signer.ready();
    expect(request).toMatchObject({ ...details, kind: 'approve', wraps: [buildWrap(1)] });
    await signer.say({ event: 'ready' });
    expect(signer.requests()).toHaveLength(1);
    await signer.say({ event: 'height', height: 612 });
    expect(screen.getByTitle('Your keys').getAttribute('height')).toBe('612');
    await signer.say({ id: 'another', ...signed });
    expect(decisions).toEqual([]);
    await signer.end(signed);
    expect(decisions).toEqual([signed]);
    show({ isSending: true });
    expect(screen.getByRole('status').textContent).toContain('Sending...');
    show(null);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('gets no answer from another origin or another window', async () => {
    const { decisions } = start();
    const signer = await openFrame();
    const { id } = await signer.ready();
    await signer.say({ id, ...signed }, { origin: 'https://evil.example' });
    await signer.say({ id, ...signed }, { source: window });
    expect(decisions).toEqual([]);
  });

  test('opens in a window of its own where a frame isn’t enough, and ends with it', async () => {
    const { user, decisions } = start();
    const signer = await openFrame();
    await signer.ready();
    await signer.end({ outcome: 'needs-window' });
    const inside = buildWindow();
    const open = vi.fn().mockReturnValueOnce(null).mockReturnValue(inside);
    vi.stubGlobal('open', open);
    await user.click(screen.getByRole('button', { name: 'Open the window' }));
    // It was blocked, so the same button is still there.
    await user.click(screen.getByRole('button', { name: 'Open the window' }));
    expect(screen.getByText('Go on in the window that just opened.')).toBeDefined();
    const other = playSigner(inside);
    await other.ready();
    expect(other.requests()[0]?.message).toMatchObject({ kind: 'approve', planId: 'plan-1' });
    inside.closed = true;
    await waitFor(() => expect(decisions).toEqual([{ outcome: 'cancelled' }]), { timeout: 2_000 });
  });

  test('can be tried again when the page with the keys doesn’t open', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { user } = start();
    await screen.findByTitle('Your keys');
    await act(() => vi.advanceTimersByTimeAsync(15_000));
    expect(screen.getByText('Couldn’t open the page with your keys')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByTitle('Your keys')).toBeDefined();
  });
});
