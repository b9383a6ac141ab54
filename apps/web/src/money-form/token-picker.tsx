import { baseUnitsToDisplay } from '#domain/amount/base-units-to-display';
import { t } from '#language/t';
import type { Chain, Coin } from '#wire/wallet/coin';
import { localFigure } from '../lib/local-figure.ts';
import { Mark } from '../ui/mark.tsx';
import { Picker, type PickerOption } from '../ui/picker.tsx';
import { Secret } from '../ui/secret.tsx';

interface TokenPickerProps {
  chains: readonly Chain[];
  coin: Coin;
  isHidden: boolean;
  onChoose: (tokenId: string) => void;
}

/** Lists the coins that can be sent, each with its chain. */
export function TokenPicker({ chains, coin, isHidden, onChoose }: TokenPickerProps) {
  const options = chains.flatMap((chain) =>
    chain.coins
      .filter((one) => one.id === coin.id || (one.availableBaseUnits !== '0' && !one.isStale))
      .map((one) => optionOf(one, chain, isHidden)),
  );
  const chainImage = chains.find(({ chainId }) => chainId === coin.chainId)?.image;
  return (
    <Picker
      label={t('Token')}
      value={coin.id}
      options={options}
      onChange={onChoose}
      searchLabel={t('Search by symbol')}
      triggerClassName="amount-field__token"
      trigger={
        <>
          <Mark src={coin.image} letters={coin.symbol} badgeSrc={chainImage} size={26} />
          {coin.symbol}
        </>
      }
    />
  );
}

function optionOf(coin: Coin, chain: Chain, isHidden: boolean): PickerOption {
  const available = baseUnitsToDisplay(BigInt(coin.availableBaseUnits), coin.decimals);
  return {
    value: coin.id,
    label: coin.symbol,
    description: t('{coin} on {chain}', { coin: coin.name, chain: chain.name }),
    searchText: coin.name,
    icon: <Mark src={coin.image} letters={coin.symbol} badgeSrc={chain.image} size={32} />,
    trailing: (
      <Secret isHidden={isHidden} width="5em">
        {localFigure(available)}
      </Secret>
    ),
  };
}
