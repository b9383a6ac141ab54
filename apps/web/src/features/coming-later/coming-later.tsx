import { Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

interface ComingLaterProps {
  title: string;
  /** What will be here. */
  children: ReactNode;
}

/** A page whose place is taken and whose content is not built yet; it says so. */
export function ComingLater({ title, children }: ComingLaterProps) {
  return (
    <>
      <title>{`${title} · Kax`}</title>
      <h1 className="page-title">{title}</h1>
      <Card>
        <EmptyState
          icon={<Hourglass className="icon" size={24} aria-hidden="true" />}
          title="Not available yet"
        >
          {children}
        </EmptyState>
      </Card>
    </>
  );
}
