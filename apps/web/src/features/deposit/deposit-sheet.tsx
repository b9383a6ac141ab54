import '../../ui/card.css';
import './deposit-sheet.css';
import { Check, Copy, Image } from 'lucide-react';
import { useState } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { FullAddress } from '../../ui/address.tsx';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { QrCode, qrCodeUrl } from '../../ui/qr-code.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Summary } from '../../ui/summary.tsx';
import { writeToClipboard } from '../../ui/write-to-clipboard.ts';
import type { DepositCurrency } from './deposit-currencies.ts';
import { paymentLink } from './payment-link.ts';

interface DepositSheetProps {
  currency: DepositCurrency;
  address: string;
  /** The coin as the server lists it; undefined until it has responded. */
  coin: Coin | undefined;
}

type CodeKind = 'address' | 'link';

/** The deposit address: as text, as a QR code, and as a QR code that also names the network. */
export function DepositSheet({ currency, address, coin }: DepositSheetProps) {
  const [kind, setKind] = useState<CodeKind>('address');
  const data = kind === 'link' && coin ? paymentLink(coin, address) : address;
  return (
    <section className="card deposit-sheet" aria-label="Deposit address">
      <div className="deposit-sheet__code">
        <QrCode
          data={data}
          alt={
            kind === 'link'
              ? `QR code to pay ${currency.symbol} on Polygon to ${address}`
              : `QR code for the address ${address}`
          }
          errorText="We couldn’t load the QR code. Copy the address instead."
        />
        {coin ? (
          <Segmented
            label="QR code content"
            look="joined"
            value={kind}
            onChange={setKind}
            options={[
              { value: 'address', label: 'Address' },
              { value: 'link', label: 'With network' },
            ]}
          />
        ) : null}
        {kind === 'link' ? (
          <p className="deposit-sheet__hint">
            Some wallets can’t read this code. Every wallet can read the address alone.
          </p>
        ) : null}
      </div>
      <div className="deposit-sheet__text">
        <div>
          <span className="deposit-sheet__label">Your public address</span>
          <FullAddress address={address} />
        </div>
        <div className="deposit-sheet__actions">
          <CopyAddress address={address} />
          <a
            className={buttonClassName({})}
            href={qrCodeUrl(data)}
            download={`kax-deposit-${currency.id}.png`}
          >
            <Image className="icon" size={16} aria-hidden="true" />
            Save QR
          </a>
        </div>
        <Summary
          rows={[
            { label: 'Coin', value: <Named icon={currency.icon} name={currency.symbol} /> },
            {
              label: 'Network',
              value: <Named icon="/marks/chain-polygon.svg" name="Polygon" shape="tile" />,
            },
            { label: 'Arrives in', value: 'about 10 seconds' },
          ]}
        />
      </div>
    </section>
  );
}

function Named({ icon, name, shape }: { icon: string; name: string; shape?: 'tile' }) {
  return (
    <span className="deposit-sheet__named">
      <Mark src={icon} letters={name} size={18} shape={shape} />
      {name}
    </span>
  );
}

const COPIED_FOR_MS = 1_500;

function CopyAddress({ address }: { address: string }) {
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    if (!(await writeToClipboard(address))) return;
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), COPIED_FOR_MS);
  }
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      variant="filled"
      icon={<Icon className="icon" size={16} aria-hidden="true" />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isCopied ? 'Copied!' : 'Copy address'}</span>
    </Button>
  );
}
