import { ChevronDown, Download, ListFilter } from 'lucide-react';
import { ACTIVITY_TYPES, type ActivityType } from '#domain/activity/activity';
import type { Coin } from '#wire/wallet/coin';
import { paths } from '../../paths.ts';
import type { WalletMode } from '../../state/wallet-mode.ts';
import { Button, buttonClassName } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import { Menu } from '../../ui/menu.tsx';
import { nameByType } from './activity-labels.ts';
import { useCsvExport } from './use-csv-export.ts';

interface ActivityFiltersProps {
  mode: WalletMode;
  /** A coin's id, or `wallet`. */
  id: string;
  type: ActivityType | undefined;
  /** The coins to choose from. */
  coins: readonly Coin[];
  onType: (type: ActivityType | undefined) => void;
}

const WHOLE = 'All coins';
const EVERY = 'All types';
/** The transaction types that occur in each mode. */
const TYPES_BY_MODE: Readonly<Record<WalletMode, readonly ActivityType[]>> = {
  public: ACTIVITY_TYPES.filter((type) => type !== 'internal-transfer' && type !== 'nonce-fill'),
  private: ['internal-transfer', 'receive', 'shield', 'unshield', 'other'],
};

/** Filters by coin and type, and the CSV export. */
export function ActivityFilters({ mode, id, type, coins, onType }: ActivityFiltersProps) {
  const coin = coins.find((each) => each.id === id);
  const { isBusy, save } = useCsvExport({ mode, id, type });
  return (
    <>
      <Menu
        label={`Coin: ${coin ? nameOf(coin) : WHOLE}`}
        triggerClassName={buttonClassName({ size: 'sm' })}
        trigger={
          <>
            {coin ? <Mark src={coin.image} letters={coin.symbol} size={18} /> : null}
            {coin ? nameOf(coin) : WHOLE}
            <ChevronDown className="icon" size={15} aria-hidden="true" />
          </>
        }
        items={[
          { label: WHOLE, to: paths.activity('wallet') },
          ...coins.map((each) => ({
            label: nameOf(each),
            icon: <Mark src={each.image} letters={each.symbol} size={18} />,
            to: paths.activity(each.id),
          })),
        ]}
      />
      <Menu
        label={`Type: ${type ? nameByType[type] : EVERY}`}
        triggerClassName={buttonClassName({ size: 'sm' })}
        trigger={
          <>
            <ListFilter className="icon" size={15} aria-hidden="true" />
            {type ? nameByType[type] : EVERY}
          </>
        }
        items={[
          { label: EVERY, onSelect: () => onType(undefined) },
          ...TYPES_BY_MODE[mode].map((each) => ({
            label: nameByType[each],
            onSelect: () => onType(each),
          })),
        ]}
      />
      <Button
        size="sm"
        icon={<Download className="icon" size={15} aria-hidden="true" />}
        isBusy={isBusy}
        busyLabel="Exporting..."
        onClick={() => void save()}
      >
        Export CSV
      </Button>
    </>
  );
}

function nameOf(coin: Coin): string {
  return `${coin.symbol} on ${coin.chain}`;
}
