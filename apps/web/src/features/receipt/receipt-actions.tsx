import { Download, Printer, Share2 } from 'lucide-react';
import { t } from '#language/t';
import type { Receipt } from '#wire/wallet/receipt';
import { saveFile } from '../../lib/save-file.ts';
import { showToast } from '../../state/toast.ts';
import { Button } from '../../ui/button.tsx';
import { CHECK_PAGE } from './check-page.ts';
import { fileNameOf } from './receipt-text.ts';
import { usePrintTitle } from './use-print-title.ts';

interface ReceiptActionsProps {
  receipt: Receipt;
  /** Another one is being made: this one can't be saved anymore. */
  isReplaced: boolean;
}

/** Saves the receipt as a PDF or as a file that can be checked, and shares it where the device can. */
export function ReceiptActions({ receipt, isReplaced }: ReceiptActionsProps) {
  const name = fileNameOf(receipt);
  const content = `${JSON.stringify(receipt, null, 2)}\n`;
  // Browsers share no JSON files.
  const shared = new File([content], `${name}.kax-receipt.txt`, { type: 'text/plain' });
  usePrintTitle(name);
  return (
    <section className="card receipt-actions" aria-label={t('Save this receipt')}>
      {canPrint() ? (
        <Button
          variant="filled"
          isWide
          icon={<Printer className="icon" size={16} aria-hidden="true" />}
          disabled={isReplaced}
          onClick={() => window.print()}
        >
          {t('Save as PDF')}
        </Button>
      ) : null}
      <Button
        isWide
        icon={<Download className="icon" size={16} aria-hidden="true" />}
        disabled={isReplaced}
        onClick={() => saveFile({ name: `${name}.kax-receipt.json`, content })}
      >
        {t('Save proof')}
      </Button>
      {canShare(shared) ? (
        <Button
          isWide
          icon={<Share2 className="icon" size={16} aria-hidden="true" />}
          disabled={isReplaced}
          onClick={() => void share(shared, name)}
        >
          {t('Share proof')}
        </Button>
      ) : null}
      <p className="receipt-actions__check">
        <a href={CHECK_PAGE} download="Kax receipt check.html">
          {t('Anyone can check it without Kax')}
        </a>
        <span>
          {t(
            'They need the proof and this page, which works on any computer and contacts no one but the node they choose.',
          )}
        </span>
      </p>
    </section>
  );
}

/** Some browsers on phones can't. */
function canPrint(): boolean {
  return 'print' in window;
}

function canShare(file: File): boolean {
  return 'canShare' in navigator && navigator.canShare({ files: [file] });
}

async function share(file: File, title: string): Promise<void> {
  try {
    await navigator.share({ files: [file], title });
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return;
    showToast(t('Couldn’t share it. Save the proof instead.'), { tone: 'error' });
  }
}
