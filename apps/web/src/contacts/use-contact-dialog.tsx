import { Suspense, useRef } from 'react';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { lazyRoute } from '../lib/lazy-route.ts';
import { useOpened } from '../lib/modal-url/use-opened.ts';
import type { ContactContent } from './api/change-contacts.ts';

const ContactDialog = lazyRoute(() => import('./contact-dialog.tsx'));

/** What the dialog is about: a new contact, which may start with what is known, or a saved one. */
interface ContactSubject {
  readonly contact: SavedContact | null;
  readonly start?: Partial<ContactContent>;
}

/**
 * The contact dialog of a page, which loads when it is first opened. It is an entry in the browser's history, so a
 * page has one of these.
 */
export function useContactDialog() {
  const guard = useRef<(() => boolean) | null>(null);
  const { opened, open, close } = useOpened<ContactSubject>(guard);
  const dialog = opened ? (
    <Suspense fallback={null}>
      <ContactDialog
        key={opened.opening}
        isOpen={opened.isOpen}
        contact={opened.subject.contact}
        start={opened.subject.start}
        guard={guard}
        onClose={close}
      />
    </Suspense>
  ) : null;
  return { open, dialog };
}
