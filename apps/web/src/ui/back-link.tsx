import './back-link.css';
import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router';

interface BackLinkProps {
  to: string;
  children: string;
}

/** Link to the previous page. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link className="back-link" to={to}>
      <ChevronLeft className="icon" size={16} aria-hidden="true" />
      {children}
    </Link>
  );
}
