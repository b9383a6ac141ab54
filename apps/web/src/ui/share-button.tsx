import { Share2 } from 'lucide-react';
import { t } from '#language/t';
import { Button, type ButtonProps } from './button.tsx';

/** Browsers of most computers have no sheet to share with. */
export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

interface ShareButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  content: ShareData;
  onFailure: () => void;
}

/** Opens the sheet of the device to share with. */
export function ShareButton({ content, onFailure, ...look }: ShareButtonProps) {
  async function share() {
    try {
      await navigator.share(content);
    } catch (cause) {
      // The user closed the sheet.
      if (cause instanceof DOMException && cause.name === 'AbortError') return;
      onFailure();
    }
  }
  return (
    <Button
      {...look}
      icon={<Share2 className="icon" size={16} aria-hidden="true" />}
      onClick={() => void share()}
    >
      {t('Share')}
    </Button>
  );
}
