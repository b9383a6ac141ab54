import { t } from '#language/t';
import { CopyButton } from '../../ui/copy-button.tsx';

/** Which release of the page with the keys is served, to compare with one that was built from the published sources. */
export function ReleaseHash({ release }: { release: string | null }) {
  if (release === null) return <p>{t('We couldn’t read which release of that page is served.')}</p>;
  return (
    <>
      <p>
        {t(
          'The page with your keys is built so that anyone gets the same bytes. This is the SHA-256 of the release that we serve:',
        )}
      </p>
      <p className="mono release-hash">
        {release} <CopyButton text={release} label={t('Copy the SHA-256')} />
      </p>
    </>
  );
}
