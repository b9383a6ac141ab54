import { t } from '#language/t';
import './send-later.css';
import { HelpAbout } from '../../help/help-about.tsx';
import { Segmented } from '../../ui/segmented.tsx';

interface SendLaterProps {
  /** Null to send now. */
  minutes: number | null;
  onChoose: (minutes: number | null) => void;
}

/** The delay set by the forecast's one-tap mitigation. */
export const LATER_MINUTES = 360;

const CHOICES = [
  { value: 'now', label: t('Now'), minutes: null },
  { value: '1', label: t('Within 1 hour'), minutes: 60 },
  { value: '6', label: t('Within 6 hours'), minutes: LATER_MINUTES },
  { value: '24', label: t('Within 24 hours'), minutes: 1_440 },
] as const;

/** When to send the unshield: now, or at a random moment within the chosen time. */
export function SendLater({ minutes, onChoose }: SendLaterProps) {
  const chosen = CHOICES.find((choice) => choice.minutes === minutes) ?? CHOICES[0];
  return (
    <div className="send-later">
      <span className="send-later__label">
        {t('When should we send it?')}
        <HelpAbout topic="send-later" about={t('When should we send it?')} />
      </span>
      <Segmented
        label={t('When should we send it?')}
        value={chosen.value}
        options={CHOICES}
        onChange={(value) => {
          const choice = CHOICES.find((one) => one.value === value);
          if (choice) onChoose(choice.minutes);
        }}
      />
      <p className="send-later__hint">
        {chosen.minutes === null
          ? t('A random delay makes the payment harder to link by its timing.')
          : t(
              'We’ll send it at a random moment within the next {hours, plural, one {hour} other {# hours}}. You can cancel until then.',
              { hours: chosen.minutes / 60 },
            )}
      </p>
    </div>
  );
}
