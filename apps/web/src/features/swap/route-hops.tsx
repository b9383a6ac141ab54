import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { t } from '#language/t';
import type { SwapAsset, SwapHop } from '#wire/exchange/route';
import { Mark } from '../../ui/mark.tsx';
import { rich } from '../../ui/rich.tsx';
import { amountText } from './route-figures.ts';
import { swapperName } from './swapper-name.ts';

/** A token mark with the chain's logo in the corner. */
export function AssetMark({ asset, size = 22 }: { asset: SwapAsset; size?: number }) {
  return (
    <Mark src={asset.logo} letters={asset.symbol} badgeSrc={asset.blockchainLogo} size={size} />
  );
}

interface Leg {
  readonly swapperId: string;
  readonly swapperLogo: string | null;
  readonly from: SwapAsset;
  readonly to: SwapAsset;
  readonly fromAmount: string;
  readonly toAmount: string;
}

/** @returns the legs in order; a bridge hop with a trade on the destination chain becomes two */
export function legsOf(hops: readonly SwapHop[]): readonly Leg[] {
  return hops.flatMap(({ internalSwaps, ...hop }): readonly Leg[] => {
    const [inside] = internalSwaps;
    if (inside === undefined) return [hop];
    return [{ ...hop, to: inside.from, toAmount: inside.fromAmount }, ...internalSwaps];
  });
}

/** A route in one line: each hop as logos, with amounts and chains as text for screen readers. */
export function RouteHops({ hops }: { hops: readonly SwapHop[] }) {
  const legs = legsOf(hops);
  const [first] = legs;
  if (first === undefined) return null;
  return (
    <ol className="route-hops">
      <li>
        <AssetMark asset={first.from} />
        <span className="visually-hidden">
          {t('{amount} on {chain}', {
            amount: amountText(first.fromAmount, first.from),
            chain: first.from.chain,
          })}
        </span>
      </li>
      {legs.map((leg, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the legs of a route never change their order
        <Fragment key={index}>
          <li className="route-hops__via">
            <ChevronRight className="icon" size={14} aria-hidden="true" />
            <span>
              <Mark src={leg.swapperLogo} letters={leg.swapperId} size={14} />
              {swapperName(leg.swapperId)}
            </span>
            <ChevronRight className="icon" size={14} aria-hidden="true" />
          </li>
          <li>
            <AssetMark asset={leg.to} />
            <span className="visually-hidden">
              {t('{amount} on {chain}', {
                amount: amountText(leg.toAmount, leg.to),
                chain: leg.to.chain,
              })}
            </span>
          </li>
        </Fragment>
      ))}
    </ol>
  );
}

/** The tokens that a leg converts. */
export function LegAmounts({ leg }: { leg: Leg }) {
  return (
    <span className="leg-amounts">
      {rich(
        '<from>{sold}<hidden> on {fromChain} to </hidden></from><to>{received}<hidden> on {toChain}</hidden></to>',
        {
          from: (text) => (
            <span className="leg-amounts__end">
              <AssetMark asset={leg.from} />
              {text}
            </span>
          ),
          to: (text) => (
            <>
              <ChevronRight className="icon" size={14} aria-hidden="true" />
              <span className="leg-amounts__end">
                <AssetMark asset={leg.to} />
                {text}
              </span>
            </>
          ),
          hidden: (text) => <span className="visually-hidden">{text}</span>,
          sold: amountText(leg.fromAmount, leg.from),
          fromChain: leg.from.chain,
          received: amountText(leg.toAmount, leg.to),
          toChain: leg.to.chain,
        },
      )}
    </span>
  );
}
