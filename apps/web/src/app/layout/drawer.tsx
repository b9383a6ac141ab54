import { t } from '#language/t';
import './drawer.css';
import { X } from 'lucide-react';
import type { MouseEvent } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { Sidebar } from './sidebar.tsx';

interface DrawerProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The sidebar on narrow screens. It covers the page until a link is chosen. */
export function Drawer({ isOpen, onClose }: DrawerProps) {
  const { ref, isPresent, handleKey } = useDialog({ isOpen, isStatic: false, onClose });
  if (!isPresent) return null;

  function handlePress(event: MouseEvent<HTMLDialogElement>) {
    if (event.target === event.currentTarget) onClose();
  }

  return (
    <dialog
      ref={ref}
      className="drawer"
      aria-label={t('Menu')}
      onKeyDown={handleKey}
      onClick={handlePress}
    >
      <div className="drawer__frame">
        <Sidebar onNavigate={onClose} />
        <div className="drawer__close">
          <IconButton
            label={t('Close menu')}
            tooltip={false}
            icon={<X className="icon" size={20} />}
            onClick={onClose}
          />
        </div>
      </div>
    </dialog>
  );
}
