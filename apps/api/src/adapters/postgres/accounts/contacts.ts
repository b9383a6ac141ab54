import type pg from 'pg';
import type { Contact } from '#domain/contact/contact';
import type { ContactOwner, Contacts } from '../../../ports/contacts.ts';
import type { SealedRow } from '../../../ports/row-seals.ts';
import { readExact, writeExact } from '../connection/exact-json.ts';
import type { RowOf } from '../connection/row-of.ts';
import { readAll, run, statement } from '../connection/statement.ts';
import type { Queryable } from '../connection/transaction.ts';
import { UUID } from '../connection/uuid.ts';
import type { NewestStates } from '../newest-states.ts';
import type { contacts } from '../schema/contacts.ts';
import { createOwnerLock } from './owner-lock.ts';

type ContactRow = RowOf<typeof contacts, 'id' | 'version' | 'content'>;

/** What is sealed; the columns beside it are bound to it. */
type StoredContact = Omit<Contact, 'id' | 'version'>;

export const LIST = statement<ContactRow>(
  'select id, version, content from contacts where user_id = $1',
);

export const INSERT = statement(
  'insert into contacts (id, user_id, version, content) values ($1, $2, $3, $4)',
);

/** Values: $1 id, $2 user, $3 the new version, $4 content. */
export const UPDATE = statement(
  'update contacts set version = $3, content = $4 where id = $1 and user_id = $2 and version = $3 - 1',
);

export const REMOVE = statement('delete from contacts where id = $1 and user_id = $2');

interface ContactTrust {
  readonly newest: NewestStates;
  /** Called with every row that counts as none. */
  readonly report: (row: Pick<SealedRow, 'table' | 'id' | 'owner'>) => void;
}

/** Contacts as encrypted rows. */
export function createPostgresContacts(
  { pool }: { readonly pool: pg.Pool },
  { newest, report }: ContactTrust,
): Contacts {
  const underLock = createOwnerLock(pool);
  const remember = (userId: string, id: string, version: number) =>
    newest.isNewest(`${userId} ${id}`, version);

  function openRows(owner: ContactOwner, rows: readonly ContactRow[]): Opened {
    const opened = rows.map((row) => ({ row, contact: openRow(owner, row) }));
    const accepted = opened.flatMap(({ contact }) =>
      contact !== null && remember(owner.userId, contact.id, contact.version) ? [contact] : [],
    );
    const ids = new Set(accepted.map(({ id }) => id));
    return { accepted, rejected: rows.filter(({ id }) => !ids.has(id)) };
  }

  async function read(connection: Queryable, owner: ContactOwner): Promise<Opened> {
    return openRows(owner, await readAll(connection, LIST, [owner.userId]));
  }

  function reporting(owner: ContactOwner, { accepted, rejected }: Opened): readonly Contact[] {
    for (const { id } of rejected) report({ table: 'contacts', id, owner: owner.userId });
    return accepted;
  }

  return {
    async list(owner) {
      const first = await read(pool, owner);
      // What was changed while it was read is the newest when it is read again.
      const settled = first.rejected.length === 0 ? first : await read(pool, owner);
      return reporting(owner, settled);
    },
    async save(owner, decide) {
      const decision = await underLock(owner.userId, async (connection) => {
        const decided = decide(reporting(owner, await read(connection, owner)));
        if (decided.ok) await write(connection, owner, decided.contact);
        return decided;
      });
      if (decision !== 'user-removed' && decision.ok) {
        const { id, version } = decision.contact;
        remember(owner.userId, id, version);
      }
      return decision;
    },
    async remove(userId, contactId) {
      if (!UUID.test(contactId)) return false;
      const removed = await underLock(userId, (connection) =>
        run(connection, REMOVE, [contactId, userId]),
      );
      if (removed !== 1) return false;
      // No version of it counts any more.
      remember(userId, contactId, Number.MAX_SAFE_INTEGER);
      return true;
    },
  };
}

interface Opened {
  readonly accepted: readonly Contact[];
  /** Changed by something else, or older than what was seen. */
  readonly rejected: readonly ContactRow[];
}

function openRow({ userId, seals }: ContactOwner, row: ContactRow): Contact | null {
  const { id, version } = row;
  const opened = seals.open({ userId, id, version }, row.content);
  return opened.ok ? { ...readExact<StoredContact>(opened.text), id, version } : null;
}

async function write(
  connection: Queryable,
  { userId, seals }: ContactOwner,
  { id, version, ...stored }: Contact,
): Promise<void> {
  const content = seals.seal({ userId, id, version }, writeExact(stored satisfies StoredContact));
  const query = version === 1 ? INSERT : UPDATE;
  const written = await run(connection, query, [id, userId, version, content]);
  if (written !== 1) throw new Error(`Version ${version} of contact ${id} was not written.`);
}
