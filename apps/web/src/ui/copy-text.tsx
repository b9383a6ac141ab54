import { Check, Copy } from 'lucide-react';
import { t } from '#language/t';
import { Button, type ButtonProps } from './button.tsx';
import { useCopied } from './use-copied.ts';

interface CopyTextProps extends Pick<ButtonProps, 'variant' | 'size'> {
  label: string;
  text: string;
}

/** Copies a text, and says so for a moment. */
export function CopyText({ label, text, ...look }: CopyTextProps) {
  const { isCopied, copy } = useCopied(text);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      {...look}
      icon={<Icon className="icon" size={16} aria-hidden="true" />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isCopied ? t('Copied!') : label}</span>
    </Button>
  );
}
