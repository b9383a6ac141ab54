import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildFeeQuote } from '#testing/fee-quote';
import { buildPoolQuote } from '#testing/pool-quote';
import { buildContact } from '#testing/saved-contact';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { BrowserRouter } from '../lib/navigation/navigation.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { useToasts } from '../state/toast.ts';
import { setWalletMode } from '../state/wallet-mode.ts';
import {
  BOB,
  bobFacts,
  buildPrivateCoin,
  pressConfirm,
  privateCoinsResponse,
  respondWith,
  signInBeforeEach,
} from './dashboard.test-setup.tsx';
import Dashboard from './dashboard.tsx';

signInBeforeEach();
beforeEach(() => {
  window.history.pushState(null, '', '/dashboard');
});
afterEach(() => sessionStorage.clear());

type Responses = Parameters<typeof respondWith>[0];

const CAROL = `0zk1${'q'.repeat(123)}`;
const bob = buildContact({ publicAddress: BOB, privateAddress: CAROL, isOnKax: true });
const zoe = buildContact({
  id: 'zoe',
  name: 'Zoë Müller',
  emailOrPhone: null,
  publicAddress: `0x${'2'.repeat(40)}`,
});
const mum = buildContact({
  id: 'mum',
  name: 'Mum',
  emailOrPhone: null,
  publicAddress: null,
  privateAddress: `0zk1${'m'.repeat(123)}`,
});
const dana = {
  name: 'Dana Okafor',
  emailOrPhone: 'dana@kax.test',
  publicAddress: BOB,
  privateAddress: CAROL,
};
const paid = (address: string, payments = 6) => ({
  address,
  payments,
  lastPaidAt: '2026-11-12T10:00:00.000Z',
});
const listOf = (data: unknown) => () => ({ body: { data } });

function start(contacts: readonly SavedContact[] = [], responses: Responses = {}) {
  const api = respondWith({
    'GET /api/wallet/contacts': listOf(contacts),
    'POST /api/wallet/find-recipient': listOf(null),
    'POST /api/wallet/public/quote-send': ({ body }) => ({ body: { data: quoteOf(body) } }),
    'POST /api/wallet/private/quote-internal-transfer': listOf(
      buildPoolQuote({ maxAmount: '99000000' }),
    ),
    'POST /api/wallet/private/prepare-transaction': listOf({ state: 'declined' }),
    ...responses,
  });
  load();
  return { api, user: userEvent.setup() };
}

/** The server knows every address that it is asked about, and none was paid before. */
function quoteOf(body: unknown, isFirstTime = true) {
  const address =
    typeof body === 'object' && body !== null && 'recipientAddress' in body
      ? String(body.recipientAddress)
      : null;
  return buildFeeQuote({
    recipient: address === null ? null : { ...bobFacts, address, isFirstTime },
  });
}

function load() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <Dashboard />
      </BrowserRouter>
    </QueryClientProvider>,
  );
}

const field = () => screen.findByLabelText<HTMLInputElement>('Recipient address');
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });
const listedNames = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const callsOf = (api: ReturnType<typeof respondWith>, path: string) =>
  api.seen.filter((one) => one.path === `/api/wallet/${path}`);

/** Opens Send with 25 USDC and stops at the recipient. */
async function toRecipient(user: UserEvent) {
  await user.click(await button('More actions for USDC on Polygon'));
  await user.click(screen.getByRole('menuitem', { name: 'Send' }));
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '25');
  await user.click(await button('Continue'));
  return field();
}

async function goOn(user: UserEvent) {
  await waitFor(async () => expect((await button('Continue')).disabled).toBe(false));
  await user.click(await button('Continue'));
}

describe('choosing a recipient', () => {
  test('without contacts and earlier payments there is no list', async () => {
    const { user } = start();
    const input = await toRecipient(user);
    expect(document.activeElement).toBe(input);
    expect(input.placeholder).toBe('Name, email, phone or address');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(input.getAttribute('aria-expanded')).toBe('false');
  });

  test('an empty field lists recent recipients and contacts, with the day of the last payment', async () => {
    const stranger = `0x${'9'.repeat(40)}`;
    const { user } = start([bob, mum, zoe], {
      'GET /api/wallet/recipients': listOf([paid(BOB), paid(stranger), paid(CAROL)]),
    });
    await toRecipient(user);
    const recent = within(await screen.findByRole('group', { name: 'Recent' }));
    const recents = recent.getAllByRole('option').map(({ textContent }) => textContent);
    expect(recents).toEqual(['Bob Tanaka', '0x9999…9999']);
    const contacts = within(screen.getByRole('group', { name: 'Contacts' }));
    const [first] = contacts.getAllByRole('option');
    expect(first?.textContent).toContain('bob@kax.test · on Kax');
    expect(first?.textContent).toContain('12 Nov');
    expect(first?.textContent).toContain('public private');
  });

  test('"See all" lists the contacts that are left out at first', async () => {
    const many = [1, 2, 3, 4].map((n) => buildContact({ id: `${n}`, name: `Name ${n}` }));
    const { user } = start(many);
    await toRecipient(user);
    await waitFor(() => expect(listedNames()).toHaveLength(3));
    await user.click(await button('See all 4'));
    expect(listedNames()).toHaveLength(4);
    expect(screen.queryByRole('button', { name: /See all/ })).toBeNull();
  });

  test('a name is searched for while it is typed; arrows and Enter choose, and Enter pays nothing', async () => {
    const { api, user } = start([bob, mum, zoe]);
    const input = await toRecipient(user);
    await screen.findByRole('listbox');
    await user.type(input, 'mu');
    await waitFor(() => expect(listedNames()).toHaveLength(2));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    const active = document.getElementById(input.getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toContain('Zoë Müller');
    await user.keyboard('{Enter}');
    expect(input.value).toBe('Zoë Müller');
    expect(document.activeElement).toBe(input);
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('{Enter}');
    await screen.findByRole('heading', { name: 'You send 25.000 USDC' });
    expect(callsOf(api, 'public/send-tokens')).toEqual([]);
  });

  test('a name that no contact has says so; an email that is still being typed does not', async () => {
    const { user } = start([bob]);
    const input = await toRecipient(user);
    await user.type(input, 'dana');
    expect(await screen.findByText(/^No contact matches\./)).toBeDefined();
    await user.type(input, '@');
    await waitFor(() => expect(screen.queryByText(/^No contact matches\./)).toBeNull());
  });

  test('Escape closes the list and not the form', async () => {
    const { user } = start([bob]);
    await toRecipient(user);
    await screen.findByRole('listbox');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Send Assets' })).toBeDefined();
    await user.keyboard('{ArrowDown}');
    expect(await screen.findByRole('listbox')).toBeDefined();
  });

  test('an address of a contact that is typed says whose it is, and is paid as it is', async () => {
    const { user } = start([bob]);
    await user.type(await toRecipient(user), BOB);
    expect(await screen.findByText('Bob Tanaka, in your contacts')).toBeDefined();
    expect(screen.queryByRole('radio', { name: 'Privately' })).toBeNull();
  });

  test('Paste enters what was copied; without permission it says what else to do', async () => {
    const { user } = start();
    const input = await toRecipient(user);
    const read = vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue(` ${BOB}\n`);
    await user.click(await button('Paste'));
    await waitFor(() => expect(input.value).toBe(BOB));
    read.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await user.click(await button('Paste'));
    expect(await screen.findByText(/Your browser didn’t let us read/)).toBeDefined();
    read.mockRestore();
  });

  test('someone with only a private address can be paid privately, with the amount filled in', async () => {
    const { user } = start([mum]);
    await user.type(await toRecipient(user), 'mum{Enter}');
    expect(await screen.findByText('Mum has only a private address.')).toBeDefined();
    expect((await button('Continue')).disabled).toBe(true);
    await user.click(
      await within(screen.getByRole('dialog')).findByRole('button', { name: 'Send privately' }),
    );
    const form = within(await screen.findByRole('dialog', { name: 'Internal Transfer' }));
    expect(form.getByLabelText('Recipient address')).toHaveProperty('value', 'Mum');
    expect(form.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '25');
    expect(location.search).toBe('?do=internal-transfer&coin=polygon-usdc');
  });

  test('in an internal transfer, someone with only a public address leads to Send', async () => {
    setWalletMode('private');
    const { user } = start([zoe]);
    await user.click(await button('More actions for USDC on Polygon'));
    await user.click(screen.getByRole('menuitem', { name: 'Internal Transfer' }));
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '5');
    await user.type(await field(), 'zoe{Enter}');
    expect(await screen.findByText('Zoë has only a public address.')).toBeDefined();
    await user.click(await button('Send publicly'));
    const form = within(await screen.findByRole('dialog', { name: 'Send Assets' }));
    expect(form.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '5');
  });

  test('an unshield to someone with only a private address goes on as an internal transfer', async () => {
    setWalletMode('private');
    const { user } = start([mum], {
      'POST /api/wallet/private/quote-unshield': listOf(buildPoolQuote()),
    });
    await user.click(await button('Make public: Unshield USDC on Polygon'));
    const amount = await screen.findByRole('textbox', { name: 'Amount' });
    await user.clear(amount);
    await user.type(amount, '7');
    await user.clear(await field());
    await user.type(await field(), 'mum{Enter}');
    await user.click(
      await within(screen.getByRole('dialog')).findByRole('button', { name: 'Send privately' }),
    );
    const form = within(await screen.findByRole('dialog', { name: 'Internal Transfer' }));
    expect(form.getByLabelText('Recipient address')).toHaveProperty('value', 'Mum');
    expect(form.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '7');
    expect(screen.queryByRole('dialog', { name: 'Unshield' })).toBeNull();
  });

  test('the chosen contact survives a reload, with the address that they have now', async () => {
    const { user } = start([zoe]);
    await user.type(await toRecipient(user), 'zoe{Enter}');
    await screen.findByText('In your contacts');
    cleanup();
    const moved = { ...zoe, publicAddress: `0x${'3'.repeat(40)}` };
    respondWith({
      'GET /api/wallet/contacts': listOf([moved]),
      'POST /api/wallet/public/quote-send': ({ body }) => ({ body: { data: quoteOf(body) } }),
    });
    load();
    await goOn(user);
    expect((await field()).value).toBe('Zoë Müller');
    await goOn(user);
    await screen.findByText('You send');
    const whole = screen.getByRole('dialog').querySelector('.whole-address');
    expect(whole?.textContent).toBe(moved.publicAddress);
    expect(location.href).not.toContain('0x');
  });
});

describe('finding someone by email or phone', () => {
  const finds = (data: unknown) => ({ 'POST /api/wallet/find-recipient': listOf(data) });

  test('a whole email is searched for once, and whoever is found is chosen and saved after the payment', async () => {
    const saved = vi.fn();
    const { api, user } = start([], {
      ...finds(dana),
      'POST /api/wallet/contacts': ({ body }) => {
        saved(body);
        return { body: { data: buildContact(dana) } };
      },
    });
    await user.type(await toRecipient(user), 'Dana@kax.test');
    expect(callsOf(api, 'find-recipient')).toEqual([]);
    expect(await screen.findByText('Dana Okafor')).toBeDefined();
    expect(screen.getByText('You haven’t paid Dana before.').parentElement?.textContent).toContain(
      'We only match full email addresses and phone numbers.',
    );
    const save = screen.getByRole<HTMLInputElement>('checkbox', {
      name: 'Save Dana to my contacts',
    });
    expect(save.checked).toBe(true);
    await user.click(await screen.findByRole('radio', { name: 'Publicly' }));
    await goOn(user);
    expect(await screen.findByText('You’ve never sent to Dana’s address.')).toBeDefined();
    expect(screen.getByText('dana@kax.test · on Kax')).toBeDefined();
    await user.click(await screen.findByRole('checkbox', { name: 'I checked the whole address.' }));
    expect(saved).not.toHaveBeenCalled();
    await pressConfirm(user, 'Confirm and send 25 USDC');
    await waitFor(() => expect(saved).toHaveBeenCalledWith({ ...dana, note: null, isOnKax: true }));
    expect(callsOf(api, 'find-recipient').map(({ body }) => body)).toEqual([
      { emailOrPhone: 'dana@kax.test' },
    ]);
    expect(callsOf(api, 'public/send-tokens')[0]?.body).toEqual({
      tokenId: 'polygon-usdc',
      amount: '25000000',
      recipientAddress: BOB,
    });
  });

  test('a failure to save the contact is a message, and the payment goes on', async () => {
    const { user } = start([], {
      ...finds(dana),
      'GET /api/wallet/recipients': listOf([paid(BOB)]),
      'POST /api/wallet/public/quote-send': ({ body }) => ({
        body: { data: quoteOf(body, false) },
      }),
      'GET /api/wallet/private/coins': () => ({ body: privateCoinsResponse([]) }),
      'POST /api/wallet/contacts': () => ({
        status: 409,
        body: { error: 'You have 500 contacts.', code: 'too-many-contacts' },
      }),
    });
    await user.type(await toRecipient(user), 'dana@kax.test');
    await screen.findByText('Dana Okafor');
    await goOn(user);
    await pressConfirm(user, 'Confirm and send 25 USDC');
    expect(await screen.findByText('Finalizing')).toBeDefined();
    const { result } = renderHook(useToasts);
    await waitFor(() =>
      expect(result.current.map(({ text }) => text)).toContain(
        'Dana Okafor wasn’t saved to your contacts. You have 500 contacts.',
      ),
    );
  });

  test('no one is found: it doesn’t say whether they hide', async () => {
    const { user } = start();
    await user.type(await toRecipient(user), 'dana@kax.test{Enter}');
    const sentence =
      'We can’t find anyone with this email. They may not use Kax, or don’t want to be found.';
    expect(await screen.findByText(sentence)).toBeDefined();
    expect((await button('Continue')).disabled).toBe(true);
  });

  test('after too many searches it shows the server’s sentence', async () => {
    const error = 'Too many searches. Try again in an hour.';
    const { user } = start([], {
      'POST /api/wallet/find-recipient': () => ({
        status: 429,
        body: { error, code: 'too-many-requests', retryAfter: 3600 },
      }),
    });
    await user.type(await toRecipient(user), '+1 415 555 0104{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(error);
  });

  test('a contact’s email chooses the contact, without a search', async () => {
    const { api, user } = start([{ ...zoe, emailOrPhone: 'zoe@kax.test' }]);
    await user.type(await toRecipient(user), 'zoe@kax.test');
    await waitFor(async () => expect((await field()).value).toBe('Zoë Müller'), { timeout: 3_000 });
    expect(callsOf(api, 'find-recipient')).toEqual([]);
  });
});

describe('public or private', () => {
  const privately = () => screen.findByRole<HTMLInputElement>('radio', { name: 'Privately' });
  const publicly = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Publicly' });

  test('private is preselected when the private balance suffices, and continues in Internal Transfer', async () => {
    const { api, user } = start([bob]);
    await user.type(await toRecipient(user), 'bob{Enter}');
    await waitFor(async () => expect((await privately()).checked).toBe(true));
    const dialog = screen.getByRole('dialog', { name: 'Send Assets' });
    expect(dialog.textContent).toContain(
      'From your private balance, 100 USDC. Only you, Bob and Kax can see it.',
    );
    expect(within(dialog).queryByText('Public', { selector: '.mode-chip *' })).toBeNull();
    await user.keyboard('{Enter}');
    const form = within(await screen.findByRole('dialog', { name: 'Internal Transfer' }));
    expect(form.getByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '25');
    expect(form.getByLabelText('Recipient address')).toHaveProperty('value', 'Bob Tanaka');
    expect(screen.queryByRole('dialog', { name: 'Send Assets' })).toBeNull();
    expect(location.search).toBe('?do=internal-transfer&coin=polygon-usdc');
    expect(callsOf(api, 'public/send-tokens')).toEqual([]);
    await goOn(user);
    await screen.findByText('You send');
    window.history.back();
    expect(await screen.findByRole('textbox', { name: 'Amount' })).toHaveProperty('value', '25');
    window.history.back();
    const confirmation = () => screen.findByRole('alertdialog', { name: 'Close this form?' });
    await user.click(within(await confirmation()).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(location.search).toContain('do=internal-transfer'));
    await user.click(await button('Close'));
    await user.click(within(await confirmation()).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.search).toBe('');
  });

  test('the user’s choice of public stays, and leads to the public review', async () => {
    const { user } = start([bob]);
    await user.type(await toRecipient(user), 'bob{Enter}');
    await waitFor(async () => expect((await privately()).checked).toBe(true));
    await user.click(publicly());
    expect(publicly().checked).toBe(true);
    await goOn(user);
    expect(await screen.findByRole('heading', { name: 'You send 25.000 USDC' })).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Send Assets' })).toBeDefined();
  });

  test('an insufficient private balance says so, and public is selected', async () => {
    const poor = buildPrivateCoin({ availableBaseUnits: '3000000' });
    const { user } = start([bob], {
      'GET /api/wallet/private/coins': () => ({ body: privateCoinsResponse([poor]) }),
      'POST /api/wallet/private/quote-internal-transfer': listOf(
        buildPoolQuote({ maxAmount: '2900000' }),
      ),
    });
    await user.type(await toRecipient(user), 'bob{Enter}');
    expect(await screen.findByText(/Your private balance is/)).toHaveProperty(
      'textContent',
      'Your private balance is 3 USDC.',
    );
    expect((await privately()).disabled).toBe(true);
    expect(publicly().checked).toBe(true);
  });

  test('a balance that covers the amount but not its fee isn’t enough', async () => {
    const { user } = start([bob], {
      'POST /api/wallet/private/quote-internal-transfer': listOf(
        buildPoolQuote({ maxAmount: '24999999' }),
      ),
    });
    await user.type(await toRecipient(user), 'bob{Enter}');
    expect(await screen.findByText(/which isn’t enough for the amount and its fee/)).toBeDefined();
    expect(publicly().checked).toBe(true);
  });

  test('while the private balance is unknown, private is being checked and public is selected', async () => {
    const { user } = start([bob], {
      'GET /api/wallet/private/coins': () => new Promise(() => {}),
    });
    await user.type(await toRecipient(user), 'bob{Enter}');
    expect(await screen.findByText('Checking…')).toBeDefined();
    expect((await privately()).disabled).toBe(true);
    expect(publicly().checked).toBe(true);
  });
});

describe('a link from a contact', () => {
  test('opens Send with the contact, and the coin that is worth the most', async () => {
    window.history.replaceState(null, '', `/dashboard?do=send&to=${zoe.id}`);
    const { user } = start([zoe]);
    expect(await screen.findByRole('button', { name: /^Token: USDC/ })).toBeDefined();
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '25');
    await goOn(user);
    expect((await field()).value).toBe('Zoë Müller');
  });

  test('opens an internal transfer with the contact', async () => {
    window.history.replaceState(null, '', `/dashboard?do=internal-transfer&to=${mum.id}`);
    start([mum]);
    expect((await field()).value).toBe('Mum');
  });

  test('to someone who is gone opens the form without a recipient', async () => {
    window.history.replaceState(null, '', '/dashboard?do=internal-transfer&to=gone');
    start([mum]);
    expect((await field()).value).toBe('');
  });
});

describe('the review', () => {
  async function review(user: UserEvent, name: string) {
    await user.type(await toRecipient(user), `${name}{Enter}`);
    await goOn(user);
    await screen.findByText('You send');
  }

  test('names the contact and how often they were paid, with the whole address', async () => {
    const address = zoe.publicAddress ?? '';
    const { user } = start([zoe], {
      'GET /api/wallet/recipients': listOf([paid(address)]),
      'POST /api/wallet/public/quote-send': ({ body }) => ({
        body: { data: quoteOf(body, false) },
      }),
    });
    await review(user, 'zoe');
    expect(await screen.findByText('Contact · paid 6 times')).toBeDefined();
    const whole = screen.getByRole('dialog').querySelector('.whole-address');
    expect(whole?.textContent).toBe(address);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  test('warns of a changed address that was never paid, and waits for the tick', async () => {
    const previous = `0x${'7'.repeat(40)}`;
    const publicAddressChange = { at: '2026-11-12T10:00:00.000Z', previous };
    const { user } = start([{ ...zoe, publicAddressChange }]);
    await review(user, 'zoe');
    const warning = await screen.findByText('Zoë’s address changed on 12 Nov.');
    expect(warning.parentElement?.textContent).toContain('You haven’t paid the new one.');
    expect(warning.parentElement?.textContent).toContain(previous);
    const tick = screen.getByRole('checkbox', { name: /I compared the whole address/ });
    const confirm = await button('Confirm and send 25 USDC');
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(confirm.disabled).toBe(true);
    await user.click(tick);
    await waitFor(() => expect(confirm.disabled).toBe(false));
  });

  test('warns when Kax now finds another address by the contact’s email', async () => {
    const { user } = start([{ ...bob, privateAddress: null }], {
      'GET /api/wallet/recipients': listOf([paid(BOB)]),
      'POST /api/wallet/public/quote-send': ({ body }) => ({
        body: { data: quoteOf(body, false) },
      }),
      'POST /api/wallet/find-recipient': listOf({
        ...dana,
        emailOrPhone: 'bob@kax.test',
        publicAddress: zoe.publicAddress,
      }),
    });
    await review(user, 'bob');
    const warning = await screen.findByText('Kax now finds another address for bob@kax.test.');
    expect(warning.parentElement?.textContent).toContain(zoe.publicAddress);
    expect(screen.getByRole('checkbox', { name: /I compared the whole address/ })).toBeDefined();
  });

  test('names the contact whose address a private one looks like', async () => {
    setWalletMode('private');
    const twin = `0zk1${'m'.repeat(4)}${'p'.repeat(115)}${'m'.repeat(4)}`;
    const { user } = start([mum]);
    await user.click(await button('More actions for USDC on Polygon'));
    await user.click(screen.getByRole('menuitem', { name: 'Internal Transfer' }));
    await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '5');
    await user.type(await field(), twin);
    await goOn(user);
    const warning = await screen.findByText('This isn’t the address of Mum in your contacts.');
    expect(warning.parentElement?.textContent).toContain(mum.privateAddress);
  });
});
