import { t } from '#language/t';
import '../../ui/card.css';
import type { Coin } from '#wire/wallet/coin';
import { Mark } from '../../ui/mark.tsx';
import { LinkRows } from './link-rows.tsx';
import { ReceiveSheet } from './receive-sheet.tsx';
import type { ReceiveView } from './use-receive-view.ts';
import { POLYGON, WrongNetworkNotice } from './wrong-network-notice.tsx';

interface DepositCardProps {
  /** What is deposited; its id names the saved picture. */
  currency: { readonly id: string; readonly symbol: string; readonly icon: string };
  address: string;
  /** The coin as the server lists it; undefined until it has responded. */
  coin: Coin | undefined;
  /** Opens a view of Receive. */
  onOpen: (view: ReceiveView) => void;
}

/** The sheet of Receive for one coin, as a card of the deposit screen. */
export function DepositCard({ currency, address, coin, onOpen }: DepositCardProps) {
  return (
    <section className="card deposit-card" aria-label={t('Deposit address')}>
      <ReceiveSheet
        receiver={{ mode: 'public', address }}
        coin={coin ?? null}
        fileName={`kax-deposit-${currency.id}`}
        warning={<WrongNetworkNotice network={POLYGON} />}
        links={
          <LinkRows
            onRequest={coin && (() => onOpen({ at: 'request' }))}
            onList={() => onOpen({ at: 'list' })}
          />
        }
        rows={[
          { label: t('Coin'), value: <Named icon={currency.icon} name={currency.symbol} /> },
          {
            label: t('Network'),
            value: <Named icon="/marks/chain-polygon.svg" name={POLYGON.name} shape="tile" />,
          },
          { label: t('Arrives in'), value: t('about 10 seconds') },
        ]}
      />
    </section>
  );
}

function Named({ icon, name, shape }: { icon: string; name: string; shape?: 'tile' }) {
  return (
    <span className="deposit-card__named">
      <Mark src={icon} letters={name} size={18} shape={shape} />
      {name}
    </span>
  );
}
