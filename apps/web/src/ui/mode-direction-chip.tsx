import { t } from '#language/t';
import './mode-mark.css';
import { ModeMark } from './mode-mark.tsx';

/** The direction of a shield or unshield, with the icon and accent color of the target mode. */
export function ModeDirectionChip({ to }: { to: 'public' | 'private' }) {
  return (
    <span className="mode-chip" data-mode={to}>
      <ModeMark mode={to} size={14} />
      {to === 'private' ? t('Public to private') : t('Private to public')}
    </span>
  );
}
