import './setting-row.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface SettingRowProps {
  Icon?: LucideIcon;
  /** There is something to do here. */
  isWarning?: boolean;
  title: ReactNode;
  /** The state it is in. */
  children: ReactNode;
  /** A badge, a time, or buttons. */
  aside?: ReactNode;
}

/** One row of a card: what it is, its state, and what can be done. */
export function SettingRow({ Icon, isWarning = false, title, children, aside }: SettingRowProps) {
  return (
    <li className={Icon ? 'setting-row setting-row--icon' : 'setting-row'}>
      {Icon ? (
        <span className={isWarning ? 'setting-row__disc is-warning' : 'setting-row__disc'}>
          <Icon className="icon" size={19} aria-hidden="true" />
        </span>
      ) : null}
      <div className="setting-row__text">
        <b>{title}</b>
        <span>{children}</span>
      </div>
      {aside ? <div className="setting-row__aside">{aside}</div> : null}
    </li>
  );
}
