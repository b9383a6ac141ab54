import { Check, Clock, Hourglass, Undo2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#language/t';
import { BackLink } from '../../../ui/back-link.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ModeDirectionChip } from '../../../ui/mode-direction-chip.tsx';
import { ModeChip } from '../../../ui/mode-mark.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import type { ActivityEntry } from '../entry.ts';
import { badgeOf, type EntryBadge } from '../entry-labels.ts';

interface EntryHeadProps {
  entry: ActivityEntry;
  title: ReactNode;
  /** What overrides the status of the rows; null where nothing does. */
  status: EntryBadge | null;
  /** Where the list is. */
  backTo: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** The title of an entry, the balance that it is about, and its status. */
export function EntryHead({ entry, title, status, backTo, now }: EntryHeadProps) {
  return (
    <div className="page-head entry-head">
      <div>
        <BackLink to={backTo}>{t('Activity')}</BackLink>
        <h1 className="page-title entry-head__title">{title}</h1>
      </div>
      <div className="page-head__tools">
        <Balance entry={entry} />
        <Status badge={status ?? badgeOf(entry, now)} />
      </div>
    </div>
  );
}

/** What pays a public address from the private balance is public where it arrives. */
function Balance({ entry: { kind, mode, type } }: { entry: ActivityEntry }) {
  if (kind === 'sent' && type === 'unshield') return <ModeDirectionChip to="public" />;
  if (kind === 'made-private') return <ModeDirectionChip to="private" />;
  if (kind === 'made-public') return <ModeDirectionChip to="public" />;
  return <ModeChip mode={mode === 'private' ? 'private' : 'public'} />;
}

function Status({ badge: { tone, icon, text } }: { badge: EntryBadge }) {
  return (
    <Badge tone={tone} icon={STATUS_ICONS[icon]}>
      {text}
    </Badge>
  );
}

const small = { className: 'icon', size: 12, 'aria-hidden': true } as const;
const STATUS_ICONS = {
  done: <Check {...small} />,
  failed: <X {...small} />,
  waiting: <Spinner size={12} />,
  clock: <Clock {...small} />,
  hourglass: <Hourglass {...small} />,
  returned: <Undo2 {...small} />,
} as const satisfies Readonly<Record<EntryBadge['icon'], ReactNode>>;
