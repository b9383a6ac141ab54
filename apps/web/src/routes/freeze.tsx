import { t } from '#language/t';
import { FreezeByLinkForm } from '../features/security/freeze-by-link-form.tsx';
import { useParams } from '../lib/navigation/routes.tsx';

/** /freeze/:token, the link in emails about security, with or without a session (§2). */
export default function Freeze() {
  const { token = '' } = useParams();
  return (
    <>
      <title>{t('Freeze your account · Kax')}</title>
      <FreezeByLinkForm key={token} token={token} />
    </>
  );
}
