import './first-steps.css';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { rich } from '../../ui/rich.tsx';

export interface StepRowProps {
  /** Counted from 1. */
  number: number;
  title: string;
  text: string;
  isDone: boolean;
  /** It is the first one that isn't done. */
  isNext: boolean;
  /** What does it; nothing once it is done or under way. */
  action?: ReactNode;
}

/** One of the first steps: its number, or a filled check once it's done. */
export function StepRow({ number, title, text, isDone, isNext, action }: StepRowProps) {
  return (
    <li data-state={isDone ? 'done' : 'open'} aria-current={isNext ? 'step' : undefined}>
      <span className="first-steps__number" aria-hidden="true">
        {isDone ? <Check className="icon" size={17} /> : number}
      </span>
      <div>
        <b>
          {isDone
            ? rich('{title}<hidden>, done</hidden>', {
                title,
                hidden: (inside) => <span className="visually-hidden">{inside}</span>,
              })
            : title}
        </b>
        <p>{text}</p>
      </div>
      {action}
    </li>
  );
}
