import { useCallback, useState } from 'react';
import { t } from '#language/t';
import type { SwapBlockchain, SwapToken } from '#wire/exchange/swap-blockchains';
import type { Coin } from '#wire/wallet/coin';
import { Mark } from '../../ui/mark.tsx';
import { Picker } from '../../ui/picker.tsx';
import { Secret } from '../../ui/secret.tsx';
import { useSwapBlockchains } from './api/swap-blockchains.ts';
import { useSwapTokens } from './api/swap-tokens.ts';
import { balanceText } from './route-figures.ts';

const SEARCH_AFTER_MS = 150;

interface BlockchainPickerProps {
  label: string;
  blockchain: SwapBlockchain | null;
  isDisabled: boolean;
  onChoose: (blockchain: SwapBlockchain) => void;
}

/** Chooses a chain; filters by name prefix. */
export function BlockchainPicker(props: BlockchainPickerProps) {
  const { label, blockchain, isDisabled, onChoose } = props;
  const [prefix, setPrefix] = useState('');
  const { data } = useSwapBlockchains(prefix);
  const found = data ?? [];
  return (
    <Picker
      label={label}
      value={blockchain?.name ?? null}
      options={found.map(({ name, displayName, image, symbol }) => ({
        value: name,
        label: displayName,
        description: symbol,
        icon: <Mark src={image} letters={displayName} size={24} shape="tile" />,
      }))}
      onChange={(name) => {
        const chosen = found.find((one) => one.name === name);
        if (chosen) onChoose(chosen);
      }}
      onSearch={setPrefix}
      searchLabel={t('Search by name')}
      searchAfterMs={SEARCH_AFTER_MS}
      triggerClassName="picker--square"
      isDisabled={isDisabled}
      trigger={
        blockchain ? (
          <>
            <Mark src={blockchain.image} letters={blockchain.displayName} size={20} shape="tile" />
            {blockchain.displayName}
          </>
        ) : (
          t('Select Blockchain')
        )
      }
    />
  );
}

interface SwapTokenPickerProps {
  label: string;
  blockchain: SwapBlockchain | null;
  token: SwapToken | null;
  coins: readonly Coin[];
  isHidden: boolean;
  isDisabled: boolean;
  onChoose: (token: SwapToken) => void;
}

/** Chooses a token of a chain; filters by symbol prefix. The list loads page by page. */
export function SwapTokenPicker(props: SwapTokenPickerProps) {
  const { label, blockchain, token, coins, isHidden, isDisabled, onChoose } = props;
  const [prefix, setPrefix] = useState('');
  const { data, hasNextPage, fetchNextPage } = useSwapTokens(blockchain?.name ?? null, prefix);
  const found = data?.pages.flatMap((page) => page.data) ?? [];
  const readMore = useCallback(() => {
    if (hasNextPage) void fetchNextPage();
  }, [hasNextPage, fetchNextPage]);
  return (
    <Picker
      label={label}
      value={token?.id ?? null}
      options={found.map((one) => ({
        value: one.id,
        label: one.symbol,
        description: one.name,
        icon: <Mark src={one.image} letters={one.symbol} badgeSrc={blockchain?.image} size={30} />,
        trailing: <Balance coin={coins.find(({ id }) => id === one.id)} isHidden={isHidden} />,
      }))}
      onChange={(id) => {
        const chosen = found.find((one) => one.id === id);
        if (chosen) onChoose(chosen);
      }}
      onSearch={setPrefix}
      onEndInSight={readMore}
      searchLabel={t('Search by symbol')}
      searchAfterMs={SEARCH_AFTER_MS}
      triggerClassName="picker--square"
      isDisabled={isDisabled || blockchain === null}
      trigger={
        token ? (
          <>
            <Mark src={token.image} letters={token.symbol} size={22} />
            {token.symbol}
          </>
        ) : (
          t('Select Token')
        )
      }
    />
  );
}

function Balance({ coin, isHidden }: { coin: Coin | undefined; isHidden: boolean }) {
  if (coin === undefined) return null;
  return (
    <span className="swap-figure">
      <Secret isHidden={isHidden} width="5em">
        {balanceText(BigInt(coin.availableBaseUnits), coin.decimals)}
      </Secret>
    </span>
  );
}
