import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInBeforeEachPage } from './protected-page.test-setup.tsx';
import { type Responder, start } from './settings.test-setup.tsx';
import { about, buildWrap, listed, openFrame, signInOwner } from './signer.test-setup.tsx';

signInBeforeEachPage();
beforeEach(() => {
  signInOwner();
});

const LIST = 'GET /api/wallet/passkeys';
const ADD = 'POST /api/wallet/passkeys';
const [first, second] = [listed(1, 'Laptop'), listed(2, 'Six words', 'phrase')];

const boxOf = (number: number, kind?: 'phrase') => ({
  [`GET /api/wallet/passkeys/${listed(number, '').id}/box`]: () => ({
    body: { wrap: buildWrap(number, kind) },
  }),
});

/** Settings of an owner with these ways to open the keys. */
function startOwner(wraps: readonly object[], responses: Record<string, Responder> = {}) {
  return start({
    'GET /api/about': () => about(),
    [LIST]: () => ({ body: { wraps } }),
    ...boxOf(1),
    ...boxOf(2, 'phrase'),
    ...responses,
  });
}

const card = async () => within(await screen.findByRole('region', { name: 'Keys and backup' }));
type User = ReturnType<typeof start>['user'];

async function openSigner(user: User, name: string) {
  await user.click((await card()).getByRole('button', { name }));
  const signer = await openFrame();
  return { signer, request: await signer.ready() };
}

describe('the ways to open keys that only their owner has', () => {
  test('are listed in place of an export, which Kax can’t make', async () => {
    startOwner([first, second]);
    const keys = await card();
    expect(await keys.findByText('Laptop')).toBeDefined();
    expect(keys.getByText('Passkey · added 2 Nov')).toBeDefined();
    expect(keys.getByText('Six words')).toBeDefined();
    expect(keys.queryByRole('button', { name: 'Export Private Key' })).toBeNull();
    expect(keys.queryByText('Add a second way')).toBeNull();
  });

  test('can’t be removed down to none, and a second one is asked for', async () => {
    startOwner([first]);
    const keys = await card();
    expect(await keys.findByText('Add a second way')).toBeDefined();
    expect(keys.getByRole('button', { name: 'Rename Laptop' })).toBeDefined();
    expect(keys.queryByRole('button', { name: 'Remove Laptop' })).toBeNull();
  });

  test('are shown again after an error', async () => {
    const replies = [{ status: 429, body: { error: 'Wait a moment.', code: 'too-many-requests' } }];
    const { user } = startOwner([], {
      [LIST]: () => replies.shift() ?? { body: { wraps: [first] } },
    });
    const keys = await card();
    await user.click(await keys.findByRole('button', { name: 'Try again' }));
    expect(await keys.findByText('Laptop')).toBeDefined();
  });

  test('are renamed', async () => {
    const { id } = first;
    let label = 'Laptop';
    const { user } = startOwner([], {
      [LIST]: () => ({ body: { wraps: [{ ...first, label }] } }),
      [`POST /api/wallet/passkeys/${id}/rename`]: ({ body }) => {
        label = (body as { label: string }).label;
        return { body: { success: true } };
      },
    });
    await user.click(await (await card()).findByRole('button', { name: 'Rename Laptop' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename “Laptop”' }));
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Old laptop{Enter}');
    expect(await (await card()).findByText('Old laptop')).toBeDefined();
  });

  test('are removed after a question that says what an old copy still opens', async () => {
    const left = [first, second];
    const { user } = startOwner([], {
      [LIST]: () => ({ body: { wraps: left } }),
      [`POST /api/wallet/passkeys/${second.id}/remove`]: () => {
        left.pop();
        return { body: { success: true } };
      },
    });
    await user.click(await (await card()).findByRole('button', { name: 'Remove Six words' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/copied our data before/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByText('Six words')).toBeNull());
  });
});

describe('what the owner does with the keys', () => {
  test.each([
    ['Show my 12 words', 'show-words'],
    ['Check that my words work', 'drill'],
    ['Keep my keys open', 'set-time-out'],
    ['Add six words', 'add-phrase'],
  ])('%s happens in the signer, which gets every box', async (name, kind) => {
    const { user } = startOwner([first, second]);
    const { signer, request } = await openSigner(user, name);
    expect(request).toMatchObject({ kind, wraps: [buildWrap(1), buildWrap(2, 'phrase')] });
    expect(request.owner.address).toBe(`0x${'ab'.repeat(20)}`);
    await signer.end({ outcome: 'cancelled' });
    await waitFor(() => expect(screen.queryByTitle('Your keys')).toBeNull());
  });

  test('the signer gets no way that was removed, also on another device', async () => {
    let wraps: object[] = [first, second];
    const { user, api } = startOwner([], { [LIST]: () => ({ body: { wraps } }) });
    const before = await openSigner(user, 'Show my 12 words');
    expect(before.request.wraps).toHaveLength(2);
    await before.signer.end({ outcome: 'cancelled' });
    await waitFor(() => expect(screen.queryByTitle('Your keys')).toBeNull());
    wraps = [first];
    const { request } = await openSigner(user, 'Show my 12 words');
    expect(request.wraps).toEqual([buildWrap(1)]);
    expect(api.seen.filter(({ path }) => path.endsWith('/box'))).toHaveLength(2);
  });

  test('a new passkey is stored with its name and the password', async () => {
    const wraps: object[] = [first];
    const { user, api } = startOwner([], {
      [LIST]: () => ({ body: { wraps } }),
      [ADD]: () => {
        wraps.push(listed(3, 'Phone'));
        return { body: { wrap: listed(3, 'Phone') } };
      },
    });
    const { signer } = await openSigner(user, 'Add a passkey');
    await signer.end({ outcome: 'wrap-added', wrap: buildWrap(3) });
    const dialog = within(await screen.findByRole('dialog', { name: 'Name your passkey' }));
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Phone');
    await user.type(dialog.getByLabelText('Your password'), 'Piggy!Bank7');
    await user.click(dialog.getByRole('button', { name: 'Add' }));
    expect(await (await card()).findByText('Phone')).toBeDefined();
    const sent = api.seen.find(({ method, path }) => `${method} ${path}` === ADD);
    expect(sent?.body).toEqual({ password: 'Piggy!Bank7', label: 'Phone', wrap: buildWrap(3) });
  });

  test('says so where the page with the keys isn’t served any more', async () => {
    const { user } = startOwner([first], { 'GET /api/about': () => about(false) });
    await user.click((await card()).getByRole('button', { name: 'Show my 12 words' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Your keys' }));
    expect(await dialog.findByText(/doesn’t serve the page with your keys/)).toBeDefined();
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText(/doesn’t serve the page/)).toBeNull());
  });
});

test('deleting the wallet says that the keys are lost without the 12 words', async () => {
  const { user } = startOwner([first]);
  await user.click((await card()).getByRole('button', { name: 'Delete Wallet' }));
  expect(await screen.findByText(/Without your 12 words, your keys are lost/)).toBeDefined();
});
