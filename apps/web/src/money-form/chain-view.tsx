import './chain-view.css';
import { Eye, EyeOff } from 'lucide-react';

interface ChainViewProps {
  /** What everyone can read on the chain from then on. */
  seen: string;
  /** What the chain does not show. */
  unseen: string;
}

/** What becomes public by a command, and what does not. */
export function ChainView({ seen, unseen }: ChainViewProps) {
  return (
    <ul className="chain-view">
      <li>
        <Eye className="icon" size={16} aria-hidden="true" />
        <span>
          <b>Anyone can see</b> {seen}
        </span>
      </li>
      <li>
        <EyeOff className="icon" size={16} aria-hidden="true" />
        <span>
          <b>Polygon doesn’t show</b> {unseen}
        </span>
      </li>
    </ul>
  );
}
