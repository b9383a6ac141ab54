import './spinner.css';
import { classNames } from './class-names.ts';

interface SpinnerProps {
  size?: number | undefined;
  className?: string | undefined;
}

/** A spinning ring, hidden from screen readers because the text next to it says what is happening. */
export function Spinner({ size = 16, className }: SpinnerProps) {
  return (
    <svg
      className={classNames('spinner spin', className)}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      aria-hidden="true"
    >
      <circle className="spinner__track" cx="8" cy="8" r="6.25" />
      <path className="spinner__arc" d="M8 1.75a6.25 6.25 0 0 1 6.25 6.25" />
    </svg>
  );
}
