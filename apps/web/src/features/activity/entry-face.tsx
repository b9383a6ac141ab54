import './entry-face.css';
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  CircleDot,
  CreditCard,
  Landmark,
  type LucideIcon,
  Shield,
  ShieldOff,
  Stamp,
} from 'lucide-react';
import { ChannelIcon } from '../../claims/channel-icon.tsx';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Mark } from '../../ui/mark.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';
import type { ActivityEntry } from './entry.ts';
import type { EntryKind } from './entry-kind.ts';

interface EntryFaceProps {
  entry: ActivityEntry;
  /** Of the contact who was paid or has paid; null when it’s none. */
  name: string | null;
  /** Of the tokens of both figures; null without one. */
  image: string | null;
  secondImage: string | null;
}

/** A contact's initials, the two tokens of a swap, or an icon, with the mark of the balance. Decorative. */
export function EntryFace({ entry, name, image, secondImage }: EntryFaceProps) {
  const { kind, amount, second, claim } = entry;
  if (kind === 'swap' && second !== null) {
    return (
      <span className="entry-face entry-face--pair" aria-hidden="true">
        <Mark src={secondImage} letters={second.token} size={27} />
        <Mark src={image} letters={amount.token} size={27} />
      </span>
    );
  }
  const Icon = ICON_BY_KIND[kind];
  const mode = modeOfFace(entry);
  return (
    <span className="entry-face" aria-hidden="true">
      {name === null ? (
        <span className="entry-face__disc">
          {claim === null ? (
            <Icon className="icon" size={18} />
          ) : (
            <ChannelIcon channel={claim.recipient.channel} size={18} />
          )}
        </span>
      ) : (
        <Avatar name={name} size="md" isTinted />
      )}
      <span className="entry-face__mode" data-mode={mode}>
        <ModeMark mode={mode} size={11} />
      </span>
    </span>
  );
}

/** @returns the balance that an entry counts as: for a move between both, the one that it ends in */
export function modeOfFace({ kind, lead }: ActivityEntry): WalletMode {
  if (kind === 'made-private') return 'private';
  return kind === 'made-public' ? 'public' : lead.mode;
}

/** The icon of each kind of entry. */
export const ICON_BY_KIND: Readonly<Record<EntryKind, LucideIcon>> = {
  sent: ArrowUpRight,
  received: ArrowDownLeft,
  'made-private': Shield,
  'made-public': ShieldOff,
  swap: ArrowLeftRight,
  buy: CreditCard,
  sell: Landmark,
  'sale-returned': Landmark,
  approval: Stamp,
  'nonce-fill': CircleDot,
  other: CircleDot,
};
