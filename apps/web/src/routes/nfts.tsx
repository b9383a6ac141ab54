import { t } from '#language/t';
import './page-head.css';
import { Plus } from 'lucide-react';
import { NftSamples } from '../features/samples/nft-samples.tsx';
import { showToast } from '../state/toast.ts';
import { Button } from '../ui/button.tsx';

/** /dashboard/nfts (§2 Route table). */
export default function Nfts() {
  return (
    <>
      <title>{t('NFT Collection · Kax')}</title>
      <div className="page-head">
        <div>
          <h1 className="page-title">{t('NFT Collection')}</h1>
          <p>{t('These are samples. Yours will appear here.')}</p>
        </div>
        <Button
          icon={<Plus className="icon" size={16} aria-hidden="true" />}
          onClick={() => showToast(t('Importing NFTs isn’t available yet.'), { tone: 'info' })}
        >
          {t('Import NFT')}
        </Button>
      </div>
      <NftSamples />
    </>
  );
}
