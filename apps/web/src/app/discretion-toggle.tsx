import { Eye, EyeOff } from 'lucide-react';
import { t } from '#language/t';
import { toggleDiscretion, useDiscretion } from '../state/discretion.ts';
import { IconButton } from '../ui/icon-button.tsx';

export function DiscretionToggle() {
  const isHidden = useDiscretion();
  const Icon = isHidden ? EyeOff : Eye;
  return (
    <IconButton
      label={isHidden ? t('Show amounts') : t('Hide amounts')}
      icon={<Icon className="icon" size={18} />}
      onClick={toggleDiscretion}
    />
  );
}
