import { t } from '#language/t';
import './page-head.css';
import { DappSamples } from '../features/samples/dapp-samples.tsx';

/** /dashboard/dapps (§2 Route table). */
export default function Dapps() {
  return (
    <>
      <title>{t('dApps · Kax')}</title>
      <div className="page-head">
        <div>
          <h1 className="page-title">{t('dApps')}</h1>
          <p>{t('These are samples. Connecting isn’t available yet.')}</p>
        </div>
      </div>
      <DappSamples />
    </>
  );
}
