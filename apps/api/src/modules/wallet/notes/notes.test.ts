import { expect, it } from 'vitest';
import { ALICE } from '#testing/network';
import type { CallSession } from '../../../application/call.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { NewNote, NoteOwner } from '../../../ports/notes.ts';
import type { OwnSeals } from '../../../ports/own-seals.ts';
import { createNotes } from '../notes.ts';
import { createSaveNote } from '../save-note.ts';
import { createKeepOwnNote } from './keep-own-note.ts';

const session: CallSession = {
  ...{ userId: 'alice', sessionId: 's', accessToken: 'kxa' },
  ...{ publicAddress: ALICE, privateAddress: '0zk1', custody: 'assisted' as const },
};
const call = {
  ...{ params: undefined, query: undefined, idempotencyKey: undefined, session },
  client: {
    ip: '127.0.0.1',
    userAgent: 'test',
    device: null,
    work: null,
    approval: null,
    language: 'en',
  },
} as const;
const ENTRY = 'operation-1';

function setUp() {
  const state = {
    isLocked: false,
    saved: [] as NewNote[],
    outcome: 'saved' as 'saved' | 'too-many' | 'user-removed',
    error: null as Error | null,
    reports: [] as unknown[],
  };
  const vault: Pick<KeyVault, 'withOwnSeals'> = {
    withOwnSeals: async (_bearer, purpose, work) => {
      expect(purpose).toBe('notes');
      return state.isLocked
        ? { ok: false, reason: 'locked' }
        : { ok: true, value: await work({} as OwnSeals) };
    },
  };
  const write = async (_owner: NoteOwner, note: NewNote) => {
    if (state.error !== null) throw state.error;
    state.saved.push(note);
    return state.outcome;
  };
  const ports = {
    vault,
    notes: {
      list: async () => [{ entryId: ENTRY, text: 'Rent' }],
      save: write,
      add: async (owner: NoteOwner, note: NewNote) => {
        const outcome = await write(owner, note);
        return outcome === 'too-many' ? 'saved' : outcome;
      },
    },
    randomness: { uuid: () => 'id' },
    report: (error: unknown) => state.reports.push(error),
  };
  const list = createNotes(ports);
  const save = createSaveNote(ports);
  const keep = createKeepOwnNote(ports);
  return {
    state,
    list: () => list({ ...call, body: undefined }),
    save: (text: string, entryId = ENTRY) => save({ ...call, body: { entryId, text } }),
    keep: (text: string) => keep(session, { operationId: '1', text }),
  };
}

it('a note is saved as it is read, and returned so', async () => {
  const { state, save } = setUp();
  expect(await save(' Rent\r\nfor May ')).toEqual({
    data: { entryId: ENTRY, text: 'Rent\nfor May' },
  });
  expect(await save('  ')).toEqual({ data: { entryId: ENTRY, text: '' } });
  expect(state.saved).toEqual([
    { id: 'id', entryId: ENTRY, text: 'Rent\nfor May' },
    { id: 'id', entryId: ENTRY, text: '' },
  ]);
});

it.each([
  '',
  'operation-',
  'Operation-1',
  'operation-1 ',
  'transaction-1-0xABC',
  '__proto__',
  '🐖',
])('no entry has the id %j', async (entryId) => {
  const { state, save } = setUp();
  expect(await save('Rent', entryId)).toEqual({ refused: 'unknown-entry' });
  expect(state.saved).toEqual([]);
});

it('a note that is too long or reverses text is refused', async () => {
  const { state, save } = setUp();
  expect(await save('x'.repeat(281))).toEqual({ refused: 'note-not-valid' });
  expect(await save('pay \u202e05')).toEqual({ refused: 'note-not-valid' });
  expect(state.saved).toEqual([]);
});

it('one note more than the most is refused', async () => {
  const { state, save } = setUp();
  state.outcome = 'too-many';
  expect(await save('Rent')).toEqual({ refused: 'too-many-notes' });
});

it('a session that ended, and a user who deleted their wallet, get nothing and save nothing', async () => {
  const { state, list, save, keep } = setUp();
  expect(await list()).toEqual({ data: [{ entryId: ENTRY, text: 'Rent' }] });
  state.outcome = 'user-removed';
  expect(await save('Rent')).toEqual({ refused: 'unauthorized' });
  state.saved = [];
  state.isLocked = true;
  expect(await list()).toEqual({ refused: 'unauthorized' });
  expect(await save('Rent')).toEqual({ refused: 'unauthorized' });
  await keep('Rent');
  expect(state.saved).toEqual([]);
});

it('the note of a payment is kept under the entry of its operation, and none when there is none', async () => {
  const { state, keep } = setUp();
  await keep('Rent');
  await keep('');
  expect(state.saved).toEqual([{ id: 'id', entryId: 'operation-1', text: 'Rent' }]);
});

it('an error while the note of a payment is kept is reported without the note, and nothing more', async () => {
  const { state, keep } = setUp();
  state.error = new Error('No database.');
  await keep('Rent');
  expect(state.reports).toEqual([
    { message: 'The note of a payment was not saved.', cause: state.error },
  ]);
});
