import { useMemo } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { useContacts } from '../../contacts/api/contacts.ts';
import { contactOf } from '../../contacts/contact-of.ts';
import { clockText } from '../../lib/elapsed.ts';
import { useNow } from '../../lib/use-now.ts';
import { useNotes } from '../../notes/api/notes.ts';
import { ActivityRow } from './activity-row.tsx';
import { entriesToName } from './entries-to-name.ts';
import type { ActivityEntry } from './entry.ts';
import type { EntryAmount } from './entry-amounts.ts';
import { dayOrClockText, groupByDay } from './entry-days.ts';

interface ActivityDaysProps {
  entries: readonly ActivityEntry[];
  /** One list without headings, as for results; rows then have their day. */
  isFlat: boolean;
  coinById: ReadonlyMap<string, Coin>;
  isHidden: boolean;
  /** Called with an address that has no name yet. Stable, so that rows are not rendered again. */
  onAddName: (address: string) => void;
}

const CLOCK_MS = 15_000;

/** Entries under the days on which they happened. */
export function ActivityDays(props: ActivityDaysProps) {
  const { entries, isFlat, coinById, isHidden, onAddName } = props;
  const now = useNow(CLOCK_MS);
  const { data: contacts = NO_CONTACTS } = useContacts();
  // The note of what was claimed has its title.
  const isTitled = entries.some(({ isClaimed }) => isClaimed);
  const { data: notes } = useNotes(!isHidden || isTitled);
  const toName = useMemo(() => entriesToName(entries, notes), [entries, notes]);
  const days = isFlat ? [{ day: '', entries }] : groupByDay(entries, now);
  const coinOf = (amount: EntryAmount | null) => coinById.get(amount?.tokenId ?? '');
  const rowOf = (entry: ActivityEntry) => {
    const { counterparty, lead, amount, second, swap, at } = entry;
    const contact = counterparty === null ? null : contactOf(contacts, counterparty.address);
    const coin = coinOf(amount);
    return (
      <ActivityRow
        key={entry.id}
        entry={entry}
        contactName={contact?.name ?? null}
        note={notes?.get(entry.id) ?? null}
        when={isFlat ? dayOrClockText(at, now) : clockText(at)}
        now={lead.transaction.spendableAt === null ? 0 : now}
        isHidden={isHidden}
        priceUsd={coin?.price.price ?? null}
        image={coin?.image ?? swap?.swaps.at(-1)?.to.logo ?? null}
        secondImage={coinOf(second)?.image ?? null}
        onAddName={toName.has(entry.id) ? onAddName : null}
      />
    );
  };
  return days.map((group) => (
    <div key={group.day}>
      {group.day === '' ? null : <h2 className="activity-list__day">{group.day}</h2>}
      <ul>{group.entries.map(rowOf)}</ul>
    </div>
  ));
}

const NO_CONTACTS = [] as const;
