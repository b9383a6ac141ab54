import type { FormEvent } from 'react';
import { t } from '#language/t';
import type { SavedContact } from '#wire/wallet/saved-contact';
import { reasonOf } from '../lib/api-result.ts';
import { Button } from '../ui/button.tsx';
import { FormAlert } from '../ui/form-alert.tsx';
import { useErrorInView } from '../ui/use-error-in-view.ts';
import { useInitialFocus } from '../ui/use-initial-focus.ts';
import { ContactFields } from './contact-fields.tsx';
import type { useContactForm } from './use-contact-form.ts';

/** Connects the button below the form with it. */
const FORM_ID = 'contact-form';

interface ContactFormProps {
  form: ReturnType<typeof useContactForm>;
  contact: SavedContact | null;
  onDelete: () => void;
}

/** The form of a contact. Its first problem gets the focus. */
export function ContactForm({ form, contact, onDelete }: ContactFormProps) {
  const { alert, failure, save } = form;
  const formRef = useErrorInView(failure);
  useInitialFocus(formRef);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    save();
  }

  return (
    <form ref={formRef} id={FORM_ID} className="contact-dialog" noValidate onSubmit={handleSubmit}>
      <ContactFields form={form} contact={contact} onDelete={onDelete} />
      {alert === null ? null : (
        <FormAlert>
          {reasonOf(alert) ?? t('Can’t reach Kax. Check your connection and try again.')}
        </FormAlert>
      )}
    </form>
  );
}

interface SaveFooterProps {
  isBusy: boolean;
  isNew: boolean;
  onCancel: () => void;
}

export function SaveFooter({ isBusy, isNew, onCancel }: SaveFooterProps) {
  return (
    <>
      <Button size="lg" onClick={onCancel}>
        {t('Cancel')}
      </Button>
      <Button
        size="lg"
        variant="filled"
        type="submit"
        form={FORM_ID}
        isBusy={isBusy}
        busyLabel={t('Saving...')}
      >
        {isNew ? t('Save contact') : t('Save changes')}
      </Button>
    </>
  );
}
