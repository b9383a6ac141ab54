import { Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#language/t';
import { setWalletMode, useWalletMode } from '../state/wallet-mode.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface PublicNoticeProps {
  /** What is public, such as `Swaps are public, even in private mode.` */
  title: string;
  /** Who sees it, and what stays hidden. */
  children: ReactNode;
}

/** In private mode, says at the top of a page that it uses the public balance. Renders nothing in public mode. */
export function PublicNotice({ title, children }: PublicNoticeProps) {
  if (useWalletMode() === 'public') return null;
  return (
    <Notice
      tone="accent"
      icon={<Eye className="icon" size={18} aria-hidden="true" />}
      title={title}
      action={
        <Button size="sm" onClick={switchToPublic}>
          {t('Switch to public')}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}

/** The button is gone afterwards, so the focus goes to where the skip link leads. */
function switchToPublic(): void {
  setWalletMode('public');
  document.getElementById('content')?.focus({ preventScroll: true });
}
