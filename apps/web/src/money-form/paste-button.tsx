import { ClipboardPaste } from 'lucide-react';
import { useState } from 'react';
import { t } from '#language/t';
import { Button } from '../ui/button.tsx';

/** Pastes what was copied. The browser may ask the user first. */
export function PasteButton({ onPaste }: { onPaste: (text: string) => void }) {
  const [hasFailed, setHasFailed] = useState(false);

  async function paste() {
    const text = await readClipboard();
    setHasFailed(text === null);
    if (text !== null && text.trim() !== '') onPaste(text.trim());
  }

  return (
    <>
      <Button
        size="sm"
        icon={<ClipboardPaste className="icon" size={16} aria-hidden="true" />}
        onClick={() => void paste()}
      >
        {t('Paste')}
      </Button>
      {hasFailed ? (
        <p className="recipient-chooser__note" role="status">
          {t(
            'Your browser didn’t let us read what you copied. Press and hold the field to paste, or use your keyboard.',
          )}
        </p>
      ) : null}
    </>
  );
}

/** @returns null when the browser or the user does not allow it */
async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}
