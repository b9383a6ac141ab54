import { isAddress } from 'viem';
import { readBalance } from './balances.ts';
import { assetOf } from './describe-route.ts';
import { ERROR_CODES, type Exchange, findAsset, type Reply, refusal, reply } from './exchange.ts';

/** Handles `GET /wallets/details?address=CHAIN.0x…&address=…`. */
export async function serveWalletDetails(
  { chains }: Exchange,
  search: URLSearchParams,
): Promise<Reply> {
  const wallets = await Promise.all(
    search.getAll('address').map(async (named) => {
      const [blockchain = '', address = ''] = named.split('.');
      const chain = chains.get(blockchain);
      const nothing = {
        failed: true,
        blockChain: blockchain,
        address,
        balances: null,
        explorerUrl: '',
      };
      if (!chain || !isAddress(address)) return nothing;
      const balances = await Promise.all(
        chain.assets.map(async (asset) => ({
          amount: {
            amount: (await readBalance(chain, asset, address)).toString(),
            decimals: asset.decimals,
          },
          asset: assetOf(asset),
          price: await asset.priceUsd(),
        })),
      );
      return { ...nothing, failed: false, balances };
    }),
  );
  return reply({ wallets });
}

/** Handles `POST /wallets/multiple-token-balance`. */
export async function serveTokenBalances(
  exchange: Exchange,
  body: Readonly<Record<string, unknown>>,
): Promise<Reply> {
  const wallet = String(body.walletAddress);
  const assets = (Array.isArray(body.assets) ? body.assets : []).map((each) =>
    findAsset(exchange, each),
  );
  if (!isAddress(wallet)) return refusal(ERROR_CODES.badRequest, 'The wallet address is not valid');
  const balances = await Promise.all(
    assets.map(async (asset) => {
      const chain = asset && exchange.chains.get(asset.blockchain);
      if (!asset || !chain) return null;
      const amount = (await readBalance(chain, asset, wallet)).toString();
      return { asset: assetOf(asset), amount: { amount, decimals: asset.decimals } };
    }),
  );
  if (balances.includes(null)) return refusal(ERROR_CODES.tokenNotFound, 'Token not found');
  return reply({ balances, error: null, errorCode: null, traceId: null });
}

/** Handles `GET /wallets/token-balance`. */
export async function serveTokenBalance(
  exchange: Exchange,
  search: URLSearchParams,
): Promise<Reply> {
  const asset = findAsset(exchange, Object.fromEntries(search));
  const chain = asset && exchange.chains.get(asset.blockchain);
  const wallet = search.get('walletAddress') ?? '';
  if (!asset || !chain || !isAddress(wallet))
    return refusal(ERROR_CODES.tokenNotFound, 'Token not found');
  const balance = await readBalance(chain, asset, wallet);
  const price = await asset.priceUsd();
  return reply({ balance: balance.toString(), price, error: null, errorCode: null, traceId: null });
}
