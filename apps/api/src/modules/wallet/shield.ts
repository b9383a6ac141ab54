import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { type BaseUnits, bpsOfUnits } from '#domain/amount/base-units';
import type { Token } from '#domain/token/token';
import type { shield } from '#wire/wallet/shield';
import type { PaymentGate } from '../../application/admit-payment.ts';
import type { CallSession, Handler, Refusal } from '../../application/call.ts';
import { refuseSubmission } from '../../application/refuse-submission.ts';
import { refuseUnopened } from '../../application/refuse-unopened.ts';
import { vaultSigner } from '../../operations/sign-plan.ts';
import type { Preparation, SoughtOperation, SubmitPorts } from '../../operations/submission.ts';
import { createSubmitOperation } from '../../operations/submit-operation.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Operations } from '../../ports/operations.ts';
import type { PublicChain } from '../../ports/public-chain.ts';
import type { CallPattern } from '../../ports/recovered-transactions.ts';
import { moneyResponse } from './payments/money-response.ts';
import { type PoolRules, parseAmount, parsePoolPlace } from './shielded/parse-pool-request.ts';
import {
  type PrepareShieldPorts,
  prepareShield,
  type ShieldRequest,
} from './shielded/prepare-shield.ts';
import { refuseNotReady } from './shielded/refuse-pool-client.ts';

export interface ShieldPorts extends PoolRules, PrepareShieldPorts, SubmitPorts {
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  readonly operations: SubmitPorts['operations'] & Pick<Operations, 'listOpen'>;
  readonly vault: Pick<KeyVault, 'withPublicSigner' | 'shieldKey'>;
  readonly gate: Pick<PaymentGate, 'refuseFrozen'>;
  /** How the transaction of a shield is recognized. */
  readonly shieldPattern: (shield: {
    readonly chainId: number;
    readonly token: Token;
    readonly amount: BaseUnits;
    readonly recipient: PrivateAddress;
  }) => CallPattern;
}

/**
 * Moves a token or the native coin into the user's own private balance. The token's approval for the pool and the
 * shield itself are one operation with two transactions, signed and stored together before anything leaves the
 * server.
 */
export function createShield(ports: ShieldPorts): Handler<typeof shield> {
  const submit = createSubmitOperation<Refusal>(ports);
  return async ({ body, session, idempotencyKey }) => {
    const place = parsePoolPlace(ports, body.tokenId);
    if (!place.ok) return place.refusal;
    const amount = parseAmount(body.amount);
    if (!amount.ok) return amount.refusal;
    const request: ShieldRequest = {
      ...place.value,
      amount: amount.value,
      sender: session.publicAddress as PublicAddress,
      recipient: session.privateAddress as PrivateAddress,
    };
    const outcome = await submit(
      {
        userId: session.userId,
        idempotencyKey,
        fingerprint: `shield ${request.token.id} ${request.amount}`,
        withSigner: vaultSigner(ports, session),
        publishedBy: 'request',
        account: {
          chainId: request.network.chainId,
          account: request.sender,
          userId: session.userId,
        },
        sought: () => soughtShield(ports, request),
      },
      (allowance) => prepare(ports, request, { session, ...allowance }),
    );
    if (!('operation' in outcome)) return refuseSubmission(outcome);
    const { operation } = outcome;
    return moneyResponse({ operation, heads: null, progress: null }, ports.networks);
  };
}

/** @returns null while the pool's terms are not known */
async function soughtShield(
  { poolClient, shieldPattern }: ShieldPorts,
  { network: { chainId }, token, feeToken, amount, sender: account, recipient }: ShieldRequest,
): Promise<SoughtOperation | null> {
  const terms = await poolClient.terms(chainId);
  if (terms === null) return null;
  const poolFee = bpsOfUnits(amount, terms.shieldFeeBps, 'down');
  return {
    details: {
      ...{ kind: 'shield', chainId, account, recipient, amount },
      ...{ tokenId: token.id, feeTokenId: feeToken.id },
      pool: { privateAddress: recipient, poolFee, broadcasterFee: null },
    },
    pattern: shieldPattern({ chainId, token, amount, recipient }),
  };
}

async function prepare(
  ports: ShieldPorts,
  request: ShieldRequest,
  { session, isClaimed }: { readonly session: CallSession; readonly isClaimed: boolean },
): Promise<Preparation<Refusal>> {
  const frozen = await ports.gate.refuseFrozen(session.userId);
  if (frozen !== null) return { ok: false, refusal: frozen };
  const shieldKey = await readShieldKey(ports, request, session);
  if (typeof shieldKey !== 'string') return { ok: false, refusal: shieldKey };
  return prepareShield(ports, request, { shieldKey, userId: session.userId, isClaimed });
}

/** The same message has the same signature, so the payer's own wallet can derive the key again. */
async function readShieldKey(
  ports: ShieldPorts,
  { network }: ShieldRequest,
  session: CallSession,
): Promise<`0x${string}` | Refusal> {
  const terms = await ports.poolClient.terms(network.chainId);
  if (terms === null) return refuseNotReady();
  const opened = await ports.vault.shieldKey(session, terms.shieldMessage);
  return opened.ok ? opened.value : refuseUnopened(opened.reason);
}
