import { t } from '#language/t';
import '../../ui/card.css';
import './nft-samples.css';
import { Badge } from '../../ui/badge.tsx';
import { SampleArt } from './sample-art.tsx';

const SAMPLES = [
  { name: 'Quiet Pig 014', art: 'shield', tone: 'pol' },
  { name: 'Facet 7', art: 'facet', tone: 'kax' },
  { name: 'Quiet Pig 102', art: 'shield', tone: 'usdc' },
  { name: 'Facet 12', art: 'facet', tone: 'avax' },
] as const;

/** Sample collectibles with inline artwork, labelled as samples. */
export function NftSamples() {
  return (
    <ul className="nft-samples">
      {SAMPLES.map(({ name, art, tone }) => (
        <li key={name} className="card nft-sample">
          <div className="nft-sample__art" data-tone={tone}>
            <SampleArt art={art} />
          </div>
          <div className="nft-sample__text">
            <b>{name}</b>
            <Badge>{t('Sample')}</Badge>
          </div>
        </li>
      ))}
    </ul>
  );
}
