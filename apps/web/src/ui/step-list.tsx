import './step-list.css';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { rich } from './rich.tsx';
import { Spinner } from './spinner.tsx';

export interface Step {
  title: string;
  /** Explains the title, beside it. */
  help?: ReactNode;
  state: 'done' | 'now' | 'to-come' | 'failed';
  /** Replaces the sign of the state, such as a number. Decorative. */
  icon?: ReactNode;
  /** On the right: when the step was completed, or its progress. */
  time?: ReactNode;
  detail?: ReactNode;
  /** Shows a meter while the step is in progress. */
  progress?: { done: number; of: number } | null | undefined;
}

/** The actual steps of a longer process: done, in progress, upcoming or failed. */
export function StepList({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol className="step-list" aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.title}
          data-state={step.state}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <span
            className="step-list__node"
            aria-hidden={step.icon === undefined ? undefined : true}
          >
            {step.icon ?? nodeByState[step.state]}
          </span>
          <span className="step-list__title">
            {titleOf(step)}
            {step.help}
          </span>
          <span className="step-list__time">{step.time}</span>
          {step.progress ? <Meter title={step.title} {...step.progress} /> : null}
          {step.detail ? <span className="step-list__detail">{step.detail}</span> : null}
        </li>
      ))}
    </ol>
  );
}

function Meter({ title, done, of }: { title: string; done: number; of: number }) {
  const percent = of === 0 ? 0 : Math.min(100, Math.round((done / of) * 100));
  return (
    <span
      className="meter"
      role="progressbar"
      aria-label={title}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${percent}%` }} />
    </span>
  );
}

const nodeByState: Readonly<Record<Step['state'], ReactNode>> = {
  done: <Check className="icon" size={14} aria-hidden="true" />,
  now: <Spinner size={14} />,
  'to-come': null,
  failed: <X className="icon" size={14} aria-hidden="true" />,
};

function titleOf({ title, state }: Step): ReactNode {
  const values = { title, state: hidden };
  if (state === 'done') return rich('{title}<state>, done</state>', values);
  if (state === 'now') return rich('{title}<state>, in progress</state>', values);
  if (state === 'failed') return rich('{title}<state>, failed</state>', values);
  return rich('{title}<state>, not started</state>', values);
}

function hidden(text: ReactNode) {
  return <span className="visually-hidden">{text}</span>;
}
