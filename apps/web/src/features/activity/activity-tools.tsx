import { t } from '#language/t';
import './activity-tools.css';
import { ChevronDown, Coins, Download } from 'lucide-react';
import type { Coin } from '#wire/wallet/coin';
import { useLocation } from '../../lib/navigation/navigation.tsx';
import { paths } from '../../paths.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useCsvExport, type WantedRows } from './use-csv-export.ts';

interface ActivityToolsProps {
  /** What the file has. */
  wanted: WantedRows;
  /** The coins to choose from. */
  coins: readonly Coin[];
}

const WHOLE = t('All coins');

/** The choice of a coin, and the CSV export. */
export function ActivityTools({ wanted, coins }: ActivityToolsProps) {
  const { search } = useLocation();
  const coin = coins.find((each) => each.id === wanted.id);
  const { isBusy, save } = useCsvExport(wanted);
  return (
    <>
      <Menu
        label={t('Coin: {coin}', { coin: coin ? nameOf(coin) : WHOLE })}
        triggerClassName={buttonClassName({ size: 'sm' })}
        trigger={
          <>
            {coin ? (
              <Mark src={coin.image} letters={coin.symbol} size={18} />
            ) : (
              <Coins className="icon" size={16} aria-hidden="true" />
            )}
            <span className="activity-tools__coin">{coin ? nameOf(coin) : WHOLE}</span>
            <ChevronDown className="icon" size={15} aria-hidden="true" />
          </>
        }
        items={[
          { label: WHOLE, to: `${paths.activity('wallet')}${search}` },
          ...coins.map((each) => ({
            label: nameOf(each),
            icon: <Mark src={each.image} letters={each.symbol} size={18} />,
            to: `${paths.activity(each.id)}${search}`,
          })),
        ]}
      />
      <Button
        size="sm"
        className="activity-tools__export"
        icon={<Download className="icon" size={15} aria-hidden="true" />}
        isBusy={isBusy}
        onClick={() => void save()}
      >
        <span>{t('Export CSV')}</span>
      </Button>
    </>
  );
}

function nameOf(coin: Coin): string {
  return t('{symbol} on {chain}', { symbol: coin.symbol, chain: coin.chain });
}
