import { ZERO_UNITS } from '#domain/amount/base-units';
import {
  type PrivateTransactionTerms,
  privateTransactionLine,
  privateTransactionRequestLine,
} from '../ports/private-transactions.ts';
import type { FragmentedNotes } from '../ports/shielded-pool.ts';
import type { OpenWallets, UserWallet } from './open-wallets.ts';
import type { PoolWatch } from './pool-watch.ts';
import type { Prover } from './prove-private-transactions.ts';
import type { ConsolidationRules, ShieldingPorts } from './shielding-ports.ts';

/** Consolidates fragmented notes when idle. */
export interface Consolidation {
  /** Orders one consolidation if the prover is idle and a user's notes are fragmented. */
  run(): Promise<void>;
}

/** When to retry a user whose consolidation could not be stored. */
const RETRY_MS = 60_000;

/** The open wallets, what is known of their notes, and since when the prover has been idle. */
export interface ConsolidationParts {
  readonly open: Pick<OpenWallets, 'all'>;
  readonly watch: Pick<PoolWatch, 'knows'>;
  readonly prover: Pick<Prover, 'quietSince'>;
}

/** @returns a consolidation that has ordered nothing yet. */
export function createConsolidation(
  ports: ShieldingPorts,
  { open, watch, prover }: ConsolidationParts,
): Consolidation {
  const { pool, privateTransactions, clock, consolidation: rules } = ports;
  const notBefore = new WeakMap<UserWallet, number>();

  async function findFragmented(wallet: UserWallet): Promise<FragmentedNotes | null> {
    const isTooEarly = clock.now().getTime() < (notBefore.get(wallet) ?? 0);
    if (isTooEarly || !wallet.canSign || !watch.knows(wallet)) return null;
    const [first] = await pool.fragmented(wallet.walletId, ports.tokens);
    return first ?? null;
  }

  return {
    async run() {
      if (rules === null) return;
      const quietMs = clock.now().getTime() - prover.quietSince().getTime();
      if (quietMs < rules.quietMs || (await privateTransactions.waiting()) > 0) return;
      for (const wallet of open.all()) {
        const notes = await findFragmented(wallet);
        if (notes === null) continue;
        const isStored = await requestConsolidation(ports, { wallet, notes }, rules);
        const pauseMs = isStored ? rules.everyMs : RETRY_MS;
        notBefore.set(wallet, clock.now().getTime() + pauseMs);
        if (isStored) return;
      }
    },
  };
}

/** Kax pays for it, whatever a payment costs, because no one requested it. @returns whether it was stored */
async function requestConsolidation(
  ports: ShieldingPorts,
  { wallet, notes }: { readonly wallet: UserWallet; readonly notes: FragmentedNotes },
  { everyMs }: ConsolidationRules,
): Promise<boolean> {
  const { token, amount } = notes;
  const { chainId, userId, privateAddress } = wallet;
  const { pricePerGas: gasPrice } = await ports.calls.presentFees();
  const terms: PrivateTransactionTerms = {
    chainId,
    kind: 'consolidation',
    tokenId: token.id,
    amount,
    recipient: privateAddress,
    gasPrice,
    fee: null,
    sealedMessage: null,
    sealedPlan: null,
    spender: null,
    showsSender: false,
  };
  const id = ports.randomness.uuid();
  const createdAt = ports.clock.now();
  return ports.privateTransactions.storeConsolidation(
    {
      details: {
        id,
        userId,
        kind: terms.kind,
        chainId,
        account: ports.broadcasterAddress,
        recipient: privateAddress,
        tokenId: token.id,
        amount,
        feeTokenId: ports.nativeCoinId,
        // No price is quoted to anyone; it is known when it is signed.
        estimatedFee: ZERO_UNITS,
        feeCeiling: ZERO_UNITS,
        pool: { privateAddress, poolFee: ZERO_UNITS, broadcasterFee: null },
        createdAt,
      },
      idempotencyKey: `consolidation ${id}`,
      fingerprint: privateTransactionLine(terms),
      terms,
      signature: ports.seals.sign(
        'spend',
        privateTransactionRequestLine({ operationId: id, userId, terms }),
      ),
      later: null,
    },
    new Date(createdAt.getTime() - everyMs),
  );
}
