import './receive-modal.css';
import { useState } from 'react';
import { WholeAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export interface ReceiveModalProps {
  isOpen: boolean;
  onClose: () => void;
  /** Which of the two balances is to receive. */
  mode: 'public' | 'private';
  address: string;
  /** The chain of the coin that was asked for: its name and the symbol of its native coin. */
  chain: { readonly name: string; readonly symbol: string };
}

/** As large as the specification has it (§9). */
const CODE_SIZE = 270;

/** Receive Assets: the address of a balance in words and as a QR code (§2 Modals). */
export default function ReceiveModal(props: ReceiveModalProps) {
  const { isOpen, onClose, mode, address, chain } = props;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title="Receive Assets"
      chip={<ModeChip mode={mode} />}
      mode={mode}
    >
      <AddressCode address={address} />
      <div className="receive-address">
        <WholeAddress address={address} />
        <CopyButton text={address} />
      </div>
      {mode === 'public' ? (
        <Notice tone="warn" title={`${chain.name} (${chain.symbol}) network tokens only.`}>
          Sending on a wrong network or to a wrong address is unrecoverable.
        </Notice>
      ) : (
        <Notice tone="warn" title="Only from a private balance.">
          Kax and other RAILGUN wallets on {chain.name} can send to it. An exchange or an ordinary
          wallet cannot: receive that with your public address and shield it here.
        </Notice>
      )}
    </Modal>
  );
}

type Picture = { at: 'loading' } | { at: 'shown' } | { at: 'failed' };

/** The address as a picture from our own server: nobody else learns it. */
function AddressCode({ address }: { address: string }) {
  const [picture, setPicture] = useState<Picture>({ at: 'loading' });
  const [attempt, setAttempt] = useState(0);

  function retry() {
    setPicture({ at: 'loading' });
    setAttempt((count) => count + 1);
  }

  return (
    <div className="receive-code">
      {picture.at === 'failed' ? (
        <div className="receive-code__instead" role="alert">
          The QR code could not be drawn. The address below is complete without it.
          <Button size="sm" onClick={retry}>
            Try again
          </Button>
        </div>
      ) : (
        <img
          key={attempt}
          src={codeUrl(address)}
          width={CODE_SIZE}
          height={CODE_SIZE}
          alt={`QR code of the address ${address}`}
          onLoad={() => setPicture({ at: 'shown' })}
          onError={() => setPicture({ at: 'failed' })}
        />
      )}
      {picture.at === 'loading' ? (
        <div className="receive-code__instead" role="status">
          <Spinner size={24} />
          Drawing the QR code
        </div>
      ) : null}
    </div>
  );
}

function codeUrl(address: string): string {
  const query = new URLSearchParams({ size: `${CODE_SIZE}x${CODE_SIZE}`, data: address });
  return `/v1/create-qr-code/?${query}`;
}
