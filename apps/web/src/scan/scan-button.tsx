import { ScanLine } from 'lucide-react';
import { Suspense, useState } from 'react';
import { t } from '#language/t';
import { lazyRoute } from '../lib/lazy-route.ts';
import { Button } from '../ui/button.tsx';

const ScanSheet = lazyRoute(() => import('./scan-sheet.tsx'));

interface ScanButtonProps {
  /** Called once with the text of the code; the camera is then turned off. */
  onRead: (text: string) => void;
  /** @returns why a text can't be used, as a sentence; the camera then stays on. Null accepts it. */
  refuse?: ((text: string) => string | null) | undefined;
  size?: 'sm' | 'md' | undefined;
}

/** Opens the camera, or a picture, to read a QR code. It may be inside another modal. */
export function ScanButton({ onRead, refuse = acceptAll, size }: ScanButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  /** How often it was opened, so that each time starts fresh. It is loaded for the first. */
  const [opening, setOpening] = useState(0);

  function open() {
    setOpening((count) => count + 1);
    setIsOpen(true);
  }

  function finish(text: string) {
    setIsOpen(false);
    onRead(text);
  }

  return (
    <>
      <Button
        size={size}
        icon={<ScanLine className="icon" size={16} aria-hidden="true" />}
        onClick={open}
      >
        {t('Scan QR code')}
      </Button>
      {opening > 0 ? (
        <Suspense fallback={null}>
          <ScanSheet
            key={opening}
            isOpen={isOpen}
            onClose={() => setIsOpen(false)}
            refuse={refuse}
            onRead={finish}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function acceptAll(): null {
  return null;
}
