import { t } from '#language/t';
import './inbox-link.css';
import { Bell } from 'lucide-react';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { useInboxCount } from '../../state/incoming.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { currentOf } from './current-of.ts';

/** Leads to the inbox on wide screens; narrow ones have it in the tab bar. */
export function InboxLink({ pathname }: { pathname: string }) {
  const label = useInboxLabel();
  return (
    <span className="inbox-link">
      <Tooltip text={label}>
        <Link
          className="icon-button"
          to={paths.inbox}
          aria-label={label}
          aria-current={currentOf(paths.inbox, pathname)}
        >
          <InboxBell size={18} />
        </Link>
      </Tooltip>
    </span>
  );
}

/** @returns as in `Inbox`, or `Inbox, 2 new` */
export function useInboxLabel(): string {
  const count = useInboxCount();
  return count === 0 ? t('Inbox') : t('Inbox, {count} new', { count });
}

/** A bell, with a dot while something in the inbox is new. Decorative. */
export function InboxBell({ size }: { size: number }) {
  return (
    <span className="inbox-bell" data-new={useInboxCount() > 0 || undefined} aria-hidden="true">
      <Bell className="icon" size={size} />
    </span>
  );
}
