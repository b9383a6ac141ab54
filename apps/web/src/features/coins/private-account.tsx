import './account-card.css';
import { WholeAddress } from '../../ui/address.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ModeChip, ModeMark } from '../../ui/mode-mark.tsx';
import { AccountPattern } from './account-pattern.tsx';

interface PrivateAccountProps {
  walletName: string;
  address: string;
  onGoPublic: () => void;
}

/** The private side before the private pool is connected: its address, and no figure that is not known. */
export function PrivateAccount({ walletName, address, onGoPublic }: PrivateAccountProps) {
  return (
    <>
      <section className="card account-card account-card--private" aria-label="Account">
        <AccountPattern mode="private" />
        <div className="account-card__main">
          <div className="account-card__name">
            <h1>{walletName}</h1>
            <ModeChip mode="private" />
          </div>
          <div>
            <div className="account-card__caption">Private address</div>
            <div className="account-card__whole-address">
              <WholeAddress address={address} />
              <CopyButton text={address} />
            </div>
          </div>
        </div>
      </section>
      <section className="card" aria-label="Private balances">
        <EmptyState
          icon={<ModeMark mode="private" size={24} />}
          title="Private balances come with the private pool"
          actions={<Button onClick={onGoPublic}>Go to Public</Button>}
        >
          The private address of this wallet exists already. Its balances can be read and used here
          once the private pool is connected; that is not available yet.
        </EmptyState>
      </section>
    </>
  );
}
