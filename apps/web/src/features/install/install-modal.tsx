import { t } from '#language/t';
import { rich } from '../../ui/rich.tsx';
import './install-modal.css';
import { Bell, Lock, type LucideIcon, Share, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { InstallMethod } from '../../lib/install.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

interface InstallModalProps {
  isOpen: boolean;
  method: InstallMethod;
  onInstall: () => void;
  /** Not now, Close and Escape. */
  onClose: () => void;
}

/** Offers to install Kax, and says what that changes. */
export default function InstallModal({ isOpen, method, onInstall, onClose }: InstallModalProps) {
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('Add Kax to this device')}
      size="confirmation"
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            {t('Not now')}
          </Button>
          {method === 'prompt' ? (
            <Button size="lg" variant="filled" onClick={onInstall}>
              {t('Install Kax')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="install__app">
        <img src="/icons/kax-192.png" alt="" width={64} height={64} />
        <b>Kax</b>
        <span>{location.host}</span>
      </div>
      <ul className="install__facts">
        <Fact Icon={Bell}>
          {rich(
            '<b>Hear about incoming money</b> even when Kax is closed, if you turn on push notifications.',
            { b: (inside) => <b>{inside}</b> },
          )}
        </Fact>
        <Fact Icon={WifiOff}>
          {rich('<b>See your last balances</b> and your addresses without a connection.', {
            b: (inside) => <b>{inside}</b>,
          })}
        </Fact>
        <Fact Icon={Lock}>
          {rich('<b>Nothing changes for your keys.</b> You sign in as before.', {
            b: (inside) => <b>{inside}</b>,
          })}
        </Fact>
      </ul>
      {method === 'steps' ? (
        <p className="install__steps">
          <Share {...icon} />
          <span>
            {rich('Tap <b>Share</b>, then <b>Add to Home Screen</b>.', {
              b: (inside) => <b>{inside}</b>,
            })}
          </span>
        </p>
      ) : null}
    </Modal>
  );
}

const icon = { className: 'icon', size: 18, 'aria-hidden': true } as const;

function Fact({ Icon, children }: { Icon: LucideIcon; children: ReactNode }) {
  return (
    <li>
      <Icon {...icon} />
      <span>{children}</span>
    </li>
  );
}
