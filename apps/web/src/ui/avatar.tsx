import './avatar.css';
import { classNames } from './class-names.ts';

interface AvatarProps {
  name: string | null | undefined;
  /** 24, 32, 40 or 56 px wide. */
  size?: 'xs' | 'sm' | 'md' | 'lg' | undefined;
  /** Takes one of four tints by the name, always the same one, instead of the accent color. */
  isTinted?: boolean | undefined;
}

/** The initials of a name, or U when there is none. */
export function Avatar({ name, size = 'sm', isTinted = false }: AvatarProps) {
  return (
    // Rendered by CSS, so that the initials don't end up in the accessible name of the container.
    <span
      className={classNames('avatar', size !== 'sm' && `avatar--${size}`)}
      aria-hidden="true"
      data-initials={initialsOf(name)}
      data-tint={isTinted ? tintOf(name) : undefined}
    />
  );
}

function initialsOf(name: string | null | undefined): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const initials = ends.map((word) => [...(word ?? '')][0] ?? '').join('');
  return initials.toLocaleUpperCase() || 'U';
}

const TINT_COUNT = 4;

/** Spaces and case make no difference. */
function tintOf(name: string | null | undefined): number {
  const letters = [...(name ?? '').toLowerCase().replaceAll(/\s/g, '')];
  return (
    letters.reduce((sum, letter) => (sum * 33 + (letter.codePointAt(0) ?? 0)) % 1021, 7) %
    TINT_COUNT
  );
}
