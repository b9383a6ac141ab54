import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { t } from '#language/t';
import { TextField, type TextFieldProps } from './field.tsx';
import { IconButton } from './icon-button.tsx';

/** A password field with a button to show or hide the text. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'after'>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      after={
        <IconButton
          label={isShown ? t('Hide password') : t('Show password')}
          icon={<Icon className="icon" size={18} />}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
