import './fact-list.css';
import { Check, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export interface Fact {
  readonly tone: 'good' | 'plain' | 'warn';
  readonly text: ReactNode;
}

/** What follows from a decision: one sentence each, with a sign for good, neutral and beware. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <ul className="fact-list">
      {facts.map(({ tone, text }, index) => {
        const Icon = ICON_BY_TONE[tone];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts don't change places
          <li key={index} data-tone={tone}>
            <Icon className="icon" size={16} aria-hidden="true" />
            <span>{text}</span>
          </li>
        );
      })}
    </ul>
  );
}

const ICON_BY_TONE: Readonly<Record<Fact['tone'], LucideIcon>> = {
  good: Check,
  plain: Info,
  warn: TriangleAlert,
};
