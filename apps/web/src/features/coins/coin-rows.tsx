import { memo, useMemo } from 'react';
import type { Coin } from '#wire/wallet/coin';
import { useArrivedCoins } from '../../state/incoming.ts';
import { chunksOf } from '../../ui/chunks-of.ts';
import { useIsNear } from '../../ui/use-is-near.ts';
import type { CoinActionsProps } from './coin-actions.tsx';
import { CoinRow } from './coin-row.tsx';
import { HiddenRows } from './hidden-rows.tsx';

interface CoinRowsProps extends Pick<CoinActionsProps, 'mode' | 'onRefresh' | 'onAct'> {
  coins: readonly Coin[];
  chainImage: string;
  refreshingIds: ReadonlySet<string>;
}

/** Few enough that hardly more rows are rendered in full than are visible. */
const CHUNK_SIZE = 4;

/** The rows of a chain. Only those near the viewport are rendered in full. */
export function CoinRows({ coins, ...props }: CoinRowsProps) {
  const { mode } = props;
  const chunks = useMemo(() => chunksOf(coins, CHUNK_SIZE), [coins]);
  const arrived = useArrivedCoins();
  const arrivedIds = useMemo(
    () => new Set(arrived.filter((coin) => coin.mode === mode).map(({ tokenId }) => tokenId)),
    [arrived, mode],
  );
  return (
    <HiddenRows>
      {/* biome-ignore lint/a11y/useSemanticElements: each chunk is a ul, of which readers should hear nothing */}
      <div role="list">
        {chunks.map(({ from, items }) => (
          <Chunk
            {...props}
            key={from}
            coins={items}
            arrivedIds={arrivedIds}
            from={from}
            count={coins.length}
          />
        ))}
      </div>
    </HiddenRows>
  );
}

interface ChunkProps extends CoinRowsProps {
  arrivedIds: ReadonlySet<string>;
  /** The index of its first coin among all coins of the chain, and their number. */
  from: number;
  count: number;
}

const Chunk = memo(function Chunk(props: ChunkProps) {
  const { coins, refreshingIds, arrivedIds, from, count, ...rest } = props;
  const { ref, isNear, height } = useIsNear<HTMLUListElement>({ isNearAtFirst: from === 0 });
  const placeOf = (index: number) => ({ position: from + index + 1, count });
  if (!isNear) {
    return (
      <ul
        ref={ref}
        role="none"
        className="coin-rows--far"
        style={height === null ? undefined : { height }}
      >
        {coins.map((coin, index) => (
          <FarRow key={coin.id} name={coin.name} symbol={coin.symbol} {...placeOf(index)} />
        ))}
      </ul>
    );
  }
  return (
    <ul ref={ref} role="none">
      {coins.map((coin, index) => (
        <CoinRow
          key={coin.id}
          coin={coin}
          isRefreshing={refreshingIds.has(coin.id)}
          hasArrived={arrivedIds.has(coin.id)}
          {...placeOf(index)}
          {...rest}
        />
      ))}
    </ul>
  );
}, showTheSame);

/** Whether a chunk would look the same. The sets are new whenever one coin of the whole list changes. */
function showTheSame(one: ChunkProps, other: ChunkProps): boolean {
  return (Object.keys(one) as (keyof ChunkProps)[]).every((name) => {
    switch (name) {
      case 'coins':
        return (
          one.coins.length === other.coins.length &&
          one.coins.every((coin, index) => coin === other.coins[index])
        );
      case 'refreshingIds':
      case 'arrivedIds':
        return one.coins.every(({ id }) => one[name].has(id) === other[name].has(id));
      default:
        return one[name] === other[name];
    }
  });
}

interface FarRowProps extends Pick<Coin, 'name' | 'symbol'> {
  position: number;
  count: number;
}

/** A row far from the viewport: only its height and the text that find-in-page needs. */
const FarRow = memo(function FarRow({ name, symbol, position, count }: FarRowProps) {
  return (
    <li
      // biome-ignore lint/a11y/noRedundantRoles: its list is the one around the chunks
      role="listitem"
      aria-setsize={count}
      aria-posinset={position}
      className="coin-row coin-row--far"
    >
      {name} {symbol}
    </li>
  );
});
