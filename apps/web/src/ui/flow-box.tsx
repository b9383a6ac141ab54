import './flow-box.css';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { ModeMark } from './mode-mark.tsx';

export interface FlowEnd {
  label: string;
  value: ReactNode;
  /** Shows the icon and accent color of a mode before the label. */
  mode?: 'public' | 'private' | undefined;
}

/** Shows what leaves one balance and what arrives in the other. */
export function FlowBox({ from, to }: { from: FlowEnd; to: FlowEnd }) {
  return (
    <div className="flow-box">
      <End {...from} />
      <span className="flow-box__arrow">
        <ArrowRight className="icon" size={16} aria-hidden="true" />
      </span>
      <End {...to} />
    </div>
  );
}

function End({ label, value, mode }: FlowEnd) {
  return (
    <div>
      <span className="flow-box__label">
        {mode ? (
          <span className="flow-box__mark" data-mode={mode}>
            <ModeMark mode={mode} size={13} />
          </span>
        ) : null}
        {label}
      </span>
      {value}
    </div>
  );
}
