import type { AttackContext, Victim } from './attack-context.ts';
import { ClaimRefuted } from './attackers/attacker.ts';
import { listContacts, saveContact } from './saved-contact.ts';

const CONTACTS =
  '(select $1::uuid as target, $2::uuid as other, $3::uuid as own) a join contacts o on';

/** Changes of a contact of the victim. Values: $1 its id, $2 that of another of theirs, $3 that of the thief's own. */
const ATTEMPTS = [
  `update contacts c set content = o.content from ${CONTACTS} o.id = other where c.id = target`,
  `update contacts c set content = o.content from ${CONTACTS} o.id = own where c.id = target`,
  `update contacts c set user_id = o.user_id from ${CONTACTS} o.id = target where c.id = own`,
  `update contacts c set version = c.version + 1 from ${CONTACTS} o.id = own where c.id = target`,
  `update contacts c set content = set_byte(c.content, 40, 255 - get_byte(c.content, 40))
   from ${CONTACTS} o.id = own where c.id = target`,
] as const;

/**
 * Puts other contacts, or parts of them, in the place of the victim's.
 * @returns how many changes were shown to the victim. Rejects when one was.
 */
export async function redirectByContact(context: AttackContext): Promise<string> {
  const [victim, thief] = [await context.newVictim(), await context.newVictim()];
  const [target, other] = [await saveContact(context, victim), await saveContact(context, victim)];
  const own = await saveContact(context, thief);
  const before = JSON.stringify(await listContacts(context, victim));
  for (const attempt of ATTEMPTS) {
    const copy = await copyContacts(context, [victim, thief]);
    const changed = await context.owner.query(`${attempt} returning 1`, [
      ...[target.id, other.id, own.id],
    ]);
    if (changed.length !== 1) throw new Error(`${changed.length} rows were changed: ${attempt}`);
    const shown = await listContacts(context, victim);
    const isTrue = shown.every((each) => before.includes(JSON.stringify(each)));
    if (!isTrue) throw new ClaimRefuted(`a contact is shown as ${JSON.stringify(shown)}`);
    await copy.putBack();
  }
  const isSame = JSON.stringify(await listContacts(context, victim)) === before;
  if (!isSame) throw new ClaimRefuted('the contacts are others after they were put back');
  return `0 of ${ATTEMPTS.length} changes shown, which were undone`;
}

async function copyContacts({ owner }: AttackContext, users: readonly Pick<Victim, 'id'>[]) {
  const ids = users.map(({ id }) => id);
  const [row] = await owner.query<{ rows: string }>(
    'select json_agg(c)::text as rows from contacts c where user_id = any($1)',
    [ids],
  );
  return {
    async putBack() {
      await owner.query('delete from contacts where user_id = any($1)', [ids]);
      await owner.query(
        'insert into contacts select * from json_populate_recordset(null::contacts, $1::json)',
        [row?.rows],
      );
    },
  };
}
