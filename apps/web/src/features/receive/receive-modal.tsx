import { useId, useState } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { Modal } from '../../ui/modal.tsx';
import { ModeChip, ModeMark } from '../../ui/mode-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { AmountForm, AmountFormButtons } from './amount-form.tsx';
import { ReceiveSheet } from './receive-sheet.tsx';
import type { Receiver } from './receive-texts.ts';
import { useAmountRequest } from './use-amount-request.ts';
import { type NetworkName, POLYGON, WrongNetworkNotice } from './wrong-network-notice.tsx';

type Mode = Receiver['mode'];

export interface ReceiveModalProps {
  isOpen: boolean;
  onClose: () => void;
  /** The balance that receives at first. */
  mode: Mode;
  addressByMode: Readonly<Record<Mode, string>>;
  /** The coin that Receive was opened for; null for any. */
  coin: Coin | null;
  /** All coins that are known, of every network. */
  coins: readonly Coin[];
}

/** Receive Assets: the address of a balance as text and as a QR code, with an amount to ask for (§2 Modals). */
export default function ReceiveModal(props: ReceiveModalProps) {
  const { isOpen, onClose, addressByMode, coin, coins } = props;
  const formId = useId();
  const [mode, setMode] = useState(props.mode);
  const network = coin ? { name: coin.chain, symbol: coin.chainSymbol } : POLYGON;
  const accepted = coins.filter((one) => isAccepted(one, network, mode));
  const amountRequest = useAmountRequest(accepted, preferredOf(accepted, coin));
  const { draft } = amountRequest;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={draft ? 'Ask for an amount' : 'Receive Assets'}
      chip={<ModeChip mode={mode} />}
      mode={mode}
      footer={draft ? <AmountFormButtons formId={formId} draft={draft} /> : undefined}
    >
      {canSwitch(props) ? <ModeChoice mode={mode} onChange={setMode} /> : null}
      {draft ? (
        <AmountForm formId={formId} draft={draft} />
      ) : (
        <ReceiveSheet
          receiver={{ mode, address: addressByMode[mode] }}
          coin={coin}
          amountRequest={amountRequest}
          fileName={`kax-receive-${mode}`}
          warning={<Warning mode={mode} network={network} />}
          rows={[
            { label: 'Network', value: network.name },
            ...(accepted.length === 0
              ? []
              : [{ label: 'Coins', value: accepted.map(({ symbol }) => symbol).join(', ') }]),
          ]}
        />
      )}
    </Modal>
  );
}

/** The private balance accepts what can be shielded. */
function isAccepted(coin: Coin, network: NetworkName, mode: Mode): boolean {
  return coin.chain === network.name && (mode === 'public' || coin.isShieldable);
}

/** Most people ask for dollars. */
function preferredOf(accepted: readonly Coin[], coin: Coin | null): Coin | undefined {
  const has = (match: (one: Coin) => boolean) => accepted.find(match);
  return has(({ id }) => id === coin?.id) ?? has(({ symbol }) => symbol === 'USDC');
}

/** A coin that no private balance accepts is received in public. */
function canSwitch({ mode, coin }: ReceiveModalProps): boolean {
  return mode === 'private' || coin === null || coin.isShieldable;
}

function ModeChoice({ mode, onChange }: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <Segmented
      label="Which balance receives"
      value={mode}
      onChange={onChange}
      options={[
        { value: 'public', label: 'Public', icon: <ModeMark mode="public" size={15} /> },
        { value: 'private', label: 'Private', icon: <ModeMark mode="private" size={15} /> },
      ]}
    />
  );
}

function Warning({ mode, network }: { mode: Mode; network: NetworkName }) {
  if (mode === 'public') return <WrongNetworkNotice network={network} />;
  return (
    <Notice tone="warn" title="For private payments only.">
      Kax and other RAILGUN wallets on {network.name} can send to this address. Exchanges and other
      wallets can’t. Use your public address for those, then shield the money.
    </Notice>
  );
}
