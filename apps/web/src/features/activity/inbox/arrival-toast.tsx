import { t } from '#language/t';
import './arrival-toast.css';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { contactOf } from '../../../contacts/contact-of.ts';
import { useDiscretion } from '../../../state/discretion.ts';
import { Button } from '../../../ui/button.tsx';
import { EntryFace } from '../entry-face.tsx';
import type { ArrivalItem } from './inbox-item.ts';
import { amountOf, inboxText, type TextContext } from './inbox-texts.ts';

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
  readonly title: string;
  readonly more: string;
}

/** @returns as in `Bob sent you 40 USDC` and `“Dinner” · Private`; no amount while figures are hidden */
function arrivalTexts(arrivals: readonly ArrivalItem[], context: TextContext): ToastTexts {
  const { isHidden } = context;
  const [newest, ...others] = arrivals;
  if (newest === undefined) return { title: '', more: '' };
  if (others.length > 0) {
    const amounts = arrivals.map(({ entry }) => amountOf(entry, isHidden));
    return {
      title: t('{length} payments arrived', { length: arrivals.length }),
      more: isHidden ? t('Show amounts to see how much.') : amounts.join(' · '),
    };
  }
  const { before, name, after } = inboxText(newest, context).title;
  const message = newest.entry.message ?? newest.request?.message ?? null;
  const balance = newest.entry.mode === 'private' ? t('Private') : t('Public');
  return {
    title: `${before}${name}${after}`,
    more: message === null || isHidden ? balance : `“${message}” · ${balance}`,
  };
}
