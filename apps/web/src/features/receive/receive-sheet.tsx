import { t } from '#language/t';
import './receive-sheet.css';
import { type ReactNode, useState } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { FullAddress } from '../../ui/address.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Summary, type SummaryRow } from '../../ui/summary.tsx';
import { ReceiveActions } from './receive-actions.tsx';
import { paymentLink, type Receiver } from './receive-texts.ts';

interface ReceiveSheetProps {
  receiver: Receiver;
  /** The coin that was chosen for the whole sheet; null for any. */
  coin: Coin | null;
  /** The name of the saved picture, without its ending. */
  fileName: string;
  warning: ReactNode;
  /** What leads to the links with an amount. */
  links: ReactNode;
  rows: readonly SummaryRow[];
}

/** What Receive and Deposit share: an address as text and as a QR code, and what leads to links with an amount. */
export function ReceiveSheet(props: ReceiveSheetProps) {
  const { receiver, coin, fileName, warning, links, rows } = props;
  const link = coin && paymentLink(receiver, coin, null);
  const [chosen, setChosen] = useState<CodeKind>('address');
  const kind = link ? chosen : 'address';
  const code = kind === 'link' && link ? link : receiver.address;
  return (
    <div className="receive-sheet">
      <div className="receive-sheet__code">
        <QrCode data={code} alt={codeName(receiver.address, kind === 'link' ? coin : null)} />
        {link ? (
          <Segmented
            label={t('QR code content')}
            look="joined"
            value={kind}
            onChange={setChosen}
            options={[
              { value: 'address', label: t('Address') },
              { value: 'link', label: t('With network') },
            ]}
          />
        ) : null}
        {kind === 'link' ? (
          <p className="receive-sheet__hint">
            {t('Some wallets can’t read this code. Every wallet can read the address alone.')}
          </p>
        ) : null}
      </div>
      <div className="receive-sheet__text">
        <div className="receive-sheet__address">
          <span>
            {receiver.mode === 'public' ? t('Your public address') : t('Your private address')}
          </span>
          <FullAddress address={receiver.address} />
        </div>
        <ReceiveActions address={receiver.address} code={code} fileName={fileName} />
        {warning}
        {links}
        <Summary rows={rows} />
      </div>
    </div>
  );
}

type CodeKind = 'address' | 'link';

/** Describes the QR code to screen reader users. */
function codeName(address: string, coin: Coin | null): string {
  if (coin === null) return t('QR code for the address {address}', { address });
  return t('QR code to pay {symbol} on {chain} to {address}', {
    symbol: coin.symbol,
    chain: coin.chain,
    address,
  });
}
