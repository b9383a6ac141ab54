import './stepper.css';

interface StepperProps {
  steps: readonly string[];
  /** Index of the current step, from 0. */
  current: number;
}

/** Progress through a short flow, as labeled bars. */
export function Stepper({ steps, current }: StepperProps) {
  return (
    <ol className="stepper">
      {steps.map((step, index) => (
        <li
          key={step}
          data-state={index < current ? 'done' : index === current ? 'now' : 'to-come'}
          aria-current={index === current ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}
