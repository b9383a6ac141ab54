import './link-box.css';
import type { ReactNode } from 'react';

interface LinkBoxProps {
  link: string;
  /** The link as it is shown, without its scheme. */
  shown: string;
  /** What copies or shares it. */
  action: ReactNode;
}

/** A link to pass on. */
export function LinkBox({ link, shown, action }: LinkBoxProps) {
  return (
    <div className="link-box">
      <span className="mono" title={link}>
        {shown}
      </span>
      {action}
    </div>
  );
}
