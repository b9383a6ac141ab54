import { Check, Copy, Download, Share2 } from 'lucide-react';
import { showToast } from '../../state/toast.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { qrCodeUrl } from '../../ui/qr-code.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useCopied } from '../../ui/use-copied.ts';

interface ReceiveActionsProps {
  address: string;
  /** What the QR code contains. */
  code: string;
  /** The name of the saved picture, without its ending. */
  fileName: string;
  /** What is shared. */
  text: string;
  /** The text says more than the address. */
  hasRequest: boolean;
}

/** Copies the address, shares it or the request, and saves the QR code. */
export function ReceiveActions(props: ReceiveActionsProps) {
  const { address, code, fileName, text, hasRequest } = props;
  return (
    <div className="receive-sheet__actions">
      <CopyText variant="filled" label="Copy address" text={address} />
      {canShare() ? <ShareText text={text} /> : null}
      {!canShare() && hasRequest ? <CopyText label="Copy request" text={text} /> : null}
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
function canShare(): boolean {
  return typeof navigator.share === 'function';
}

function ShareText({ text }: { text: string }) {
  async function share() {
    try {
      await navigator.share({ text });
    } catch (cause) {
      // The user closed the sheet.
      if (cause instanceof DOMException && cause.name === 'AbortError') return;
      showToast('We couldn’t share this. Copy the address instead.', { tone: 'error' });
    }
  }
  return (
    <Button
      icon={<Share2 className="icon" size={16} aria-hidden="true" />}
      onClick={() => void share()}
    >
      Share
    </Button>
  );
}

interface CopyTextProps {
  label: string;
  text: string;
  variant?: 'filled';
}

function CopyText({ label, text, variant }: CopyTextProps) {
  const { isCopied, copy } = useCopied(text);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      variant={variant}
      icon={<Icon className="icon" size={16} aria-hidden="true" />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isCopied ? 'Copied!' : label}</span>
    </Button>
  );
}
