import { Moon, Sun } from 'lucide-react';
import { t } from '#language/t';
import { toggleTheme, useTheme } from '../state/theme.ts';
import { IconButton } from '../ui/icon-button.tsx';

export function ThemeToggle() {
  const isDark = useTheme() === 'dark';
  const Icon = isDark ? Sun : Moon;
  return (
    <IconButton
      label={isDark ? t('Switch to light theme') : t('Switch to dark theme')}
      icon={<Icon className="icon" size={18} />}
      onClick={toggleTheme}
    />
  );
}
