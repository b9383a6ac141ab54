import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { buildContact } from '#testing/saved-contact';
import type { SavedContact } from '#wire/wallet/saved-contact';
import {
  currentPath,
  currentSearch,
  signInBeforeEachPage,
  startPage,
} from '../app/protected-page.test-setup.tsx';
import { setWalletMode } from '../state/wallet-mode.ts';
import Contacts from './contacts.tsx';

signInBeforeEachPage();

const PRIVATE = `0zk1qyqszqgpqyq${'q'.repeat(112)}`;
const hex = (digit: string) => `0x${digit.repeat(40)}`;

let lastId = 0;
function contactNamed(name: string, more: Partial<SavedContact> = {}): SavedContact {
  lastId += 1;
  const id = `00000000-0000-4000-8000-${`${lastId}`.padStart(12, '0')}`;
  return buildContact({ id, name, emailOrPhone: null, publicAddress: null, ...more });
}

const BOB = buildContact({ privateAddress: PRIVATE, isOnKax: true, note: 'Flatmate' });
const CITY = contactNamed('City Bakery', { publicAddress: hex('2'), emailOrPhone: null });
const MUM = contactNamed('Émilie Moreau', { publicAddress: null, privateAddress: `${PRIVATE}x` });

interface Start {
  readonly contacts?: readonly SavedContact[];
  readonly paid?: readonly { address: string; payments: number; lastPaidAt: string }[];
  readonly more?: Parameters<typeof startPage>[2];
}

function start({ contacts = [BOB, CITY, MUM], paid = [], more = {} }: Start = {}) {
  return startPage(<Contacts />, '/contacts', {
    'GET /api/wallet/contacts': () => ({ body: { data: contacts } }),
    'GET /api/wallet/recipients': () => ({ body: { data: paid } }),
    ...more,
  });
}

const rowOf = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  return within(button.closest('li') ?? button);
};
const names = () =>
  [...document.querySelectorAll('.contact-row__name')].map((each) => each.textContent);

test('skeletons stay until the contacts arrive', async () => {
  start();
  expect(screen.getAllByTestId('contact-skeleton').length).toBeGreaterThan(3);
  expect(screen.getByText('Loading contacts')).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Bob Tanaka' })).toBeDefined();
  expect(screen.queryByTestId('contact-skeleton')).toBeNull();
});

test('contacts are in the order of their names, under their first letter without its accent', async () => {
  start({ contacts: [MUM, contactNamed('42 Club', { publicAddress: hex('4') }), CITY, BOB] });
  await screen.findByRole('button', { name: 'Bob Tanaka' });
  const headings = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent);
  expect(headings).toEqual(['B', 'C', 'E', '#']);
  expect(names()).toEqual(['Bob Tanaka', 'City Bakery', 'Émilie Moreau', '42 Club']);
});

test('a row shows how to reach the contact, its addresses, and its payments at both of them', async () => {
  const paid = [
    { address: hex('1'), payments: 4, lastPaidAt: new Date().toISOString() },
    { address: PRIVATE, payments: 2, lastPaidAt: '2025-01-02T03:04:05.000Z' },
    { address: hex('2'), payments: 1, lastPaidAt: '2025-01-02T12:04:05.000Z' },
  ];
  start({ paid });
  const bob = await rowOf('Bob Tanaka');
  expect(bob.getByText('bob@kax.test')).toBeDefined();
  expect(bob.getByText('Public')).toBeDefined();
  expect(bob.getByText('Private')).toBeDefined();
  expect(await bob.findByText('6 payments')).toBeDefined();
  expect(bob.getByText('Today')).toBeDefined();
  const city = await rowOf('City Bakery');
  expect(city.getByText('Address only')).toBeDefined();
  expect(city.queryByText('Private')).toBeNull();
  expect(city.getByText('1 payment')).toBeDefined();
  expect(city.getByText('2 Jan 2025')).toBeDefined();
  expect((await rowOf('Émilie Moreau')).queryByText(/payment/)).toBeNull();
});

const MANY = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gil'].map((name, index) =>
  contactNamed(name, { publicAddress: hex(`${index + 1}`) }),
);
const MANY_PAID = [3, 1, 2, 4, 6, 5].map((day) => ({
  address: hex(`${day}`),
  payments: 1,
  lastPaidAt: `2025-01-0${day}T12:00:00.000Z`,
}));

test('with more than five contacts, the five that were paid last come first', async () => {
  start({ contacts: MANY, paid: MANY_PAID });
  const recent = within(await screen.findByRole('region', { name: 'Recent' }));
  const recentNames = recent.getAllByRole('button', { name: /^Send to/ });
  expect(recentNames.map((each) => each.getAttribute('aria-label'))).toEqual(
    ['Fay', 'Eve', 'Dan', 'Cleo', 'Ben'].map((name) => `Send to ${name}`),
  );
});

test('five contacts or a search have no recent ones', async () => {
  const { user } = start({ contacts: MANY, paid: MANY_PAID });
  await screen.findByRole('region', { name: 'Recent' });
  await user.type(screen.getByRole('searchbox'), 'a');
  await waitFor(() => expect(names()).toEqual(['Ada', 'Dan', 'Fay']));
  expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull();
});

test('exactly five contacts have no recent ones', async () => {
  start({ contacts: MANY.slice(0, 5), paid: MANY_PAID });
  expect(await screen.findByText('3 Jan 2025')).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Recent' })).toBeNull();
});

test.each([
  ['EMILIE', 'Émilie Moreau'],
  ['moreau émi', 'Émilie Moreau'],
  ['kax.test', 'Bob Tanaka'],
  ['flatmate', 'Bob Tanaka'],
  [hex('2').toUpperCase().slice(2), 'City Bakery'],
])('the search for “%s” finds %s', async (query, name) => {
  const { user } = start();
  await screen.findByRole('button', { name: 'Bob Tanaka' });
  await user.type(screen.getByRole('searchbox'), query);
  await waitFor(() => expect(names()).toEqual([name]));
  expect(screen.getByText('1 contact found')).toBeDefined();
});

test('a phone is found with spaces and brackets between its digits', async () => {
  const carol = contactNamed('Carol', { emailOrPhone: '+14155550103' });
  const { user } = start({ contacts: [BOB, carol] });
  await screen.findByRole('button', { name: 'Carol' });
  await user.type(screen.getByRole('searchbox'), '(415) 555-0103');
  await waitFor(() => expect(names()).toEqual(['Carol']));
});

test('/ focuses the search, Escape empties it, and a / that is typed there stays text', async () => {
  const { user } = start();
  await screen.findByRole('button', { name: 'Bob Tanaka' });
  await user.keyboard('/');
  const search = screen.getByRole<HTMLInputElement>('searchbox');
  expect(document.activeElement).toBe(search);
  expect(search.value).toBe('');
  await user.keyboard('b/');
  expect(search.value).toBe('b/');
  await user.keyboard('{Escape}');
  expect(search.value).toBe('');
});

test('a search without a match says so, and can be cleared', async () => {
  const { user } = start();
  await screen.findByRole('button', { name: 'Bob Tanaka' });
  await user.type(screen.getByRole('searchbox'), 'zzz');
  expect(await screen.findByText('No contact matches “zzz”')).toBeDefined();
  const [clear] = screen.getAllByRole('button', { name: 'Clear search' });
  await user.click(clear ?? document.body);
  await waitFor(() => expect(names()).toHaveLength(3));
});

test('the filter shows those on Kax, and says how many there are', async () => {
  const { user } = start();
  const onKax = await screen.findByRole('button', { name: 'On Kax 1' });
  expect(screen.getByRole('button', { name: 'All 3' }).getAttribute('aria-pressed')).toBe('true');
  await user.click(onKax);
  await waitFor(() => expect(names()).toEqual(['Bob Tanaka']));
  expect(onKax.getAttribute('aria-pressed')).toBe('true');
  await user.click(screen.getByRole('button', { name: 'All 3' }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

test('without contacts, the page says what they are for and where names come from', async () => {
  const { user } = start({ contacts: [] });
  expect(await screen.findByText('No contacts yet')).toBeDefined();
  const link = screen.getByRole('link', { name: 'Add a name to a past payment' });
  expect(link.getAttribute('href')).toBe('/activity/wallet');
  const section = within(screen.getByRole('region', { name: 'Contacts' }));
  await user.click(section.getByRole('button', { name: 'Add contact' }));
  expect(await screen.findByRole('dialog', { name: 'Add contact' })).toBeDefined();
});

test('contacts that could not be loaded are reported, and can be retried', async () => {
  let isRefused = true;
  const { user } = start({
    more: {
      'GET /api/wallet/contacts': () =>
        isRefused
          ? { status: 400, body: { error: 'No.', code: 'bad-request' } }
          : { body: { data: [BOB] } },
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load your contacts');
  isRefused = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Bob Tanaka' })).toBeDefined();
});

test('the list stays while Kax can’t be reached for how often contacts were paid', async () => {
  start({ more: { 'GET /api/wallet/recipients': () => ({ status: 400, body: {} }) } });
  expect(await screen.findByRole('button', { name: 'Bob Tanaka' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['public', 'Bob Tanaka', 'send', BOB],
  ['private', 'Bob Tanaka', 'internal-transfer', BOB],
  ['private', 'City Bakery', 'send', CITY],
  ['public', 'Émilie Moreau', 'internal-transfer', MUM],
] as const)(
  'Send in %s mode opens the form that pays %s: %s',
  async (mode, name, action, { id }) => {
    setWalletMode(mode);
    const { user } = start();
    await user.click(await screen.findByRole('button', { name: `Send to ${name}` }));
    expect(currentPath()).toBe('/dashboard');
    // An id, and no address.
    expect(currentSearch()).toBe(`?do=${action}&to=${id}`);
  },
);

async function openMenu(user: ReturnType<typeof startPage>['user'], name: string) {
  await user.click(await screen.findByRole('button', { name: `More for ${name}` }));
  return within(screen.getByRole('menu'));
}

test('the menu copies only the addresses that a contact has', async () => {
  const { user } = start();
  const city = await openMenu(user, 'City Bakery');
  expect(city.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Edit',
    'Copy public address',
    'Delete',
  ]);
  await user.click(city.getByRole('menuitem', { name: 'Copy public address' }));
  expect(await navigator.clipboard.readText()).toBe(hex('2'));
  const bob = await openMenu(user, 'Bob Tanaka');
  await user.click(bob.getByRole('menuitem', { name: 'Copy private address' }));
  expect(await navigator.clipboard.readText()).toBe(PRIVATE);
  expect(screen.getAllByText('Address copied.')).toHaveLength(2);
});

test('Edit opens the contact, and its changes show in the list', async () => {
  const changes = vi.fn();
  const { user } = start({
    more: {
      [`POST /api/wallet/contacts/${CITY.id}`]: ({ body }) => {
        changes(body);
        return { body: { data: { ...CITY, name: 'Corner Bakery', version: 2 } } };
      },
    },
  });
  const menu = await openMenu(user, 'City Bakery');
  await user.click(menu.getByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit contact' }));
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'Corner Bakery');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('button', { name: 'Corner Bakery' })).toBeDefined();
  expect(names()).toEqual(['Bob Tanaka', 'Corner Bakery', 'Émilie Moreau']);
  expect(changes).toHaveBeenCalledExactlyOnceWith({
    name: 'Corner Bakery',
    emailOrPhone: null,
    publicAddress: hex('2'),
    privateAddress: null,
    note: null,
    isOnKax: false,
    version: 1,
  });
});

test('Delete asks first, says that payments stay, and removes the contact', async () => {
  const { api, user } = start({
    more: {
      [`POST /api/wallet/contacts/${CITY.id}/remove`]: () => ({ body: { success: true } }),
    },
  });
  const menu = await openMenu(user, 'City Bakery');
  await user.click(menu.getByRole('menuitem', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete City Bakery?' }));
  expect(dialog.getByText(/^Your payments stay/)).toBeDefined();
  expect(api.seen.some(({ path }) => path.endsWith('/remove'))).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Delete contact' }));
  await waitFor(() => expect(names()).toEqual(['Bob Tanaka', 'Émilie Moreau']));
  expect(screen.getByText('City Bakery was deleted from your contacts.')).toBeDefined();
});

test('a contact that was deleted elsewhere is gone here too; other failures keep it', async () => {
  let code = 'internal';
  const { user } = start({
    more: {
      [`POST /api/wallet/contacts/${CITY.id}/remove`]: () => ({
        status: 404,
        body: { error: 'We couldn’t do that.', code },
      }),
    },
  });
  const menu = await openMenu(user, 'City Bakery');
  await user.click(menu.getByRole('menuitem', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Delete contact' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('We couldn’t do that.');
  expect(names()).toHaveLength(3);
  code = 'unknown-contact';
  await user.click(dialog.getByRole('button', { name: 'Delete contact' }));
  await waitFor(() => expect(names()).toHaveLength(2));
});

test('a contact that changed elsewhere is read again; if Kax can’t be reached then, the list stays', async () => {
  let isAway = false;
  const { user } = start({
    more: {
      'GET /api/wallet/contacts': () =>
        isAway
          ? { status: 400, body: { error: 'No.', code: 'bad-request' } }
          : { body: { data: [BOB, CITY] } },
      [`POST /api/wallet/contacts/${CITY.id}`]: () => {
        isAway = true;
        return { status: 409, body: { error: 'Changed elsewhere.', code: 'contact-changed' } };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'City Bakery' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit contact' }));
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Bread');
  await user.click(dialog.getByRole('button', { name: 'Save changes' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Changed elsewhere.');
  expect(await screen.findByText(/^Showing contacts from \d\d:\d\d\.$/)).toBeDefined();
  expect(names()).toEqual(['Bob Tanaka', 'City Bakery']);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
});
