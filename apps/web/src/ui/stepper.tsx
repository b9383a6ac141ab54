import './stepper.css';

interface StepperProps {
  steps: readonly string[];
  /** Index of the step one is at, from 0. */
  current: number;
}

/** Where one is in a short flow: bars with labels. */
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
