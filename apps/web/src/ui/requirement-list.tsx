import './requirement-list.css';
import { Circle, CircleCheck } from 'lucide-react';
import { classNames } from './class-names.ts';

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
            {label}
            <span className="visually-hidden">{isMet ? ', met' : ', not met yet'}</span>
          </li>
        );
      })}
    </ul>
  );
}
