import { t } from '#language/t';
import { ProtectPage } from '../features/signer/protect/protect-page.tsx';

/** /dashboard/settings/protect (§2 Route table). */
export default function Protect() {
  return (
    <>
      <title>{t('Protect your wallet · Kax')}</title>
      <ProtectPage />
    </>
  );
}
