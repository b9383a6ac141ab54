import './requirement-list.css';
import { Circle, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { rich } from './rich.tsx';

export interface Requirement {
  label: string;
  isMet: boolean;
}

interface RequirementListProps {
  label: string;
  requirements: readonly Requirement[];
}

/** A list of requirements, each with an icon and a word for whether it is met. */
export function RequirementList({ label, requirements }: RequirementListProps) {
  return (
    <ul className="requirements" aria-label={label}>
      {requirements.map(({ label, isMet }) => {
        const Icon = isMet ? CircleCheck : Circle;
        return (
          <li key={label} className={classNames(isMet && 'is-met')}>
            <Icon className="icon" size={14} aria-hidden="true" />
            {isMet
              ? rich('{label}<state>, met</state>', { label, state: hidden })
              : rich('{label}<state>, not met yet</state>', { label, state: hidden })}
          </li>
        );
      })}
    </ul>
  );
}

function hidden(text: ReactNode) {
  return <span className="visually-hidden">{text}</span>;
}
