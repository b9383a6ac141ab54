import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { FakeResponse, SeenRequest } from '#testing/fake-api';
import { buildContact } from '#testing/saved-contact';
import { buildUser } from '#testing/user';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { signInBeforeEachPage, startPage } from '../app/protected-page.test-setup.tsx';
import type { ContactContent } from './api/change-contacts.ts';
import ContactDialog from './contact-dialog.tsx';

signInBeforeEachPage();

const BOBS = '0x3C8dE51f7b0942A6cE94d3708FbA12c5D7e4b06a';
const IMITATION = '0x3C8d90aB41D7c2E6f05B8e1974Ac63D2E8f1b06a';
const OTHER = '0x91fE00000000000000000000000000000000001c';
const PRIVATE = `0zk1${'q'.repeat(123)}`;
const OWN = buildUser().wallet.publicWalletAddress;
const BOB = buildContact({ publicAddress: BOBS, emailOrPhone: null });
const FOUND = {
  name: 'Dana Okafor',
  emailOrPhone: 'dana@kax.test',
  publicAddress: '0xE4b2000000000000000000000000000000007c19',
  privateAddress: PRIVATE,
};

const saved = vi.fn<(contact: SavedContact) => void>();
const closed = vi.fn<() => void>();
beforeEach(() => {
  saved.mockClear();
  closed.mockClear();
});

interface Start {
  readonly contact?: SavedContact | null;
  readonly initial?: Partial<ContactContent>;
  readonly contacts?: readonly SavedContact[];
  readonly paid?: readonly string[];
  readonly areRecipientsUnknown?: boolean;
  /** To a search on Kax. */
  readonly found?: FakeResponse;
  /** To a request that saves. */
  readonly save?: (request: SeenRequest) => FakeResponse | Promise<FakeResponse>;
}

const UNKNOWN = { status: 400, body: { error: 'No.', code: 'bad-request' } };
const paidOnce = (address: string) => ({
  address,
  payments: 1,
  lastPaidAt: '2026-01-02T03:04:05.000Z',
});
const echo = ({ body }: SeenRequest): FakeResponse => ({
  body: { data: { ...BOB, id: 'new', ...(body as object) } },
});

function start(options: Start = {}) {
  const { contact = null, contacts = [BOB], paid = [], save = echo } = options;
  function Page() {
    const [isOpen, setIsOpen] = useState(true);
    return (
      <ContactDialog
        isOpen={isOpen}
        contact={contact}
        start={options.initial}
        onSaved={saved}
        onClose={() => {
          closed();
          setIsOpen(false);
        }}
      />
    );
  }
  const { api, user } = startPage(<Page />, '/contacts', {
    'GET /api/wallet/contacts': () => ({ body: { data: contacts } }),
    'GET /api/wallet/recipients': () =>
      options.areRecipientsUnknown ? UNKNOWN : { body: { data: paid.map(paidOnce) } },
    'POST /api/wallet/find-recipient': () => options.found ?? { body: { data: null } },
    'POST /api/wallet/contacts': save,
    [`POST /api/wallet/contacts/${BOB.id}`]: save,
  });
  const requestsTo = (path: string) =>
    api.seen.filter((each) => each.method === 'POST' && each.path.startsWith(path));
  return {
    api,
    user,
    /** The bodies of the requests that saved. */
    sent: () => requestsTo('/api/wallet/contacts').map(({ body }) => body),
    searches: () => requestsTo('/api/wallet/find-recipient').map(({ body }) => body),
  };
}

/** What a browser does on Enter in a field: the button below the form belongs to it. */
const pressEnter = () => fireEvent.submit(document.querySelector('form') ?? document.body);
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const button = (name: string) => screen.getByRole('button', { name });
const errorOf = (name: string) => {
  const id = field(name).getAttribute('aria-describedby') ?? '';
  return field(name).getAttribute('aria-invalid') ? document.getElementById(id)?.textContent : null;
};

test('a contact has a name and optional rest; what is empty is sent as null', async () => {
  const { user, sent } = start();
  expect(document.activeElement).toBe(field('Name'));
  await user.type(field('Name'), ' Carol ');
  await user.type(field('Public address'), OTHER);
  await user.click(button('Save contact'));
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(sent()).toEqual([
    {
      name: 'Carol',
      emailOrPhone: null,
      publicAddress: OTHER,
      privateAddress: null,
      note: null,
      isOnKax: false,
    },
  ]);
  expect(saved).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'Carol' }));
});

test('Enter and a double click save once', async () => {
  let respond: (response: FakeResponse) => void = () => {};
  const waiting = new Promise<FakeResponse>((resolve) => {
    respond = resolve;
  });
  const { user, sent } = start({ save: () => waiting });
  await user.type(field('Name'), 'Carol');
  await user.type(field('Public address'), OTHER);
  pressEnter();
  pressEnter();
  await user.dblClick(button('Saving...'));
  await waitFor(() => expect(sent()).toHaveLength(1));
  respond(echo({ method: 'POST', path: '', headers: new Headers(), body: {} }));
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  pressEnter();
  expect(sent()).toHaveLength(1);
});

test('a contact whose response was lost is not added a second time', async () => {
  const contacts = [BOB];
  const { user, sent } = start({
    contacts,
    save: () => {
      contacts.push(buildContact({ id: 'new', name: 'Carol', publicAddress: OTHER }));
      return 'no response';
    },
  });
  await user.type(field('Name'), 'Carol');
  await user.type(field('Public address'), OTHER);
  await user.click(button('Save contact'));
  expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach Kax');
  await user.click(button('Save contact'));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(sent()).toHaveLength(1);
});

test('what is missing or wrong is said at its field, before anything is sent', async () => {
  const { user, sent } = start();
  await user.click(button('Save contact'));
  expect(errorOf('Name')).toBe('Enter a name.');
  expect(errorOf('Email or phone')).toBe('Add an email, a phone number or an address.');
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  await user.type(field('Public address'), PRIVATE);
  expect(errorOf('Public address')).toBe('This is a private address. Enter it in the field below.');
  expect(errorOf('Email or phone')).toBeNull();
  await user.type(field('Private address'), OTHER);
  expect(errorOf('Private address')).toBe('This is a public address. Enter it in the field above.');
  for (const [entered, problem] of [
    ['0x12', /^This isn’t a public address/],
    [`0x${'0'.repeat(40)}`, /^No one owns this address/],
    [OWN.toLowerCase(), /^This is your own address/],
    [BOBS.toLowerCase(), /^Bob Tanaka has this address/],
  ] as const) {
    await user.clear(field('Public address'));
    await user.type(field('Public address'), entered);
    expect(errorOf('Public address')).toMatch(problem);
  }
  expect(sent()).toEqual([]);
});

test.each([
  ['contact-name-not-valid', 'Name'],
  ['email-not-valid', 'Email or phone'],
  ['phone-not-valid', 'Email or phone'],
  ['recipient-checksum', 'Public address'],
  ['recipient-is-token', 'Public address'],
  ['contact-exists', 'Public address'],
])('the server’s refusal %s is shown at %s until it changes', async (code, name) => {
  const { user } = start({
    save: () => ({ status: 400, body: { error: 'Not like this.', code } }),
  });
  await user.type(field('Name'), 'Carol');
  await user.type(field('Public address'), OTHER);
  await user.click(button('Save contact'));
  await waitFor(() => expect(errorOf(name)).toBe('Not like this.'));
  expect(closed).not.toHaveBeenCalled();
  await user.type(field(name), 'x');
  expect(errorOf(name)).not.toBe('Not like this.');
});

test.each(['recipient-not-private', 'recipient-other-network'])(
  'the server’s refusal %s is shown at the private address',
  async (code) => {
    const { user } = start({ save: () => ({ status: 400, body: { error: 'No.', code } }) });
    await user.type(field('Name'), 'Carol');
    await user.type(field('Private address'), PRIVATE);
    await user.click(button('Save contact'));
    await waitFor(() => expect(errorOf('Private address')).toBe('No.'));
  },
);

test.each(['too-many-contacts', 'contact-changed', 'unknown-contact', 'too-many-requests'])(
  'the refusal %s is about the whole contact, and keeps what was entered',
  async (code) => {
    const error = 'Not now.';
    const { user } = start({ contact: BOB, save: () => ({ status: 409, body: { error, code } }) });
    await user.type(field('Note'), 'Flatmate');
    await user.click(button('Save changes'));
    expect((await screen.findByRole('alert')).textContent).toBe(error);
    expect(field('Note').value).toBe('Flatmate');
    expect(closed).not.toHaveBeenCalled();
  },
);

test('an email that someone on Kax has fills in their addresses, and one search is enough', async () => {
  const { user, sent, searches } = start({ found: { body: { data: FOUND } } });
  await user.type(field('Name'), 'Dana');
  await user.type(field('Email or phone'), FOUND.emailOrPhone);
  expect(await screen.findByText('On Kax')).toBeDefined();
  expect(await screen.findByText('We filled in the addresses below from Kax.')).toBeDefined();
  expect(field('Public address').value).toBe(FOUND.publicAddress);
  expect(field('Private address').value).toBe(FOUND.privateAddress);
  expect(searches()).toEqual([{ emailOrPhone: FOUND.emailOrPhone }]);
  await user.click(button('Save contact'));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ isOnKax: true, publicAddress: FOUND.publicAddress });
});

test('a contact is on Kax only with both addresses that were found', async () => {
  const { user, sent } = start({ found: { body: { data: FOUND } } });
  await user.type(field('Name'), 'Dana');
  await user.type(field('Email or phone'), FOUND.emailOrPhone);
  await screen.findByText('We filled in the addresses below from Kax.');
  await user.click(button('Clear private address'));
  await user.click(button('Save contact'));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ isOnKax: false, privateAddress: null });
});

test('another email takes the addresses with it that belonged to the first', async () => {
  const { user } = start({ found: { body: { data: FOUND } } });
  await user.type(field('Email or phone'), FOUND.emailOrPhone);
  await screen.findByText('We filled in the addresses below from Kax.');
  await user.type(field('Email or phone'), 'x');
  expect(field('Public address').value).toBe('');
  expect(field('Private address').value).toBe('');
  expect(screen.queryByText('On Kax')).toBeNull();
});

test('half an email, and a phone without its country, are not searched for', async () => {
  const { user, searches } = start();
  await user.type(field('Email or phone'), 'dana@kax');
  await new Promise((resolve) => setTimeout(resolve, 700));
  await user.clear(field('Email or phone'));
  await user.type(field('Email or phone'), '415 555 0103');
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(searches()).toEqual([]);
});

test('too many searches are no error of the contact', async () => {
  const busy = { status: 429, body: { error: 'Too many.', code: 'too-many-requests' } };
  const { user } = start({ found: busy });
  await user.type(field('Email or phone'), FOUND.emailOrPhone);
  expect(await screen.findByText(/^We couldn’t check/)).toBeDefined();
  expect(errorOf('Email or phone')).toBeNull();
});

test('the user’s own email is refused at its field', async () => {
  const own = { status: 400, body: { error: 'Own.', code: 'recipient-is-sender' } };
  const { user } = start({ found: own });
  await user.type(field('Email or phone'), 'alice@kax.test');
  await waitFor(() => expect(errorOf('Email or phone')).toBe('This is your own email or phone.'));
});

const DANA = buildContact({
  name: 'Dana Okafor',
  emailOrPhone: FOUND.emailOrPhone,
  publicAddress: OTHER,
  privateAddress: PRIVATE,
  isOnKax: true,
});

test('an address that changed on Kax is shown beside the saved one, whole, and nothing is replaced', async () => {
  start({ contact: DANA, contacts: [DANA], found: { body: { data: FOUND } } });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Dana’s public address on Kax isn’t the one you saved.');
  const [known, other] = screen.getAllByRole('definition');
  expect(known?.textContent).toBe(OTHER);
  expect(other?.textContent).toContain(FOUND.publicAddress);
  expect(other?.textContent).toMatch(/\d of 10 groups differ/);
  expect(field('Public address').value).toBe(OTHER);
});

test('the saved address can be kept, and the contact then isn’t on Kax', async () => {
  const { user, sent } = start({
    contact: DANA,
    contacts: [DANA],
    found: { body: { data: FOUND } },
  });
  await user.click(await screen.findByRole('button', { name: 'Keep the saved one' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(button('Save changes'));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ publicAddress: OTHER, isOnKax: false });
});

test('the new address can be taken, and the contact then is on Kax', async () => {
  const { user, sent } = start({
    contact: DANA,
    contacts: [DANA],
    found: { body: { data: FOUND } },
  });
  await user.click(await screen.findByRole('button', { name: 'Use the new one' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(button('Save changes'));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ publicAddress: FOUND.publicAddress, isOnKax: true });
});

test('a contact that can’t be found now stays on Kax while its addresses stay', async () => {
  const { user, sent } = start({ contact: DANA, contacts: [DANA] });
  await user.type(field('Note'), 'Landlord');
  await user.click(button('Save changes'));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ isOnKax: true, note: 'Landlord', version: 1 });
});

test('an address that imitates a contact’s is saved only after both were compared', async () => {
  const { user, sent } = start({ initial: { publicAddress: IMITATION } });
  await user.type(field('Name'), 'Bobby');
  pressEnter();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('This address imitates Bob Tanaka’s.');
  expect(screen.getByText('Bob, in your contacts')).toBeDefined();
  const [known, other] = screen.getAllByRole('definition');
  expect(known?.textContent).toBe(BOBS);
  expect(other?.textContent).toBe(`${IMITATION} 8 of 10 groups differ.`);
  expect(document.querySelectorAll('.compared-addresses__different')).toHaveLength(8);
  expect(button('Save anyway')).toHaveProperty('disabled', true);
  expect(document.activeElement?.tagName).not.toBe('BUTTON');
  expect(sent()).toEqual([]);
  const tick = 'I checked the whole address with the person. Save it as a new contact.';
  await user.click(screen.getByRole('checkbox', { name: tick }));
  await user.click(button('Save anyway'));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ name: 'Bobby', publicAddress: IMITATION });
});

test('the filled button of the warning chooses the contact with the real address, and saves nothing', async () => {
  const { user, sent } = start({ initial: { publicAddress: IMITATION } });
  await user.type(field('Name'), 'Bobby');
  pressEnter();
  await user.click(await screen.findByRole('button', { name: 'Use Bob’s real address' }));
  expect(saved).toHaveBeenCalledExactlyOnceWith(BOB);
  expect(sent()).toEqual([]);
  expect(screen.getByText('Bob Tanaka is already in your contacts.')).toBeDefined();
});

test('an imitation of the contact’s own saved address brings the saved one back', async () => {
  const { user, sent } = start({ contact: BOB });
  await user.clear(field('Public address'));
  await user.type(field('Public address'), IMITATION);
  pressEnter();
  await user.click(await screen.findByRole('button', { name: 'Use Bob’s real address' }));
  expect(field('Public address').value).toBe(BOBS);
  expect(sent()).toEqual([]);
});

test('an imitation of an address that was paid offers the one that was paid', async () => {
  const { user } = start({ contacts: [], paid: [BOBS], initial: { publicAddress: IMITATION } });
  await user.type(field('Name'), 'Bobby');
  pressEnter();
  expect((await screen.findByRole('alert')).textContent).toContain('imitates one that you paid');
  await user.click(button('Use the one you paid'));
  expect(field('Public address').value).toBe(BOBS);
});

test('an imitation is still one after it was paid by mistake', async () => {
  const { user } = start({ paid: [IMITATION], initial: { publicAddress: IMITATION } });
  await user.type(field('Name'), 'Bobby');
  pressEnter();
  expect((await screen.findByRole('alert')).textContent).toContain('imitates Bob Tanaka’s');
});

test('an imitation of the user’s own address is left out again', async () => {
  const imitation = `${OWN.slice(0, 6)}${'0'.repeat(32)}${OWN.slice(-4)}`;
  const { user } = start({ initial: { publicAddress: imitation } });
  await user.type(field('Name'), 'Me');
  pressEnter();
  expect((await screen.findByRole('alert')).textContent).toContain('imitates your own');
  expect(button('Don’t use this address')).toBeDefined();
});

test('without the addresses that were paid nothing is saved, because nothing could be compared', async () => {
  const { user, sent } = start({ areRecipientsUnknown: true });
  await user.type(field('Name'), 'Carol');
  await user.type(field('Public address'), OTHER);
  await user.click(button('Save contact'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/^We couldn’t compare/);
  expect(sent()).toEqual([]);
});

test.each(['Cancel', 'Close'])('%s asks before it loses what was entered', async (name) => {
  const { user } = start();
  await user.type(field('Name'), 'Carol');
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name }));
  const leave = within(await screen.findByRole('alertdialog', { name: 'Close this form?' }));
  expect(closed).not.toHaveBeenCalled();
  await user.click(leave.getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(field('Name').value).toBe('Carol');
  await user.click(dialog.getByRole('button', { name }));
  const again = within(await screen.findByRole('alertdialog'));
  await user.click(again.getByRole('button', { name: 'Close' }));
  expect(closed).toHaveBeenCalledOnce();
});

test('Escape asks with input, and an untouched form closes without', async () => {
  const { user } = start({ initial: { publicAddress: OTHER } });
  await user.type(field('Name'), 'C');
  await user.keyboard('{Escape}');
  expect(closed).not.toHaveBeenCalled();
  await user.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Keep editing' }),
  );
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await user.clear(field('Name'));
  await user.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledOnce();
});

test('addresses that we filled in are nothing that closing would lose', async () => {
  const contact = { ...DANA, privateAddress: null, publicAddress: FOUND.publicAddress };
  const { user } = start({ contact, contacts: [contact], found: { body: { data: FOUND } } });
  await waitFor(() => expect(field('Private address').value).toBe(PRIVATE));
  await user.click(button('Cancel'));
  expect(closed).toHaveBeenCalledOnce();
});

test('each filled field can be cleared, and then has the focus', async () => {
  const { user } = start({ contact: BOB });
  await user.click(button('Clear public address'));
  expect(field('Public address').value).toBe('');
  expect(document.activeElement).toBe(field('Public address'));
  expect(screen.queryByRole('button', { name: 'Clear public address' })).toBeNull();
});

test('only a saved contact can be deleted', async () => {
  start();
  expect(screen.queryByRole('button', { name: 'Delete contact' })).toBeNull();
});
