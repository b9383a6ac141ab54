import './link-card.css';
import { BadgeCheck } from 'lucide-react';
import { Avatar } from './avatar.tsx';
import { ModeMark } from './mode-mark.tsx';

interface LinkHeadProps {
  /** Of whoever sent the link; null when they don't show it. */
  name: string | null;
  /** Kax verified how they can be reached. */
  isVerified: boolean;
  /** The balance that the money comes from, where it matters. */
  mode?: 'public' | 'private' | undefined;
  /** What the link is about, as in `Alice Moreau sent you`. */
  who: string;
  /** As in `50.00`. */
  figure: string;
  symbol: string;
  /** What it is worth, as in `$50.00`; null when unknown. */
  value: string | null;
  message: string | null;
}

/** Who sent a link, about how much, and what for. */
export function LinkHead(props: LinkHeadProps) {
  const { name, isVerified, mode, who, figure, symbol, value, message } = props;
  return (
    <div className="link-head">
      <span className="link-head__face" aria-hidden="true">
        <Avatar name={name ?? '?'} size="lg" isTinted />
        {isVerified ? (
          <span className="link-head__verified">
            <BadgeCheck className="icon" size={15} />
          </span>
        ) : null}
        {mode ? (
          <span className="link-head__mode" data-mode={mode}>
            <ModeMark mode={mode} size={15} />
          </span>
        ) : null}
      </span>
      <h1>
        <span className="link-head__who">{who}</span>{' '}
        <span className="link-head__amount" data-length={figure.length > 9 ? 'long' : undefined}>
          {figure} <small>{symbol}</small>
        </span>
      </h1>
      {value === null ? null : <p className="link-head__usd">{value}</p>}
      {message === null ? null : (
        <p className="link-head__message">
          <bdi>{message}</bdi>
        </p>
      )}
    </div>
  );
}
