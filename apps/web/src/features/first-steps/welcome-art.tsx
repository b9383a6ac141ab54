import { ArrowLeftRight } from 'lucide-react';
import { LOGO_OUTLINE } from '../../ui/logo.tsx';
import { ModeMark } from '../../ui/mode-mark.tsx';

const HALO_RINGS = Array.from({ length: 24 }, (_, index) => 60 + index * 28);
const CARD_RINGS = Array.from({ length: 9 }, (_, index) => 12 + index * 12);
const WAVES = Array.from({ length: 21 }, (_, row) => wave(row)).join('');
const INTO_PLACE = 'translate(110 68) scale(4.6) translate(-12 -12.15)';

function wave(row: number): string {
  return `M${row % 2 === 0 ? 40 : 32} ${16 + row * 5.2}q10-8 20 0${'t20 0'.repeat(7)}`;
}

/** Rings that spread out for everyone to see, behind the page. */
export function WelcomeRings() {
  return (
    <svg
      className="welcome__rings"
      viewBox="-720 -300 1440 900"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      {HALO_RINGS.map((radius, index) => (
        <circle key={radius} r={radius} strokeOpacity={0.34 - index * 0.011} />
      ))}
    </svg>
  );
}

/** The same rings around a dot: what anyone can see. */
export function PublicArt() {
  return (
    <svg viewBox="0 0 220 132" fill="none" stroke="currentColor" aria-hidden="true">
      {CARD_RINGS.map((radius, index) => (
        <circle key={radius} cx="110" cy="66" r={radius} strokeOpacity={0.75 - index * 0.075} />
      ))}
      <circle cx="110" cy="66" r="5" fill="currentColor" />
    </svg>
  );
}

/** A closed shield with the tint of an envelope. */
export function PrivateArt() {
  return (
    <svg viewBox="0 0 220 132" fill="none" stroke="currentColor" aria-hidden="true">
      <defs>
        <clipPath id="welcome-shield">
          <path transform={INTO_PLACE} d={LOGO_OUTLINE} />
        </clipPath>
      </defs>
      <path clipPath="url(#welcome-shield)" strokeOpacity=".75" d={WAVES} />
      <path transform={INTO_PLACE} strokeWidth=".36" d={LOGO_OUTLINE} />
    </svg>
  );
}

/** Both marks, and arrows between them. */
export function MovingArt() {
  return (
    <span className="welcome-card__moving" aria-hidden="true">
      <span data-mode="public">
        <ModeMark mode="public" size={56} />
      </span>
      <ArrowLeftRight className="icon" size={28} />
      <span data-mode="private">
        <ModeMark mode="private" size={56} />
      </span>
    </span>
  );
}
