import { t } from '#language/t';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { UserSearch } from './use-found-payee.ts';

/** What the search for an email or phone came to. The same sentence for someone who has no account and who hides. */
export function SearchNote({ search }: { search: UserSearch }) {
  if (search.at === 'failed') {
    return (
      <Notice tone="warn" isAlert>
        {search.message}
      </Notice>
    );
  }
  return (
    <div role="status" className={search.at === 'none' ? 'visually-hidden' : undefined}>
      {search.at === 'searching' ? (
        <p className="recipient-chooser__note">
          <Spinner size={14} /> {t('Searching Kax…')}
        </p>
      ) : null}
      {search.at === 'no-contact' ? (
        <p className="recipient-chooser__note">
          {t('No contact matches. Enter a whole email, phone number or address.')}
        </p>
      ) : null}
      {search.at === 'not-found' ? (
        <Notice>
          {t(
            'We can’t find anyone with this {channel, select, email {email} other {phone number}}. They may not use Kax, or don’t want to be found.',
            { channel: search.by },
          )}
        </Notice>
      ) : null}
    </div>
  );
}
