import './back-link.css';
import { ChevronLeft } from 'lucide-react';
import { Link } from '../lib/navigation/navigation.tsx';

interface BackLinkProps {
  to: string;
  /** What the page gets in its history entry. */
  state?: object | null | undefined;
  children: string;
}

/** Link to the previous page. */
export function BackLink({ to, state, children }: BackLinkProps) {
  return (
    <Link className="back-link" to={to} state={state}>
      <ChevronLeft className="icon" size={16} aria-hidden="true" />
      {children}
    </Link>
  );
}
