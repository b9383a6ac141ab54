import { memo } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { useArrivedCoins } from '../../state/incoming.ts';
import type { CoinActionsProps } from './coin-actions.tsx';
import { CoinRow } from './coin-row.tsx';
import { useIsNear } from './use-is-near.ts';

interface CoinRowsProps extends Pick<CoinActionsProps, 'mode' | 'onRefresh' | 'onAct'> {
  coins: readonly Coin[];
  chainImage: string;
  isHidden: boolean;
  refreshingIds: ReadonlySet<string>;
}

/** Small enough that the visible rows respond within 100 ms on a slow phone. */
const CHUNK_SIZE = 5;

/** The rows of a chain. Only those near the viewport are rendered in full. */
export function CoinRows({ coins, ...props }: CoinRowsProps) {
  const count = Math.ceil(coins.length / CHUNK_SIZE);
  return Array.from({ length: count }, (_, index) => index * CHUNK_SIZE).map((from) => (
    <Chunk
      {...props}
      key={from}
      coins={coins.slice(from, from + CHUNK_SIZE)}
      isNearAtFirst={from === 0}
    />
  ));
}

function Chunk({
  coins,
  isNearAtFirst,
  refreshingIds,
  ...props
}: CoinRowsProps & { isNearAtFirst: boolean }) {
  const arrived = useArrivedCoins();
  const hasArrived = ({ id }: Coin) =>
    arrived.some(({ mode, tokenId }) => mode === props.mode && tokenId === id);
  const { ref, isNear } = useIsNear<HTMLUListElement>(isNearAtFirst);
  return (
    <ul ref={ref} className={isNear ? undefined : 'coin-rows--far'}>
      {coins.map((coin) =>
        isNear ? (
          <CoinRow
            key={coin.id}
            coin={coin}
            isRefreshing={refreshingIds.has(coin.id)}
            hasArrived={hasArrived(coin)}
            {...props}
          />
        ) : (
          <FarRow key={coin.id} name={coin.name} symbol={coin.symbol} />
        ),
      )}
    </ul>
  );
}

/** A row far from the viewport: only its height and the text that find-in-page needs. */
const FarRow = memo(function FarRow({ name, symbol }: { name: string; symbol: string }) {
  return (
    <li className="coin-row coin-row--far">
      {name} {symbol}
    </li>
  );
});
