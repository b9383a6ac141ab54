import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ExchangeChain, ListedAsset } from './exchange-chains.ts';
import type { PlannedRoute, PlannedStep } from './plan-routes.ts';

/** An offered route and its state. */
export interface ExchangeRequest {
  readonly requestId: string;
  readonly route: PlannedRoute;
  /** Milliseconds since 1970. */
  readonly offeredAt: number;
  readonly resultType: string;
  /** The wallet on each chain, once it is confirmed. */
  readonly wallets: Readonly<Record<string, string>> | null;
  /** Hashes of the transactions of succeeded steps; step 1 first. */
  readonly sent: readonly string[];
}

/** Offered routes, in memory until they are confirmed and on disk from then on. */
export interface RequestStore {
  find(requestId: string): ExchangeRequest | null;
  offer(request: ExchangeRequest): void;
  keep(request: ExchangeRequest): Promise<void>;
}

const MOST_OFFERED = 5_000;

/** @returns the store whose confirmed requests are files in `folder`. */
export async function openRequestStore(
  folder: string,
  chains: ReadonlyMap<string, ExchangeChain>,
): Promise<RequestStore> {
  await mkdir(folder, { recursive: true });
  const known = new Map<string, ExchangeRequest>();
  return {
    find: (requestId) => known.get(requestId) ?? read(requestId),
    offer: (request) => {
      known.set(request.requestId, request);
      const [oldest] = known.keys();
      if (known.size > MOST_OFFERED && oldest !== undefined) known.delete(oldest);
    },
    keep: async (request) => {
      const file = fileOf(request.requestId);
      await writeFile(`${file}.new`, JSON.stringify(request, toText));
      await rename(`${file}.new`, file);
      known.set(request.requestId, request);
    },
  };

  function fileOf(requestId: string): string {
    return join(folder, `${requestId}.json`);
  }

  function read(requestId: string): ExchangeRequest | null {
    if (!/^[0-9a-f-]{36}$/.test(requestId)) return null;
    try {
      return revive(JSON.parse(readFileSync(fileOf(requestId), 'utf8')) as Stored);
    } catch {
      // Never confirmed, or offered by an earlier process: no one can continue it.
      return null;
    }
  }

  function revive({ route, ...rest }: Stored): ExchangeRequest {
    const steps = route.steps.map(
      (step): PlannedStep => ({
        ...step,
        from: findAsset(step.from),
        to: findAsset(step.to),
        amountIn: BigInt(step.amountIn),
        amountOut: BigInt(step.amountOut),
        bridgeFee: BigInt(step.bridgeFee),
      }),
    );
    return { ...rest, route: { ...route, steps } };
  }

  function findAsset({ blockchain, address }: Pick<ListedAsset, 'blockchain' | 'address'>) {
    const asset = chains.get(blockchain)?.assets.find((each) => each.address === address);
    if (!asset) throw new Error(`${address} is not on ${blockchain}.`);
    return asset;
  }
}

type Stored = Omit<ExchangeRequest, 'route'> & {
  readonly route: Omit<PlannedRoute, 'steps'> & {
    readonly steps: readonly (Omit<PlannedStep, 'amountIn' | 'amountOut' | 'bridgeFee'> &
      Record<'amountIn' | 'amountOut' | 'bridgeFee', string>)[];
  };
};

function toText(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
