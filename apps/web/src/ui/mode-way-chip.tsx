import './mode-mark.css';
import { ModeMark } from './mode-mark.tsx';

/** A way between the modes, in the shape and the accent of where it ends. */
export function ModeWayChip({ to }: { to: 'public' | 'private' }) {
  return (
    <span className="mode-chip" data-mode={to}>
      <ModeMark mode={to} size={14} />
      {to === 'private' ? 'Public to private' : 'Private to public'}
    </span>
  );
}
