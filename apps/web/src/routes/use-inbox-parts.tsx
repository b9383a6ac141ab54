import { History, MonitorSmartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { knownFirstName } from '../claims/claim-texts.ts';
import { contactOf } from '../contacts/contact-of.ts';
import { dayOrClockText } from '../features/activity/entry-days.ts';
import type { InboxItem } from '../features/activity/inbox/inbox-item.ts';
import type { InboxRowParts } from '../features/activity/inbox/inbox-row.tsx';
import { inboxText, type TextContext } from '../features/activity/inbox/inbox-texts.tsx';
import { UnclaimedActions } from '../features/claims/unclaimed-actions.tsx';
import { useKnownCoins } from '../features/coins/use-known-coins.ts';
import { labelByEvent } from '../features/security/event-labels.ts';
import { Link } from '../lib/navigation/navigation.tsx';
import { paths } from '../paths.ts';
import { buttonClassName } from '../ui/button.tsx';
import { useTextContext } from './use-text-context.ts';

/** @returns what makes the parts of a row that its item doesn't have */
export function useInboxParts(): (item: InboxItem) => InboxRowParts {
  const context = useTextContext();
  const coins = useKnownCoins();
  const imageOf = (tokenId: string | null | undefined) =>
    coins.find(({ id }) => id === tokenId)?.image ?? null;
  return (item) => {
    const entry = 'entry' in item ? item.entry : null;
    return {
      text: inboxText(item, context),
      contactName: contactNameIn(context.contacts, entry?.counterparty?.address ?? null),
      images: [imageOf(entry?.amount.tokenId), imageOf(entry?.second?.tokenId)],
      ...signOf(item),
      when: dayOrClockText(item.at, context.now),
      actions: actionsOf(item, context),
    };
  };
}

function contactNameIn(contacts: readonly SavedContact[], address: string | null): string | null {
  return address === null ? null : (contactOf(contacts, address)?.name ?? null);
}

function signOf(item: InboxItem): Pick<InboxRowParts, 'Icon' | 'isWarning'> {
  if (item.kind !== 'security') return { Icon: History, isWarning: false };
  if (item.isNewSignIn) return { Icon: MonitorSmartphone, isWarning: false };
  const { Icon, isWarning = false } = labelByEvent[item.event.event];
  return { Icon, isWarning };
}

function actionsOf(item: InboxItem, { contacts, now }: TextContext): ReactNode {
  if (item.kind === 'security' && item.isNewSignIn) {
    return (
      <Link className={buttonClassName({ size: 'sm' })} to={paths.userSessions}>
        {t('Check sessions')}
      </Link>
    );
  }
  if (item.kind !== 'claim') return null;
  const { claim } = item;
  if (claim.state !== 'waiting' && claim.state !== 'expired') return null;
  const firstName = knownFirstName(claim.recipient, contacts);
  return <UnclaimedActions claim={claim} firstName={firstName} now={now} />;
}
