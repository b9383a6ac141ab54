import { t } from '#language/t';
import './chain-view.css';
import { Eye, EyeOff } from 'lucide-react';

interface ChainViewProps {
  /** What becomes visible to everyone on the network. */
  visible: string;
  /** What the network doesn't show. */
  hidden: string;
}

/** What an operation makes public, and what it doesn't. */
export function ChainView({ visible, hidden }: ChainViewProps) {
  return (
    <ul className="chain-view">
      <li>
        <Eye className="icon" size={16} aria-hidden="true" />
        <span>
          <b>{t('Anyone can see')}</b> {visible}
        </span>
      </li>
      <li>
        <EyeOff className="icon" size={16} aria-hidden="true" />
        <span>
          <b>{t('Polygon doesn’t show')}</b> {hidden}
        </span>
      </li>
    </ul>
  );
}
