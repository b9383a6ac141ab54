import { t } from '#language/t';
import './account-card.css';
import { type ReactNode, useMemo, useState } from 'react';
import { useDiscretion } from '../../state/discretion.ts';
import { useMoney } from '../../state/money.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { ShortAddress } from '../../ui/address.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AccountPattern } from './account-pattern.tsx';
import { AccountTotal } from './account-total.tsx';
import { BalanceTiles } from './balance-tiles.tsx';
import type { BothBalances } from './use-both-balances.ts';
import { type TotalUnit, wholeBalance } from './whole-balance.ts';

interface AccountCardProps {
  walletName: string;
  address: string;
  mode: WalletMode;
  views: BothBalances;
  onChooseMode: (mode: WalletMode) => void;
  onShow: () => void;
  /** The buttons below the balances. */
  actions: ReactNode;
}

/** The wallet card: name, total of both balances, one tile for each of them, address and actions. */
export function AccountCard(props: AccountCardProps) {
  const { walletName, address, mode, views, onChooseMode, onShow, actions } = props;
  // Not a property, so that hiding figures doesn't render the actions.
  const isHidden = useDiscretion();
  const [currency, setCurrency] = useState<TotalUnit>('USD');
  const code = useMoney().currency;
  const whole = useMemo(() => wholeBalance(views), [views]);
  return (
    <section className="card account-card" aria-label={t('Account')}>
      <AccountPattern mode={mode} />
      <div className="account-card__top">
        <div className="account-card__main">
          <div className="account-card__name">
            <h1>{walletName}</h1>
            <Tabs
              label={t('Display currency')}
              value={currency}
              tabs={[
                { value: 'USD', label: code },
                { value: 'KAX', label: 'KAX' },
              ]}
              onChange={setCurrency}
            />
          </div>
          <AccountTotal whole={whole} currency={currency} isHidden={isHidden} onShow={onShow} />
          <div className="account-card__address">
            <ShortAddress address={address} />
            <CopyButton text={address} />
            <span className="account-card__address-word">
              {mode === 'public' ? t('Public address') : t('Private address')}
            </span>
          </div>
        </div>
        <BalanceTiles
          mode={mode}
          views={views}
          whole={whole}
          currency={currency}
          isHidden={isHidden}
          onChoose={onChooseMode}
        />
      </div>
      <div className="account-card__actions">{actions}</div>
    </section>
  );
}
