import { t } from '#language/t';
import '../features/activity/details/entry-page.css';
import '../ui/card.css';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { digitsToBaseUnits } from '#domain/amount/base-units';
import type { ClaimView } from '#wire/wallet/claim';
import type { OperationView } from '#wire/wallet/operation';
import { useContacts } from '../contacts/api/contacts.ts';
import { firstNameOf } from '../contacts/first-name.ts';
import { contactWith } from '../contacts/recipient-text.ts';
import { EntryHead } from '../features/activity/details/entry-head.tsx';
import type { ActivityEntry } from '../features/activity/entry.ts';
import { ClaimActions } from '../features/claims/claim-actions.tsx';
import { ClaimCard } from '../features/claims/claim-card.tsx';
import { ClaimDetails } from '../features/claims/claim-details.tsx';
import { useKnownCoins } from '../features/coins/use-known-coins.ts';
import { DATE_REFRESH_MS, useNow } from '../lib/use-now.ts';
import { unitsText } from '../money-form/amount-text.ts';
import { OwnNote } from '../notes/own-note.tsx';
import { useDiscretion } from '../state/discretion.ts';
import { Button } from '../ui/button.tsx';
import { rich } from '../ui/rich.tsx';
import { usePayAgain } from './use-pay-again.ts';

interface ClaimEntryProps {
  entry: ActivityEntry;
  claim: ClaimView;
  /** The operation that sets the money aside; null while it isn’t known. */
  operation: OperationView | null;
  backTo: string;
}

/** The page of a payment by link, for its sender. */
export default function ClaimEntry({ entry, claim, operation, backTo }: ClaimEntryProps) {
  const isHidden = useDiscretion();
  const now = useNow(DATE_REFRESH_MS);
  const { data: contacts = [] } = useContacts();
  const saved = contactWith(contacts, claim.recipient.value);
  const contact = saved && { name: saved.name, firstName: firstNameOf(saved.name) };
  const coin = useKnownCoins().find(({ id }) => id === claim.tokenId);
  return (
    <div className="page-wide" data-mode={claim.balance}>
      <EntryHead
        entry={entry}
        title={titleOf(claim, { isHidden, name: contact?.name ?? claim.recipient.value })}
        status={null}
        backTo={backTo}
        now={now}
      />
      <div className="entry-page">
        <ClaimCard
          claim={claim}
          contact={contact}
          now={now}
          priceUsd={coin?.price.price ?? null}
          failure={claim.state === 'failed' ? (entry.failure ?? operation?.failure ?? null) : null}
          note={<OwnNote entryId={entry.id} />}
          actions={
            <>
              <ClaimActions claim={claim} firstName={contact?.firstName ?? null} now={now} />
              <Again claim={claim} />
            </>
          }
        />
        <ClaimDetails claim={claim} />
      </div>
    </div>
  );
}

function titleOf(
  claim: ClaimView,
  { isHidden, name }: { readonly isHidden: boolean; readonly name: string },
): ReactNode {
  const amount = isHidden ? claim.symbol : unitsText(BigInt(claim.amount), claim);
  if (claim.state === 'returned') return t('{amount} came back to you', { amount });
  return rich('{amount} for <bdi>{name}</bdi>', {
    amount,
    name,
    bdi: (inside) => <bdi>{inside}</bdi>,
  });
}

/** Fills in the form for what came back, or didn’t go through. */
function Again({ claim }: { claim: ClaimView }) {
  const payAgain = usePayAgain(null);
  if (claim.state !== 'returned' && claim.state !== 'failed') return null;
  const label = claim.state === 'failed' ? t('Try again') : t('Send again');
  return (
    <div className="entry-actions">
      <Button
        variant="filled"
        icon={<ArrowUpRight className="icon" size={16} aria-hidden="true" />}
        onClick={() =>
          payAgain({
            label,
            form: claim.balance === 'public' ? 'send' : 'internal-transfer',
            coin: { id: claim.tokenId, decimals: claim.decimals },
            units: digitsToBaseUnits(claim.amount),
            address: null,
            link: { to: claim.recipient.value, message: claim.message ?? '' },
          })
        }
      >
        {label}
      </Button>
    </div>
  );
}
