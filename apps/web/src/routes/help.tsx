import { t } from '#language/t';
import './page-head.css';
import { HelpPage } from '../features/help/help-page.tsx';

/** /help, inside the wallet or outside it (§2). */
export default function Help() {
  return (
    <>
      <title>{t('Help · Kax')}</title>
      <HelpPage />
    </>
  );
}
