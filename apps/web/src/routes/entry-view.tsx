import { t } from '#language/t';
import '../features/activity/details/entry-page.css';
import '../ui/card.css';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import type { OperationView } from '#wire/wallet/operation';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { startWith } from '../contacts/add-name.tsx';
import { useContactOf } from '../contacts/contact-of.ts';
import { useContactDialog } from '../contacts/use-contact-dialog.tsx';
import { readClaimedNote } from '../features/activity/claim-entry.ts';
import { againOf, canHaveReceipt } from '../features/activity/details/again.ts';
import { EntryActions } from '../features/activity/details/entry-actions.tsx';
import { EntryCard } from '../features/activity/details/entry-card.tsx';
import { EntryDetails } from '../features/activity/details/entry-details.tsx';
import { EntryHead } from '../features/activity/details/entry-head.tsx';
import { whatText } from '../features/activity/details/entry-texts.ts';
import { entryTitle } from '../features/activity/details/entry-title.tsx';
import type { ActivityEntry } from '../features/activity/entry.ts';
import { modeOfFace } from '../features/activity/entry-face.tsx';
import { useKnownCoins } from '../features/coins/use-known-coins.ts';
import { DATE_REFRESH_MS, useNow } from '../lib/use-now.ts';
import { useNotes } from '../notes/api/notes.ts';
import { OwnNote } from '../notes/own-note.tsx';
import { paths } from '../paths.ts';
import { useDiscretion } from '../state/discretion.ts';
import { useMoney } from '../state/money.ts';
import type { WalletMode } from '../state/wallet-mode.ts';
import { shortAddress } from '../ui/address.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { elsewhereOf, entryFacts, operationBadge } from './entry-parts.tsx';
import { EntryProgress } from './entry-progress.tsx';
import { usePayAgain } from './use-pay-again.ts';

interface EntryViewProps {
  entry: ActivityEntry;
  /** The operation behind it; null without one. */
  operation: OperationView | null;
  /** The newest read of the operation failed. */
  isOutOfReach: boolean;
  unread: readonly WalletMode[];
  backTo: string;
  isFetching: boolean;
  onRetry: () => void;
}

/** An entry with what its operation, its swap or its order knows, in the colors of where the money is. */
export function EntryView(props: EntryViewProps) {
  const { entry, operation, unread, backTo, isFetching, onRetry } = props;
  const isHidden = useDiscretion();
  const money = useMoney();
  const now = useNow(DATE_REFRESH_MS);
  const contact = useContactOf(entry.counterparty?.address ?? null);
  const requested = operation === null ? null : digitsToBaseUnits(operation.amount);
  const title = entryTitle({
    entry,
    name: useClaimedFrom(entry) ?? nameOf(entry, contact),
    amount: whatText(entry, { requested, isHidden }),
    isCancelled: operation?.isCancelled ?? false,
  });
  return (
    <div className="page-wide" data-mode={modeOfFace(entry)}>
      <EntryHead
        entry={entry}
        title={title}
        status={operation && operationBadge(operation)}
        backTo={backTo}
        now={now}
      />
      {unread.length === 0 ? null : (
        <Unread unread={unread} isFetching={isFetching} onRetry={onRetry} />
      )}
      <div className="entry-page">
        <Overview {...props} contact={contact} requested={requested} isHidden={isHidden} />
        <EntryDetails
          entry={entry}
          operation={operation}
          facts={entryFacts(entry, operation, { isHidden, now, money })}
        />
      </div>
    </div>
  );
}

function nameOf({ counterparty }: ActivityEntry, contact: SavedContact | null): string | null {
  if (counterparty === null) return null;
  return contact?.name ?? counterparty.shownName ?? shortAddress(counterparty.address);
}

/** @returns the sender of what the user claimed, as the note of it has them; null without one */
function useClaimedFrom({ id, isClaimed }: ActivityEntry): string | null {
  const { data: notes } = useNotes(isClaimed);
  return isClaimed ? readClaimedNote(notes?.get(id) ?? null).sender : null;
}

interface OverviewProps extends Pick<EntryViewProps, 'entry' | 'operation' | 'isOutOfReach'> {
  contact: SavedContact | null;
  requested: ReturnType<typeof digitsToBaseUnits> | null;
  isHidden: boolean;
}

function Overview({ entry, operation, isOutOfReach, contact, ...shown }: OverviewProps) {
  const coins = useKnownCoins();
  const contacts = useContactDialog();
  const payAgain = usePayAgain(contact);
  const isKnown = contact !== null || (entry.counterparty?.shownName ?? null) !== null;
  return (
    <>
      <EntryCard
        {...shown}
        entry={entry}
        contact={contact}
        priceOf={(tokenId) => coins.find(({ id }) => id === tokenId)?.price.price ?? null}
        onAddName={(address) => contacts.open({ contact: null, start: startWith(address) })}
        progress={
          <EntryProgress
            entry={entry}
            operation={operation}
            isOutOfReach={isOutOfReach}
            isHidden={shown.isHidden}
          />
        }
        note={<OwnNote entryId={entry.id} />}
        actions={
          <EntryActions
            again={againOf(entry, operation)}
            isKnown={isKnown}
            onAgain={payAgain}
            receipt={canHaveReceipt(entry) ? paths.receipt(entry.id) : null}
            contact={contact}
            onContact={(saved) => contacts.open({ contact: saved })}
            more={elsewhereOf(entry)}
          />
        }
      />
      {contacts.dialog}
    </>
  );
}

function Unread({
  unread,
  isFetching,
  onRetry,
}: Pick<EntryViewProps, 'unread' | 'isFetching' | 'onRetry'>) {
  return (
    <Notice
      tone="warn"
      title={
        unread.length > 1
          ? t('Couldn’t load your history.')
          : t('Couldn’t load your {balance, select, private {private} other {public}} history.', {
              balance: unread[0] ?? '',
            })
      }
      action={
        <Button size="sm" isBusy={isFetching} onClick={onRetry}>
          {t('Try again')}
        </Button>
      }
    >
      {t('This page may be out of date. Your money isn’t affected.')}
    </Notice>
  );
}
