import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiFailure } from '../../../lib/api-result.ts';
import { untilIdle } from '../../../lib/until-idle.ts';
import { currentUserId } from '../../../state/auth-session.ts';
import { coverFigures } from '../../../state/discretion.ts';
import type { WalletMode } from '../../../state/wallet-mode.ts';
import type { BalanceData, BalanceOf, KeptBalance } from '../kept-balances.ts';

/** A server that takes longer than this counts as unreachable. */
const WITHIN_MS = 20_000;

export interface ReadOptions {
  /** The balance is on screen already. */
  readonly isBackground: boolean;
  readonly signal: AbortSignal;
}

interface Reading<M extends WalletMode> {
  readonly client: QueryClient;
  readonly queryKey: QueryKey;
  readonly mode: M;
  /** @throws ApiFailure */
  readonly read: (options: ReadOptions) => Promise<BalanceData[M]>;
  /** Whether a later start may show it without the server. */
  readonly isWorthKeeping: (data: BalanceData[M]) => boolean;
}

/**
 * Reads a balance and keeps it on this device. When the server is unreachable and nothing is on screen yet, the kept
 * one is shown, hidden and with its time, and the read still fails.
 */
export async function readBalance<M extends WalletMode>(
  { client, queryKey, mode, read, isWorthKeeping }: Reading<M>,
  signal: AbortSignal,
): Promise<BalanceData[M]> {
  const isBackground = client.getQueryData(queryKey) !== undefined;
  const of = { userId: currentUserId() ?? '', mode };
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(WITHIN_MS)]);
    const data = await read({ isBackground, signal: inTime });
    if (isWorthKeeping(data)) void keep(of, { at: Date.now(), data });
    return data;
  } catch (cause) {
    const kept = isBackground || !isUnreachable(cause) ? null : await findKept(of);
    if (kept !== null && client.getQueryData(queryKey) === undefined) {
      coverFigures();
      client.setQueryData(queryKey, kept.data, { updatedAt: kept.at });
    }
    throw cause;
  }
}

/** No response, or that of a proxy for a server that is down. */
function isUnreachable(cause: unknown): boolean {
  if (!(cause instanceof ApiFailure)) return false;
  const { code, status } = cause.error;
  return code === 'network' || (code === 'unexpected' && status !== null && status >= 500);
}

async function keep<M extends WalletMode>(
  of: BalanceOf<M>,
  balance: KeptBalance<M>,
): Promise<void> {
  await untilIdle();
  const part = await import('../kept-balances.ts').catch(() => null);
  await part?.keepBalance(of, balance);
}

async function findKept<M extends WalletMode>(of: BalanceOf<M>): Promise<KeptBalance<M> | null> {
  const part = await import('../kept-balances.ts').catch(() => null);
  return part === null ? null : part.readKeptBalance(of);
}
