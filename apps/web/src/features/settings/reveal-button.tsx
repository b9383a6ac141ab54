import { Eye, EyeOff } from 'lucide-react';
import { t } from '#language/t';
import { Button } from '../../ui/button.tsx';

interface RevealButtonProps {
  /** What is shown or hidden, as in `the key`. */
  what: string;
  isShown: boolean;
  onToggle: () => void;
}

/** Shows or hides a secret. */
export function RevealButton({ what, isShown, onToggle }: RevealButtonProps) {
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Button
      size="sm"
      aria-pressed={isShown}
      icon={<Icon className="icon" size={16} aria-hidden="true" />}
      onClick={onToggle}
    >
      {isShown ? t('Hide {what}', { what }) : t('Show {what}', { what })}
    </Button>
  );
}
