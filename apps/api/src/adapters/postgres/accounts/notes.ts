import type pg from 'pg';
import { MOST_NOTES } from '#domain/note/own-note';
import type { NewNote, NoteOwner, Notes } from '../../../ports/notes.ts';
import type { SealedRow } from '../../../ports/row-seals.ts';
import { readExact, writeExact } from '../connection/exact-json.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import type { NewestStates } from '../newest-states.ts';
import type { notes } from '../schema/notes.ts';
import { createOwnerLock } from './owner-lock.ts';

type NoteRow = RowOf<typeof notes, 'subject' | 'version' | 'content'>;

interface OpenedNote extends NewNote {
  readonly version: number;
}

export const LIST_NOTES = statement<NoteRow>(
  'select subject, version, content from notes where user_id = $1',
);

export const FIND_NOTE = statement<NoteRow>(
  'select subject, version, content from notes where user_id = $1 and subject = $2',
);

export const COUNT_NOTES = statement<{ readonly count: number }>(
  'select count(*)::int as count from notes where user_id = $1',
);

export const INSERT_NOTE = statement(
  'insert into notes (user_id, subject, version, content) values ($1, $2, 1, $3)',
);

/** Values: $1 user, $2 subject, $3 the new version, $4 content. */
export const UPDATE_NOTE = statement(
  'update notes set version = $3, content = $4 where user_id = $1 and subject = $2 and version = $3 - 1',
);

export const REMOVE_NOTE = statement('delete from notes where user_id = $1 and subject = $2');

interface NoteTrust {
  readonly newest: NewestStates;
  /** Called with every row that counts as none. */
  readonly report: (row: Pick<SealedRow, 'table' | 'id' | 'owner'>) => void;
}

/** Notes as encrypted rows. */
export function createPostgresNotes(
  { pool }: { readonly pool: pg.Pool },
  { newest, report }: NoteTrust,
): Notes {
  const underLock = createOwnerLock(pool);
  const remember = (userId: string, { id, version }: Seen) =>
    newest.isNewest(`${userId} ${id}`, version);
  const accept = (owner: NoteOwner, row: NoteRow) => {
    const note = openRow(owner, row);
    return note !== null && remember(owner.userId, note) ? note : null;
  };
  const reject = ({ userId }: NoteOwner, row: NoteRow) =>
    report({ table: 'notes', id: subjectText(row), owner: userId });

  async function read(owner: NoteOwner): Promise<Accepted> {
    const rows = await readAll(pool, LIST_NOTES, [owner.userId]);
    const judged = rows.map((row) => ({ row, note: accept(owner, row) }));
    return {
      accepted: judged.flatMap(({ note }) => (note === null ? [] : [note])),
      rejected: judged.flatMap(({ row, note }) => (note === null ? [row] : [])),
    };
  }

  async function change(owner: NoteOwner, note: NewNote, decide: Decide) {
    const { userId } = owner;
    const subject = Buffer.from(owner.seals.tag(note.entryId));
    const outcome = await underLock(userId, async (connection) => {
      const [row] = await readAll(connection, FIND_NOTE, [userId, subject]);
      const known = row === undefined ? null : accept(owner, row);
      if (row !== undefined && known === null) reject(owner, row);
      const decision = await decide({ hasRow: row !== undefined, known }, connection);
      if (decision === 'write') return write(connection, owner, { note, subject, known });
      if (decision === 'remove') return remove(connection, owner, { subject, known });
      return decision;
    });
    if (typeof outcome === 'object') remember(userId, outcome);
    return outcome === 'too-many' || outcome === 'user-removed' ? outcome : 'saved';
  }

  return {
    async list(owner) {
      const first = await read(owner);
      // What was changed while it was read is the newest when it is read again.
      const settled = first.rejected.length === 0 ? first : await read(owner);
      for (const row of settled.rejected) reject(owner, row);
      return settled.accepted.map(({ entryId, text }) => ({ entryId, text }));
    },
    save: (owner, note) =>
      change(owner, note, async ({ hasRow, known }, connection) => {
        if (note.text === '') return 'remove';
        if (known?.text === note.text) return 'keep';
        const isFull = !hasRow && (await countOf(connection, owner)) >= MOST_NOTES;
        return isFull ? 'too-many' : 'write';
      }),
    async add(owner, note) {
      const outcome = await change(owner, note, async ({ known }) =>
        known === null ? 'write' : 'keep',
      );
      return outcome === 'user-removed' ? outcome : 'saved';
    },
  };
}

interface Accepted {
  readonly accepted: readonly OpenedNote[];
  /** Changed by something else, or older than what was seen. */
  readonly rejected: readonly NoteRow[];
}

/** What there is of an entry. */
interface Stored {
  readonly hasRow: boolean;
  /** Null when there is none, and when it counts as none. */
  readonly known: OpenedNote | null;
}

/** What to do about an entry. */
type Decide = (
  stored: Stored,
  connection: Queryable,
) => Promise<'write' | 'remove' | 'keep' | 'too-many'>;

/** The version of a note that no earlier one counts after. */
type Seen = Pick<OpenedNote, 'id' | 'version'>;

interface Change {
  readonly note: NewNote;
  readonly subject: Buffer;
  readonly known: OpenedNote | null;
}

/** What takes the place of a row that counts as none is a new note: versions of another say nothing about it. */
async function write(
  connection: Queryable,
  { userId, seals }: NoteOwner,
  { note, subject, known }: Change,
): Promise<Seen> {
  const id = known?.id ?? note.id;
  const version = (known?.version ?? 0) + 1;
  const content = { ...note, id } satisfies NewNote;
  const place = { userId, id: subjectText({ subject }), version };
  const sealed = seals.seal(place, writeExact(content));
  if (known === null) {
    await run(connection, REMOVE_NOTE, [userId, subject]);
    await run(connection, INSERT_NOTE, [userId, subject, sealed]);
  } else {
    const written = await run(connection, UPDATE_NOTE, [userId, subject, version, sealed]);
    if (written !== 1) throw new Error(`Version ${version} of a note was not written.`);
  }
  return { id, version };
}

async function remove(
  connection: Queryable,
  { userId }: NoteOwner,
  { subject, known }: Pick<Change, 'subject' | 'known'>,
): Promise<Seen | 'keep'> {
  await run(connection, REMOVE_NOTE, [userId, subject]);
  // No version of it counts any more.
  return known === null ? 'keep' : { id: known.id, version: Number.MAX_SAFE_INTEGER };
}

function openRow({ userId, seals }: NoteOwner, row: NoteRow): OpenedNote | null {
  const { version } = row;
  const opened = seals.open({ userId, id: subjectText(row), version }, row.content);
  return opened.ok ? { ...readExact<NewNote>(opened.text), version } : null;
}

function subjectText({ subject }: Pick<NoteRow, 'subject'>): string {
  return subject.toString('hex');
}

async function countOf(connection: Queryable, { userId }: NoteOwner): Promise<number> {
  const [row] = await readAll(connection, COUNT_NOTES, [userId]);
  return row?.count ?? 0;
}
