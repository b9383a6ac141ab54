import './avatar.css';

/** The initials of a name, or U when there is none. */
export function Avatar({ name }: { name: string | null | undefined }) {
  return (
    // Rendered by CSS, so that the initials don't end up in the accessible name of the container.
    <span className="avatar" aria-hidden="true" data-initials={initialsOf(name)} />
  );
}

function initialsOf(name: string | null | undefined): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const initials = ends.map((word) => [...(word ?? '')][0] ?? '').join('');
  return initials.toLocaleUpperCase() || 'U';
}
