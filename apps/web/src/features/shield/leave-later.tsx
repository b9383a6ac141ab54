import './leave-later.css';
import { Segmented } from '../../ui/segmented.tsx';

interface LeaveLaterProps {
  /** Null: at once. */
  minutes: number | null;
  onChoose: (minutes: number | null) => void;
}

/** What the one-tap remedy of the forecast chooses. */
export const LATER_MINUTES = 360;

const CHOICES = [
  { value: 'now', label: 'At once', minutes: null },
  { value: '1', label: '1 hour', minutes: 60 },
  { value: '6', label: '6 hours', minutes: LATER_MINUTES },
  { value: '24', label: '24 hours', minutes: 1_440 },
] as const;

/** When the money leaves the pool: at once, or at a random moment within a time. */
export function LeaveLater({ minutes, onChoose }: LeaveLaterProps) {
  const chosen = CHOICES.find((choice) => choice.minutes === minutes) ?? CHOICES[0];
  return (
    <div className="leave-later">
      <span className="leave-later__label">Leave at once, or within</span>
      <Segmented
        label="When it leaves"
        value={chosen.value}
        options={CHOICES}
        onChange={(value) => {
          const choice = CHOICES.find((one) => one.value === value);
          if (choice) onChoose(choice.minutes);
        }}
      />
      <p className="leave-later__hint">
        {chosen.minutes === null
          ? 'A random moment later makes it harder to tell by the time.'
          : `Kax sends it at a random moment within the next ${chosen.label}. You can take it back until then.`}
      </p>
    </div>
  );
}
