import { t } from '#language/t';
import './other-wallet.css';
import { Check, Copy } from 'lucide-react';
import { paymentUri } from '#domain/address/payment-uri';
import { toBaseUnits } from '#domain/amount/base-units';
import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { firstNameOf } from '../../contacts/first-name.ts';
import { unitsText } from '../../money-form/amount-text.ts';
import { FullAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DrawnQrCode } from '../../ui/drawn-qr-code.tsx';
import { Modal } from '../../ui/modal.tsx';
import { ModeChip } from '../../ui/mode-mark.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Summary } from '../../ui/summary.tsx';
import { useCopied } from '../../ui/use-copied.ts';
import type { LinkedRequest } from './api/find-payment-request.ts';

interface OtherWalletProps {
  isOpen: boolean;
  onClose: () => void;
  request: LinkedRequest;
}

/** The whole address to pay to, as text and as a QR code that other wallets read. */
export default function OtherWallet({ isOpen, onClose, request }: OtherWalletProps) {
  const { recipient, balance, chain, chainId, tokenAddress, symbol, decimals, name } = request;
  const units = toBaseUnits(BigInt(request.amount));
  const amount = unitsText(units, request);
  const isPublic = balance === 'public';
  const code = isPublic
    ? paymentUri({ recipient, chainId, token: tokenAddress, units })
    : recipient;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={t('Pay from another wallet')}
      chip={<ModeChip mode={balance} />}
      mode={balance}
      footer={<CopyAddress address={recipient} />}
    >
      <div className="other-wallet">
        <DrawnQrCode
          text={code}
          alt={
            isPublic
              ? t('QR code to pay {amount} to {recipient}', { amount, recipient })
              : t('QR code for {recipient}', { recipient })
          }
        />
        <p>
          {isPublic
            ? t('Some wallets can’t read this code. Every wallet can read the address.')
            : t('This code has only the address. Kax and other RAILGUN wallets can read it.')}
        </p>
      </div>
      <Summary
        rows={[
          {
            label: t('Send exactly'),
            value: (
              <span className="other-wallet__amount">
                {amount}
                <CopyButton
                  text={baseUnitsToDisplay(units, decimals)}
                  label={t('Copy the amount')}
                />
              </span>
            ),
          },
          { label: t('Network'), value: chain },
          { label: t('To'), value: <FullAddress address={recipient} />, isStacked: true },
        ]}
      />
      <Notice tone="warn" title={t('Send {symbol} on {chain} only.', { symbol, chain })}>
        {name === null
          ? t(
              'Anything else is lost. Afterwards, let them know: this page can’t tell who paid from another wallet.',
            )
          : t(
              'Anything else is lost. Afterwards, let {name} know: this page can’t tell who paid from another wallet.',
              { name: firstNameOf(name) },
            )}
      </Notice>
    </Modal>
  );
}

function CopyAddress({ address }: { address: string }) {
  const { isCopied, copy } = useCopied(address);
  const Icon = isCopied ? Check : Copy;
  return (
    <Button
      variant="filled"
      size="lg"
      icon={<Icon className="icon" size={16} aria-hidden="true" />}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{isCopied ? t('Copied!') : t('Copy address')}</span>
    </Button>
  );
}
