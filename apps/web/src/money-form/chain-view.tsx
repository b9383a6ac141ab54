import './chain-view.css';
import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';

interface ChainViewProps {
  /** What becomes visible to everyone on the network, a sentence. */
  visible: ReactNode;
  /** What the network doesn't show, a sentence. */
  hidden: ReactNode;
}

/** What an operation makes public, and what it doesn't. */
export function ChainView({ visible, hidden }: ChainViewProps) {
  return (
    <ul className="chain-view">
      <li>
        <Eye className="icon" size={16} aria-hidden="true" />
        <span>{visible}</span>
      </li>
      <li>
        <EyeOff className="icon" size={16} aria-hidden="true" />
        <span>{hidden}</span>
      </li>
    </ul>
  );
}
