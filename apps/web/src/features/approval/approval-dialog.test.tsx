import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { approvalNeeded, approvalNotValid, buildApprovalRequest } from '#testing/approval-request';
import { createFakeApi, type FakeResponse, type SeenRequest } from '#testing/fake-api';
import { buildContact } from '#testing/saved-contact';
import { APPROVAL_REASONS, type ApprovalRequest } from '#wire/security/approval';
import { removeApp } from '#wire/security/remove-app';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { callApi } from '../../lib/api-client.ts';
import {
  FAKE_ASSERTION,
  installAuthenticator,
  type PromptOutcome,
} from '../../lib/fake-authenticator.test-setup.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { writeTokens } from '../../lib/storage.ts';
import { ApprovalHost } from './approval-host.tsx';
import { TEXTS_BY_REASON } from './approval-texts.ts';

const CALL = 'POST /api/auth/authenticator-app/remove';
const done: FakeResponse = { body: { success: true } };

beforeEach(() => {
  localStorage.clear();
  writeTokens({ accessToken: 'access-1', refreshToken: 'refresh-1' });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A page with one button, whose call has to be approved. */
function Page() {
  const [outcome, setOutcome] = useState('');
  async function call() {
    const result = await callApi(removeApp, { body: {} });
    setOutcome(result.ok ? 'Done' : result.error.message);
  }
  return (
    <>
      <button type="button" onClick={call}>
        Remove
      </button>
      <output>{outcome}</output>
      <ApprovalHost />
    </>
  );
}

interface Start {
  readonly approval?: Partial<ApprovalRequest>;
  /** Of the passkey prompts; without any, the browser has no passkeys. */
  readonly prompts?: readonly PromptOutcome[];
  readonly contacts?: readonly SavedContact[];
  /** To requests that are approved. */
  readonly respond?: (header: string) => FakeResponse | Promise<FakeResponse>;
}

async function openDialog({ approval = {}, prompts, contacts = [], respond = () => done }: Start) {
  const shown = prompts ? installAuthenticator(prompts) : [];
  const api = createFakeApi({
    [CALL]: ({ headers }: SeenRequest) => {
      const header = headers.get('kax-approval');
      return header === null ? approvalNeeded(approval) : respond(header);
    },
    'GET /api/wallet/contacts': () => ({ body: { data: contacts } }),
  });
  vi.stubGlobal('fetch', api.fetch);
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('dialog'));
  /** The requests that had to be approved; the dialog reads contacts too. */
  const calls = () => api.seen.filter(({ method, path }) => `${method} ${path}` === CALL);
  return { api: { calls }, user, dialog, prompts: shown };
}

const outcome = (text: string) => screen.findByText(text);
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const focused = () => document.activeElement?.textContent;
const proofIn = (header: string) => JSON.parse(atob(header.split('.')[2] ?? ''));

describe('the dialog that approves a request', () => {
  it('shows the whole payment: reason, address, exact amount with symbol, and network', async () => {
    const { dialog } = await openDialog({ prompts: [] });

    expect(dialog.getByRole('heading').textContent).toBe('Approve a large payment');
    expect(dialog.getByText('This payment takes you over your daily limit.')).toBeTruthy();
    const whole = '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a';
    expect(dialog.getByText('To').nextElementSibling?.textContent).toBe(whole);
    expect(dialog.getByText('Amount').nextElementSibling?.textContent).toBe(
      '1,200.000 USDC $1,199.76',
    );
    expect(dialog.getByText('Network').nextElementSibling?.textContent).toBe('Polygon');
    expect(dialog.getByText('Left of today’s limit').nextElementSibling?.textContent).toBe('$500');
  });

  it('names a contact above the whole address', async () => {
    const publicAddress = '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a';
    const { dialog } = await openDialog({ contacts: [buildContact({ publicAddress })] });

    const name = await dialog.findByText('Bob Tanaka');
    expect(name.nextElementSibling?.textContent).toBe(publicAddress);
  });

  it('starts on its title, and Enter there approves nothing', async () => {
    const { api, user, prompts } = await openDialog({ prompts: ['confirmed'] });

    await vi.waitFor(() => expect(focused()).toBe('Approve a large payment'));
    await user.keyboard('{Enter}');

    expect(prompts).toEqual([]);
    expect(api.calls()).toHaveLength(1);
  });

  it('approves with a passkey that signs exactly the challenge', async () => {
    const { api, user, prompts } = await openDialog({ prompts: ['confirmed'] });

    await user.click(button('Approve 1,200 USDC'));

    await outcome('Done');
    const { publicKey } = prompts[0] ?? {};
    const challenge = publicKey?.challenge as Uint8Array<ArrayBuffer>;
    expect(new TextDecoder().decode(challenge)).toBe('challenge-1');
    expect(publicKey).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const header = api.calls()[1]?.headers.get('kax-approval') ?? '';
    expect(header).toMatch(/^approval-1\.passkey\./);
    expect(proofIn(header)).toEqual(FAKE_ASSERTION);
  });

  it('after a closed prompt says that nothing was sent, and Try again has the focus', async () => {
    const { api, user, dialog } = await openDialog({ prompts: ['closed', 'confirmed'] });

    await user.click(button(/^Approve/));
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toBe(
      'Not approved. Nothing was sent. The passkey prompt was closed or timed out.',
    );
    expect(focused()).toBe('Try again');
    expect(api.calls()).toHaveLength(1);
    await user.click(button('Try again'));

    expect(await outcome('Done')).toBeTruthy();
  });

  it('while the prompt is open, Cancel has the focus and closes only the prompt', async () => {
    const { api, user } = await openDialog({ prompts: ['open'] });

    await user.click(button(/^Approve/));
    expect(await screen.findByText('Waiting for your passkey')).toBeTruthy();
    expect(focused()).toBe('Cancel');
    expect(screen.queryByRole('button', { name: /authenticator app/ })).toBeNull();
    await user.keyboard('{Enter}');

    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(api.calls()).toHaveLength(1);
  });

  it('a second click of a double click is not on Cancel', async () => {
    const { user } = await openDialog({ prompts: ['open'] });

    const approve = button(/^Approve/);
    await user.dblClick(approve);

    expect(approve.isConnected).toBe(true);
    expect(approve.getAttribute('aria-busy')).toBe('true');
    expect(screen.getByText('Waiting for your passkey')).toBeTruthy();
  });

  it('submits the code of an app with its sixth digit', async () => {
    const { api, user, dialog } = await openDialog({ prompts: [] });

    await user.click(button('Use your authenticator app'));
    const field = dialog.getByLabelText('Code from your authenticator app');
    expect(document.activeElement).toBe(field);
    await user.type(field, '12345');
    expect(api.calls()).toHaveLength(1);
    await user.type(field, '6');

    await outcome('Done');
    expect(api.calls()[1]?.headers.get('kax-approval')).toBe('approval-1.app.123456');
  });

  it('keeps open after a wrong code, with the sentence at the field, empty and focused', async () => {
    const { user, dialog } = await openDialog({
      approval: { methods: ['app'] },
      respond: (header) => (header.endsWith('.123456') ? done : approvalNotValid),
    });
    const field = () => dialog.getByLabelText<HTMLInputElement>('Code from your authenticator app');

    await user.type(field(), '000000');
    expect((await dialog.findByRole('alert')).textContent).toBe(
      'We couldn’t verify that. Nothing happened. Try again.',
    );
    expect([field().value, document.activeElement]).toEqual(['', field()]);
    await user.type(field(), '123456');

    expect(await outcome('Done')).toBeTruthy();
  });

  it('says that it took too long when it was renewed', async () => {
    const { user, dialog } = await openDialog({
      approval: { methods: ['app'] },
      respond: (header) =>
        header.startsWith('approval-2.')
          ? done
          : approvalNeeded({ id: 'approval-2', methods: ['app'] }),
    });

    await user.type(dialog.getByLabelText('Code from your authenticator app'), '123456');
    expect((await dialog.findByRole('alert')).textContent).toBe('This took too long. Try again.');
    await user.type(dialog.getByLabelText('Code from your authenticator app'), '123456');

    expect(await outcome('Done')).toBeTruthy();
  });

  it('approves with a recovery code, which Enter does not submit', async () => {
    const { api, user, dialog } = await openDialog({ prompts: [] });

    await user.click(button('Use a recovery code'));
    await user.type(dialog.getByLabelText('Recovery code'), ' abcd-efgh-jkmn {Enter}');
    expect(api.calls()).toHaveLength(1);
    await user.click(button('Approve'));

    await outcome('Done');
    expect(api.calls()[1]?.headers.get('kax-approval')).toBe(
      'approval-1.recovery-code.abcd-efgh-jkmn',
    );
  });

  it('does not send half a code', async () => {
    const { api, user, dialog } = await openDialog({ approval: { methods: ['app'] } });

    await user.type(dialog.getByLabelText('Code from your authenticator app'), '123');
    await user.click(button('Approve'));

    expect(dialog.getByRole('alert').textContent).toBe('Enter all 6 digits.');
    expect(api.calls()).toHaveLength(1);
  });

  it.each(['Cancel', 'Close'])('%s returns to the page without another request', async (name) => {
    const { api, user } = await openDialog({ prompts: [] });

    await user.click(button(name));

    expect(await outcome('Not approved. Nothing was sent.')).toBeTruthy();
    expect(api.calls()).toHaveLength(1);
  });

  it('stays open on Escape', async () => {
    const { user } = await openDialog({ prompts: [] });

    await user.keyboard('{Escape}');

    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('offers only what this browser can use', async () => {
    await openDialog({ approval: { methods: ['passkey', 'recovery-code'] } });

    expect(screen.getByLabelText('Recovery code')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Use your passkey' })).toBeNull();
  });

  it('says so when only a passkey may approve it and the browser has none', async () => {
    const { dialog } = await openDialog({ approval: { methods: ['passkey'] } });

    expect(dialog.getByText('This browser can’t use passkeys.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  it('warns of someone who asks for the keys', async () => {
    const { dialog } = await openDialog({ approval: { reasons: ['export-keys'] }, prompts: [] });

    expect(dialog.getByText(/Is someone asking you to do this\? Stop here\./)).toBeTruthy();
  });

  it('says every reason, and each has its own title', async () => {
    const { dialog } = await openDialog({
      approval: { reasons: ['above-limit', 'new-recipient'] },
      prompts: [],
    });

    expect(dialog.getByText('This payment takes you over your daily limit.')).toBeTruthy();
    expect(dialog.getByText(/You’ve never paid this address\./)).toBeTruthy();
    const titles = APPROVAL_REASONS.map((reason) => TEXTS_BY_REASON[reason].title);
    expect(new Set(titles).size).toBe(APPROVAL_REASONS.length);
  });

  it('names the email of a payment by link, which has no address yet', async () => {
    const { payment } = buildApprovalRequest();
    const { dialog } = await openDialog({
      approval: {
        reasons: ['new-recipient'],
        payment: payment && { ...payment, recipient: 'lena@post.test' },
      },
      prompts: [],
    });

    expect(dialog.getByText('lena@post.test')).toBeTruthy();
    expect(dialog.getByText(/^You’ve never paid them by link/)).toBeTruthy();
    expect(dialog.queryByText(/never paid this address/)).toBeNull();
  });

  it('closes with the page around it, and nothing is sent', async () => {
    const { api, prompts, user } = await openDialog({ prompts: ['open'] });

    await user.click(button(/^Approve/));
    cleanup();

    expect(screen.queryByRole('dialog')).toBeNull();
    expect(prompts[0]?.signal?.aborted).toBe(true);
    expect(api.calls()).toHaveLength(1);
  });
});
