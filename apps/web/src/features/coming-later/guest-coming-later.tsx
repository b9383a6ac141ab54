import './guest-coming-later.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';

interface GuestComingLaterProps {
  title: string;
  /** What will be here. */
  children: ReactNode;
  backLabel?: string | undefined;
}

/** A guest page that is not built yet, with the way back. */
export function GuestComingLater({
  title,
  children,
  backLabel = 'Back to Sign In',
}: GuestComingLaterProps) {
  return (
    <>
      <title>{`${title} · Kax`}</title>
      <h1 className="page-title">{title}</h1>
      <div className="guest-coming-later">
        <p>{children}</p>
        <p>This page is not available yet.</p>
      </div>
      <p>
        <Link to={paths.login}>{backLabel}</Link>
      </p>
    </>
  );
}
