import { t } from '#language/t';
import '../../ui/card.css';
import './dapp-samples.css';
import { ArrowLeftRight, Image, Landmark } from 'lucide-react';
import { showToast } from '../../state/toast.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

const SAMPLES = [
  { name: 'Sample exchange', purpose: t('Trade tokens on Polygon'), Icon: ArrowLeftRight },
  { name: 'Sample lending', purpose: t('Lend and borrow'), Icon: Landmark },
  { name: 'Sample market', purpose: t('Collect and trade NFTs'), Icon: Image },
] as const;

/** Sample dApps, labelled as samples. Connect says that it is not available yet. */
export function DappSamples() {
  return (
    <ul className="card dapp-samples" aria-label={t('dApps')}>
      {SAMPLES.map(({ name, purpose, Icon }) => (
        <li key={name} className="dapp-sample">
          <span className="dapp-sample__disc">
            <Icon className="icon" size={18} aria-hidden="true" />
          </span>
          <div className="dapp-sample__text">
            <b>{name}</b>
            <span>{purpose}</span>
          </div>
          <Badge>{t('Sample')}</Badge>
          <Button
            size="sm"
            aria-label={t('Connect {name}', { name })}
            onClick={() => showToast(t('Connecting isn’t available yet.'), { tone: 'info' })}
          >
            {t('Connect')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
