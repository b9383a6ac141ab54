import { Eye, EyeOff } from 'lucide-react';
import { t } from '#language/t';
import { Button } from '../../ui/button.tsx';

interface RevealButtonProps {
  what: 'key' | 'words';
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
      {isShown ? LABELS[what].hide : LABELS[what].show}
    </Button>
  );
}

const LABELS = {
  key: { show: t('Show the key'), hide: t('Hide the key') },
  words: { show: t('Show the words'), hide: t('Hide the words') },
} as const;
