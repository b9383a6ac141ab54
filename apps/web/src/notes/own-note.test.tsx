import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EntryNote } from '#wire/wallet/notes';
import { signInBeforeEachPage, startPage } from '../app/protected-page.test-setup.tsx';
import { isDiscreet, toggleDiscretion } from '../state/discretion.ts';
import { OwnNote } from './own-note.tsx';
import { OwnNoteField } from './own-note-field.tsx';

const ENTRY = 'operation-1';

signInBeforeEachPage();
beforeEach(() => {
  if (isDiscreet()) toggleDiscretion();
});
afterEach(() => {
  if (!isDiscreet()) act(() => toggleDiscretion());
});

type Responses = Parameters<typeof startPage>[2];

function start(notes: readonly EntryNote[] = [], more: Responses = {}) {
  return startPage(<OwnNote entryId={ENTRY} />, '/entry', {
    'GET /api/wallet/notes': () => ({ body: { data: notes } }),
    'POST /api/wallet/notes': ({ body }) => ({ body: { data: body } }),
    ...more,
  });
}

const field = () => screen.findByRole('textbox', { name: 'Your note' });
const textIn = (element: HTMLElement) => (element as HTMLTextAreaElement).value;
const savedIn = ({ api }: ReturnType<typeof start>) =>
  api.seen.filter(({ method }) => method === 'POST').map(({ body }) => body);
const lost = { status: 503, body: { code: 'chain-unavailable', message: 'No response.' } };

describe('the note about a payment', () => {
  it('is the one of this entry, and says who sees it', async () => {
    start([
      { entryId: 'operation-2', text: 'Other' },
      { entryId: ENTRY, text: 'Rent' },
    ]);
    expect(textIn(await field())).toBe('Rent');
    expect(screen.getByText('Only you see it')).toBeDefined();
  });

  it.each<[string, (user: ReturnType<typeof start>['user']) => Promise<void>]>([
    ['a pause', async () => {}],
    ['leaving the field', (user) => user.tab()],
    ['Enter', (user) => user.keyboard('{Enter}')],
  ])('is saved after %s, once, without blanks around it', async (_when, finish) => {
    const page = start();
    await page.user.type(await field(), ' Rent for May ');
    await finish(page.user);
    expect(await screen.findByText('Saved', undefined, { timeout: 3_000 })).toBeDefined();
    expect(savedIn(page)).toEqual([{ entryId: ENTRY, text: 'Rent for May' }]);
    await page.user.tab();
    expect(savedIn(page)).toHaveLength(1);
  });

  it('may have several lines, with Shift and Enter', async () => {
    const page = start();
    await page.user.type(await field(), 'Rent{Shift>}{Enter}{/Shift}May');
    await page.user.tab();
    await screen.findByText('Saved');
    expect(savedIn(page)).toEqual([{ entryId: ENTRY, text: 'Rent\nMay' }]);
  });

  it('is removed when it is emptied', async () => {
    const page = start([{ entryId: ENTRY, text: 'Rent' }]);
    await page.user.clear(await field());
    await page.user.tab();
    await screen.findByText('Saved');
    expect(savedIn(page)).toEqual([{ entryId: ENTRY, text: '' }]);
    expect(textIn(await field())).toBe('');
  });

  it('is not sent while nothing changed, or while it is too long', async () => {
    const page = start([{ entryId: ENTRY, text: 'Rent' }]);
    const area = await field();
    await page.user.type(area, '!{Backspace}');
    await page.user.tab();
    await page.user.click(area);
    await page.user.paste('x'.repeat(280));
    expect(await screen.findByText('Use up to 280 visible characters for a note.')).toBeDefined();
    await page.user.tab();
    expect(savedIn(page)).toEqual([]);
    expect(textIn(area)).toHaveLength(284);
  });

  it('keeps its text when saving fails, and Try again saves it', async () => {
    let isDown = true;
    const page = start([], {
      'POST /api/wallet/notes': ({ body }) => (isDown ? lost : { body: { data: body } }),
    });
    await page.user.type(await field(), 'Rent');
    await page.user.tab();
    expect((await screen.findByRole('alert')).textContent).toContain('Your note isn’t saved.');
    expect(textIn(await field())).toBe('Rent');
    isDown = false;
    await page.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Saved')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(savedIn(page)).toHaveLength(2);
  });

  it('says nothing of an earlier text while a later one is not saved', async () => {
    const released = Promise.withResolvers<void>();
    const page = start([], {
      'POST /api/wallet/notes': async ({ body }) => {
        await released.promise;
        return { body: { data: body } };
      },
    });
    const area = await field();
    await page.user.type(area, 'Rent{Enter}');
    await page.user.type(area, ' for May{Enter}');
    released.resolve();
    await screen.findByText('Saved');
    expect(savedIn(page)).toEqual([
      { entryId: ENTRY, text: 'Rent' },
      { entryId: ENTRY, text: 'Rent for May' },
    ]);
    expect(textIn(area)).toBe('Rent for May');
  });

  it('is saved when its field disappears, and a toast says when that fails', async () => {
    const page = start([], { 'POST /api/wallet/notes': () => lost });
    await page.user.type(await field(), 'Rent');
    act(() => toggleDiscretion());
    await waitFor(() => expect(savedIn(page)).toEqual([{ entryId: ENTRY, text: 'Rent' }]));
    expect(await screen.findByText(/^Your note isn’t saved\./)).toBeDefined();
  });

  it('is hidden along with the amounts, and not even requested', async () => {
    act(() => toggleDiscretion());
    const { api } = start([{ entryId: ENTRY, text: 'Rent' }]);
    expect(await screen.findByText('hidden')).toBeDefined();
    expect(screen.queryByText('Rent')).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(api.seen).toEqual([]);
  });

  it('can’t be changed before it is known, because that would replace it', async () => {
    let isDown = true;
    const { user } = start([], {
      'GET /api/wallet/notes': () =>
        isDown
          ? { status: 429, body: { code: 'too-many-requests', message: 'Wait.' } }
          : { body: { data: [{ entryId: ENTRY, text: 'Rent' }] } },
    });
    expect(screen.getByText('Loading your note')).toBeDefined();
    expect(await screen.findByText('We couldn’t load your note.')).toBeDefined();
    expect(screen.queryByRole('textbox')).toBeNull();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(textIn(await field())).toBe('Rent');
  });
});

describe('the note of a form', () => {
  it('is a button until it is wanted, and has the focus then', async () => {
    const onChange = vi.fn();
    const { user } = startPage(<OwnNoteField text="" onChange={onChange} />, '/form', {});
    expect(screen.queryByRole('textbox')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Add a note' }));
    const area = screen.getByRole('textbox', { name: 'Note for yourself' });
    expect(document.activeElement).toBe(area);
    await user.keyboard('R{Enter}');
    expect(onChange.mock.calls).toEqual([['R'], ['\n']]);
  });

  it('is a field when something is entered', () => {
    startPage(<OwnNoteField text="Rent" onChange={() => {}} />, '/form', {});
    expect(textIn(screen.getByRole('textbox', { name: 'Note for yourself' }))).toBe('Rent');
  });
});
