import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { t } from '#language/t';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { writeToClipboard } from '../../ui/write-to-clipboard.ts';

type CopyState = 'idle' | 'warned' | 'copied' | 'refused';

/** Copies a key after a warning. A page can't clear the clipboard later, so the user is told to. */
export function CopyKey({ text }: { text: string }) {
  const [state, setState] = useState<CopyState>('idle');

  async function copy() {
    setState((await writeToClipboard(text)) ? 'copied' : 'refused');
  }

  if (state === 'idle') {
    return (
      <Button
        size="sm"
        icon={<Copy className="icon" size={16} aria-hidden="true" />}
        onClick={() => setState('warned')}
      >
        {t('Copy the key')}
      </Button>
    );
  }
  return (
    <div className="copy-key" role="status">
      {state === 'copied' ? (
        <Notice tone="warn" icon={<Check className="icon" size={18} aria-hidden="true" />}>
          {t('Copied. When you’re done, copy something else to clear your clipboard.')}
        </Notice>
      ) : (
        <Notice
          tone="warn"
          title={t('Other apps can read your clipboard.')}
          action={
            <Button size="sm" autoFocus onClick={copy}>
              {t('Copy anyway')}
            </Button>
          }
        >
          {state === 'refused'
            ? t('Your browser blocked copying. Reveal it and write it down instead.')
            : t('Some keep its history or sync it to your other devices.')}
        </Notice>
      )}
    </div>
  );
}
