import { t } from '#language/t';
import './inbox-row.css';
import { Hourglass, type LucideIcon, Undo2, UserCheck, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { wholeDateText } from '../../../lib/elapsed.ts';
import { Link } from '../../../lib/navigation/navigation.tsx';
import { paths } from '../../../paths.ts';
import { classNames } from '../../../ui/class-names.ts';
import { claimEntryId } from '../claim-entry.ts';
import { EntryFace } from '../entry-face.tsx';
import type { ClaimMoment, InboxItem } from './inbox-item.ts';
import type { InboxText } from './inbox-texts.tsx';

/** What a row shows that its item doesn't have. */
export interface InboxRowParts {
  readonly text: InboxText;
  /** Of the contact who has paid; null when it’s none. */
  readonly contactName: string | null;
  /** Of the tokens of both figures; null without one. */
  readonly images: readonly [string | null, string | null];
  /** Of an event about security. */
  readonly Icon: LucideIcon;
  /** Someone else may have caused it. */
  readonly isWarning: boolean;
  /** The time of today, else the day. */
  readonly when: string;
  /** What the user can do about it; null for nothing but reading. */
  readonly actions: ReactNode;
}

interface InboxRowProps extends InboxRowParts {
  item: InboxItem;
  isNew: boolean;
}

/** One item, which leads to the page that has all of it. */
export function InboxRow({ item, isNew, text, when, actions, ...face }: InboxRowProps) {
  return (
    <li className={classNames('inbox-row', isNew && 'inbox-row--new')}>
      <Face item={item} {...face} />
      <div className="inbox-row__text">
        <Link className="inbox-row__link" to={pathOf(item)}>
          {text.title}
        </Link>
        {text.more === '' ? null : <p dir="auto">{text.more}</p>}
        {actions === null ? null : <div className="inbox-row__actions">{actions}</div>}
      </div>
      <span className="inbox-row__when">
        <time dateTime={new Date(item.at).toISOString()} title={wholeDateText(item.at)}>
          {when}
        </time>
        {isNew ? <i className="inbox-row__dot" role="img" aria-label={t('New')} /> : null}
      </span>
    </li>
  );
}

/** @returns the page that has all of an item */
export function pathOf(item: InboxItem): string {
  switch (item.kind) {
    case 'arrival':
    case 'payment':
      return paths.activityEntry(item.entry.id);
    case 'claim':
      return paths.activityEntry(claimEntryId(item.claim));
    case 'security':
      return item.isNewSignIn ? paths.userSessions : paths.security;
  }
}

type FaceProps = Pick<InboxRowParts, 'contactName' | 'images' | 'Icon' | 'isWarning'> & {
  readonly item: InboxItem;
};

function Face({ item, contactName, images, Icon, isWarning }: FaceProps) {
  switch (item.kind) {
    case 'arrival':
    case 'payment':
      return item.entry.status === 'failed' ? (
        <Disc Icon={X} tone="bad" />
      ) : (
        <EntryFace
          entry={item.entry}
          name={contactName}
          image={images[0]}
          secondImage={images[1]}
        />
      );
    case 'claim':
      return <Disc {...DISC_BY_MOMENT[item.moment]} />;
    case 'security':
      return <Disc Icon={Icon} tone={isWarning ? 'warn' : 'plain'} />;
  }
}

interface DiscProps {
  Icon: LucideIcon;
  tone: 'plain' | 'warn' | 'bad';
}

function Disc({ Icon, tone }: DiscProps) {
  return (
    <span className={`inbox-row__disc inbox-row__disc--${tone}`} aria-hidden="true">
      <Icon className="icon" size={18} />
    </span>
  );
}

const DISC_BY_MOMENT: Readonly<Record<ClaimMoment, DiscProps>> = {
  unclaimed: { Icon: Hourglass, tone: 'plain' },
  ending: { Icon: Hourglass, tone: 'warn' },
  expired: { Icon: Hourglass, tone: 'warn' },
  claimed: { Icon: UserCheck, tone: 'plain' },
  returned: { Icon: Undo2, tone: 'plain' },
  failed: { Icon: X, tone: 'bad' },
};
