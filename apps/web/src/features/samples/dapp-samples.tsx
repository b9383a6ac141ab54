import '../../ui/card.css';
import './dapp-samples.css';
import { ArrowLeftRight, Image, Landmark } from 'lucide-react';
import { showToast } from '../../state/toast.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

const SAMPLES = [
  { name: 'Sample exchange', purpose: 'Trade tokens on Polygon', Icon: ArrowLeftRight },
  { name: 'Sample lending', purpose: 'Lend and borrow', Icon: Landmark },
  { name: 'Sample market', purpose: 'Collect and trade NFTs', Icon: Image },
] as const;

/** Sample dApps, labelled as samples. Connect says that it is not available yet. */
export function DappSamples() {
  return (
    <ul className="card dapp-samples" aria-label="dApps">
      {SAMPLES.map(({ name, purpose, Icon }) => (
        <li key={name} className="dapp-sample">
          <span className="dapp-sample__disc">
            <Icon className="icon" size={18} aria-hidden="true" />
          </span>
          <div className="dapp-sample__text">
            <b>{name}</b>
            <span>{purpose}</span>
          </div>
          <Badge>Sample</Badge>
          <Button
            size="sm"
            aria-label={`Connect ${name}`}
            onClick={() => showToast('Connecting isn’t available yet.', { tone: 'info' })}
          >
            Connect
          </Button>
        </li>
      ))}
    </ul>
  );
}
