import { Check, Copy, Download, Share2 } from 'lucide-react';
import { showToast } from '../../state/toast.ts';
import { Button, type ButtonProps, buttonClassName } from '../../ui/button.tsx';
import { qrCodeUrl } from '../../ui/qr-code.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useCopied } from '../../ui/use-copied.ts';

interface ReceiveActionsProps {
  address: string;
  /** What the QR code contains. */
  code: string;
  /** The name of the saved picture, without its ending. */
  fileName: string;
}

/** Copies the address, shares it, and saves the QR code. */
export function ReceiveActions({ address, code, fileName }: ReceiveActionsProps) {
  return (
    <div className="receive-sheet__actions">
      <CopyText variant="filled" label="Copy address" text={address} />
      {canShare() ? (
        <ShareButton
          content={{ text: address }}
          failure="We couldn’t share this. Copy the address instead."
        />
      ) : null}
      <Tooltip text="Save QR">
        <a
          className={buttonClassName({ className: 'receive-sheet__save' })}
          aria-label="Save QR"
          href={qrCodeUrl(code)}
          download={`${fileName}.png`}
        >
          <Download className="icon" size={16} aria-hidden="true" />
        </a>
      </Tooltip>
    </div>
  );
}

/** Browsers of most computers have no sheet to share with. */
export function canShare(): boolean {
  return typeof navigator.share === 'function';
}

interface ShareButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  content: ShareData;
  /** What went wrong and what to do. */
  failure: string;
}

/** Opens the sheet of the device to share with. */
export function ShareButton({ content, failure, ...look }: ShareButtonProps) {
  async function share() {
    try {
      await navigator.share(content);
    } catch (cause) {
      // The user closed the sheet.
      if (cause instanceof DOMException && cause.name === 'AbortError') return;
      showToast(failure, { tone: 'error' });
    }
  }
  return (
    <Button
      {...look}
      icon={<Share2 className="icon" size={16} aria-hidden="true" />}
      onClick={() => void share()}
    >
      Share
    </Button>
  );
}

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
      <span aria-live="polite">{isCopied ? 'Copied!' : label}</span>
    </Button>
  );
}
