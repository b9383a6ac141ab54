import { Check, Copy } from 'lucide-react';
import { t } from '#language/t';
import { IconButton } from './icon-button.tsx';
import { useCopied } from './use-copied.ts';

interface CopyButtonProps {
  text: string;
  /** Says what is copied, for screen reader users. */
  label?: string | undefined;
}

/** Copies a text. Its tooltip says 'Copy to clipboard', then 'Copied!' for 1.5 s. */
export function CopyButton({ text, label = t('Copy to clipboard') }: CopyButtonProps) {
  const { isCopied, copy } = useCopied(text);
  return (
    <IconButton
      look="bare"
      label={isCopied ? t('Copied!') : label}
      tooltip={isCopied ? t('Copied!') : t('Copy to clipboard')}
      isTooltipForced={isCopied}
      icon={isCopied ? <Check className="icon" size={14} /> : <Copy className="icon" size={14} />}
      onClick={() => void copy()}
    />
  );
}
