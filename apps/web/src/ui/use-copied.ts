import { useEffect, useState } from 'react';
import { writeToClipboard } from './write-to-clipboard.ts';

const COPIED_FOR_MS = 1_500;

/** Copies a text, and says for 1.5 s that it was copied. */
export function useCopied(text: string): {
  readonly isCopied: boolean;
  readonly copy: () => Promise<void>;
} {
  const [copiedAt, setCopiedAt] = useState<number | null>(null);
  useEffect(() => {
    if (copiedAt === null) return;
    const timer = setTimeout(() => setCopiedAt(null), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  return {
    isCopied: copiedAt !== null,
    copy: async () => {
      if (await writeToClipboard(text)) setCopiedAt(performance.now());
    },
  };
}
