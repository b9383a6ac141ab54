import { t } from '#language/t';
import './activity-row.css';
import { Check, ChevronRight, Clock, Hourglass, LoaderCircle, Undo2, X } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { Money } from '#domain/price/money';
import { valueInUsd } from '#domain/price/value-in-usd';
import { fiatText } from '#domain/ramp/fiat-text';
import { AddName } from '../../contacts/add-name.tsx';
import { wholeDateText } from '../../lib/elapsed.ts';
import { withSymbol } from '../../lib/local-figure.ts';
import { Link } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { useMoney } from '../../state/money.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Secret } from '../../ui/secret.tsx';
import { readClaimedNote } from './claim-entry.ts';
import type { ActivityEntry } from './entry.ts';
import { type EntryAmount, otherTokenCount } from './entry-amounts.ts';
import { EntryFace, modeOfFace } from './entry-face.tsx';
import {
  amountText,
  badgeOf,
  directionOf,
  type EntryBadge,
  hasArrived,
  hasMovedNothing,
  titleOf,
  typeLabelOf,
} from './entry-labels.ts';

interface ActivityRowProps {
  entry: ActivityEntry;
  /** Of the contact who was paid or has paid; null when it’s none. */
  contactName: string | null;
  /** What the user noted about it; null without a note. While figures are hidden, only a sender in it is shown. */
  note: string | null;
  /** The time, or the day where no heading has it. */
  when: string;
  /** Milliseconds since 1970; 0 where nothing in the row depends on it. */
  now: number;
  isHidden: boolean;
  /** Current price of one token of the main figure in US dollars; null when unknown. */
  priceUsd: number | null;
  /** Of the tokens of both figures; null without one. */
  image: string | null;
  secondImage: string | null;
  /** Called with an address that has no name yet; null where it isn’t offered. */
  onAddName: ((address: string) => void) | null;
}

/** One entry, which leads to its page. */
export const ActivityRow = memo(function ActivityRow(props: ActivityRowProps) {
  const { entry, contactName, when, now, image, secondImage } = props;
  const badge = badgeOf(entry, now);
  return (
    <li className="activity-row" data-long={isLong(entry) || undefined}>
      <EntryFace entry={entry} name={contactName} image={image} secondImage={secondImage} />
      <Link className="activity-row__link" to={paths.activityEntry(entry.id)}>
        <span className="activity-row__title">
          <Title entry={entry} contactName={contactName} note={props.note} />
        </span>
        <span className="activity-row__second activity-row__kind">
          <span className="activity-row__label">{typeLabelOf(entry)}</span>
          <span>
            {' · '}
            <time dateTime={new Date(entry.at).toISOString()} title={wholeDateText(entry.at)}>
              {when}
            </time>
          </span>
          <span className="visually-hidden">
            {', '}
            {modeOfFace(entry) === 'private' ? t('private balance') : t('public balance')}
          </span>
        </span>
      </Link>
      <div className="activity-row__text">
        <Text {...props} />
      </div>
      <span className="activity-row__status">
        <Badge tone={badge.tone} icon={STATUS_ICONS[badge.icon]}>
          {badge.text}
        </Badge>
      </span>
      <Figures {...props} />
      <ChevronRight className="icon activity-row__chevron" size={16} aria-hidden="true" />
    </li>
  );
}, isSameRow);

/** Each read makes new entries, most of them with the rows that they had before. */
function isSameRow(
  { entry: before, ...others }: ActivityRowProps,
  { entry, ...next }: ActivityRowProps,
): boolean {
  const isSame = Object.entries(next).every(
    ([key, value]) => value === others[key as keyof typeof others],
  );
  return isSame && (before === entry || isSameEntry(before, entry));
}

function isSameEntry(before: ActivityEntry, entry: ActivityEntry): boolean {
  if (before.id !== entry.id || before.swap !== entry.swap) return false;
  if (before.claim !== entry.claim) return false;
  if (before.rows.length !== entry.rows.length) return false;
  return before.rows.every((row, index) => row.transaction === entry.rows[index]?.transaction);
}

/** Longer figures take a line of their own on narrow screens. */
const LONG = 17;

function isLong({ amount }: ActivityEntry): boolean {
  return amountText(amount).length + amount.token.length > LONG;
}

type Part = Pick<ActivityRowProps, 'entry' | 'contactName' | 'note'>;

/** The contact, else what a sender calls themselves beside the address, which alone proves nothing. */
function Title({ entry, contactName, note }: Part) {
  const { counterparty, claim, isClaimed } = entry;
  const title = titleOf(entry);
  if (claim !== null) return <bdi title={title ?? undefined}>{title}</bdi>;
  const { sender } = readClaimedNote(isClaimed ? note : null);
  if (sender !== null) return <bdi>{t('From {sender}', { sender })}</bdi>;
  if (counterparty === null || title !== null) return title;
  const { address, shownName } = counterparty;
  if (contactName !== null) return <bdi title={address}>{contactName}</bdi>;
  if (shownName === null) return <ShortAddress address={address} />;
  return (
    <span className="activity-row__shown-name">
      <bdi>{shownName}</bdi> <ShortAddress address={address} />
    </span>
  );
}

/** Why it failed, else what was written about it, else what can be added. */
function Text({ entry, note, isHidden, onAddName }: ActivityRowProps) {
  const { failure, message, counterparty, swap } = entry;
  if (failure !== null) {
    // Of a swap, it can name what the wallet has now.
    return (
      <Secret isHidden={isHidden && swap !== null} width="8em">
        <span title={failure}>{failure}</span>
      </Secret>
    );
  }
  if (message !== null) {
    return (
      <Secret isHidden={isHidden} width="8em">
        <bdi>“{message}”</bdi>
      </Secret>
    );
  }
  const shownNote = entry.isClaimed ? readClaimedNote(note).rest : note;
  if (shownNote !== null && !isHidden) return <bdi>{shownNote}</bdi>;
  if (counterparty !== null && onAddName !== null) {
    return <AddName address={counterparty.address} onAdd={onAddName} />;
  }
  return directionOf(entry);
}

const statusIcon = { size: 12, 'aria-hidden': true } as const;
const STATUS_ICONS: Readonly<Record<EntryBadge['icon'], ReactNode>> = {
  done: <Check className="icon" {...statusIcon} />,
  failed: <X className="icon" {...statusIcon} />,
  waiting: <LoaderCircle className="icon activity-row__turning" {...statusIcon} />,
  clock: <Clock className="icon" {...statusIcon} />,
  hourglass: <Hourglass className="icon" {...statusIcon} />,
  returned: <Undo2 className="icon" {...statusIcon} />,
};

function Figures({ entry, isHidden, priceUsd }: ActivityRowProps) {
  const money = useMoney();
  const { amount } = entry;
  return (
    <div className="activity-row__figures">
      <span className={hasArrived(entry) ? 'activity-row__arrived' : undefined}>
        <Secret isHidden={isHidden} width="7em">
          <Amount text={amountText(amount)} symbol={amount.token} />
        </Secret>
      </span>
      <span className="activity-row__second">
        {hasMovedNothing(entry) && entry.lead.transaction.ramp === null ? (
          t('No money moved')
        ) : (
          <Secret isHidden={isHidden} width="5.4em">
            {secondText(entry, priceUsd, money)}
          </Secret>
        )}
      </span>
    </div>
  );
}

/** What left for it, what it cost at the partner, or its current value with four decimals (§9). */
function secondText(entry: ActivityEntry, priceUsd: number | null, money: Money): string {
  const { amount, second, lead } = entry;
  const others = otherTokenCount(entry);
  if (others > 1)
    return t('and {count, plural, one {# more coin} other {# more coins}}', { count: others });
  if (second !== null) return withSymbol(amountText(second), second.token);
  const { ramp } = lead.transaction;
  return ramp === null ? worthText(amount, priceUsd, money) : (fiatText(ramp) ?? '—');
}

function worthText(
  { units, decimals }: EntryAmount,
  priceUsd: number | null,
  money: Money,
): string {
  if (priceUsd === null) return '—';
  return `≈ ${money.text(valueInUsd(units, decimals, priceUsd), { places: 4, rounding: 'down' })}`;
}
