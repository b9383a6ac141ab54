import { t } from '#language/t';
import './arrival-toast.css';
import type { ReactNode } from 'react';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { contactOf } from '../../../contacts/contact-of.ts';
import { useDiscretion } from '../../../state/discretion.ts';
import { Button } from '../../../ui/button.tsx';
import { EntryFace } from '../entry-face.tsx';
import type { ArrivalItem } from './inbox-item.ts';
import { amountOf, inboxText, type TextContext } from './inbox-texts.tsx';

interface ArrivalToastProps {
  /** Newest first, at least one. */
  arrivals: readonly ArrivalItem[];
  context: TextContext;
  onView: () => void;
}

/** What a toast of incoming money shows: who paid and what, or how many payments arrived. */
export function ArrivalToast({ arrivals, context, onView }: ArrivalToastProps) {
  // It can change while the toast is there.
  const isHidden = useDiscretion();
  const [newest] = arrivals;
  if (newest === undefined) return null;
  const { title, more } = arrivalTexts(arrivals, { ...context, isHidden });
  return (
    <>
      <EntryFace
        entry={newest.entry}
        name={arrivals.length === 1 ? contactNameOf(newest, context.contacts) : null}
        image={null}
        secondImage={null}
      />
      <span className="arrival-toast__text">
        <span className="toast__text" dir="auto">
          {title}
        </span>
        <span className="arrival-toast__more" dir="auto">
          {more}
        </span>
      </span>
      <Button size="sm" onClick={onView}>
        {t('View')}
      </Button>
    </>
  );
}

function contactNameOf(
  { entry: { counterparty } }: ArrivalItem,
  contacts: readonly SavedContact[],
): string | null {
  return counterparty === null ? null : (contactOf(contacts, counterparty.address)?.name ?? null);
}

interface ToastTexts {
  readonly title: ReactNode;
  readonly more: string;
}

/** @returns as in `Bob sent you 40 USDC` and `“Dinner” · Private`; no amount while figures are hidden */
function arrivalTexts(arrivals: readonly ArrivalItem[], context: TextContext): ToastTexts {
  const { isHidden } = context;
  const [newest, ...others] = arrivals;
  if (newest === undefined) return { title: '', more: '' };
  if (others.length > 0) {
    const amounts = arrivals.map(({ entry }) => amountOf(entry));
    return {
      title: t('{count, plural, one {# payment} other {# payments}} arrived', {
        count: arrivals.length,
      }),
      more: isHidden ? t('Show amounts to see how much.') : amounts.join(' · '),
    };
  }
  const message = newest.entry.message ?? newest.request?.message ?? null;
  const balance = newest.entry.mode === 'private' ? t('Private') : t('Public');
  return {
    title: inboxText(newest, context).title,
    more: message === null || isHidden ? balance : `“${message}” · ${balance}`,
  };
}
