import type { Token } from '#domain/token/token';
import type { Clock } from '../ports/clock.ts';
import type { PrivateSpends } from '../ports/private-spends.ts';
import type { ShieldedPool } from '../ports/shielded-pool.ts';
import type { ShieldedQuestions } from '../ports/shielded-questions.ts';
import type { RunKey, ShieldedSeals } from '../ports/shielded-seals.ts';
import type { ShieldedViews } from '../ports/shielded-views.ts';
import type { ShieldedWallets } from '../ports/shielded-wallets.ts';

/** What the process that holds a pool needs of the world. */
export interface ShieldingPorts {
  readonly pool: ShieldedPool;
  /** Tokens of the network that can be held privately. */
  readonly tokens: readonly Token[];
  readonly key: RunKey;
  readonly seals: Pick<ShieldedSeals, 'isSigned'>;
  readonly wallets: ShieldedWallets;
  readonly views: ShieldedViews;
  readonly questions: ShieldedQuestions;
  readonly spends: PrivateSpends;
  /** The 12 words of 16 bytes. */
  readonly toPhrase: (entropy: Uint8Array) => string;
  readonly clock: Clock;
  readonly report: (trouble: { readonly message: string; readonly cause: unknown }) => void;
}
