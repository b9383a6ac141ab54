import './receive-modal.css';
import { FullAddress } from '../../ui/address.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { QrCode } from '../../ui/qr-code.tsx';

export interface ReceiveModalProps {
  isOpen: boolean;
  onClose: () => void;
  /** The balance that receives. */
  mode: 'public' | 'private';
  address: string;
  /** The chain of the requested coin: its name and the symbol of its native coin. */
  chain: { readonly name: string; readonly symbol: string };
}

/** Receive Assets: the address of a balance as text and as a QR code (§2 Modals). */
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
      <div className="receive-code">
        <QrCode
          data={address}
          alt={`QR code for the address ${address}`}
          errorText="We couldn’t load the QR code. Copy the address instead."
        />
      </div>
      <div className="receive-address">
        <FullAddress address={address} />
        <CopyButton text={address} />
      </div>
      {mode === 'public' ? (
        <Notice tone="warn" title={`${chain.name} (${chain.symbol}) network tokens only.`}>
          Sending on a wrong network or to a wrong address is unrecoverable.
        </Notice>
      ) : (
        <Notice tone="warn" title="For private payments only.">
          Kax and other RAILGUN wallets on {chain.name} can send to this address. Exchanges and
          other wallets can’t. Use your public address for those, then shield the money.
        </Notice>
      )}
    </Modal>
  );
}
