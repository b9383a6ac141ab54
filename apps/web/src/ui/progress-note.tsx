import './progress-note.css';
import { useId } from 'react';

interface ProgressNoteProps {
  /** 0 to 1. */
  share: number;
  /** What is being done; announced once. */
  children: string;
}

/** Something that takes a few seconds, with a bar that shows how far it is. */
export function ProgressNote({ share, children }: ProgressNoteProps) {
  const id = useId();
  return (
    <div className="progress-note">
      <p id={id} role="status">
        {children}
      </p>
      <progress aria-labelledby={id} max={1} value={share} />
    </div>
  );
}
