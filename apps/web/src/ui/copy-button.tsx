import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { writeToClipboard } from './write-to-clipboard.ts';

interface CopyButtonProps {
  text: string;
  /** Says what is copied, for screen reader users. */
  label?: string | undefined;
}

const COPIED_FOR_MS = 1_500;

/** Copies a text. Its tooltip says 'Copy to clipboard', then 'Copied!' for 1.5 s. */
export function CopyButton({ text, label = 'Copy to clipboard' }: CopyButtonProps) {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  const isCopied = copiedAt !== null;

  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);

  async function copy() {
    if (await writeToClipboard(text)) setCopiedAt(performance.now());
  }

  return (
    <IconButton
      look="bare"
      label={isCopied ? 'Copied!' : label}
      tooltip={isCopied ? 'Copied!' : 'Copy to clipboard'}
      isTooltipForced={isCopied}
      icon={isCopied ? <Check className="icon" size={14} /> : <Copy className="icon" size={14} />}
      onClick={copy}
    />
  );
}
