import type { PrivateAddress, PublicAddress } from '#domain/address/address';
import { type BaseUnits, bpsOfUnits } from '#domain/amount/base-units';
import type { Token } from '#domain/token/token';
import type { shield } from '#wire/wallet/shield';
import type { PaymentGate } from '../../application/admit-payment.ts';
import type { CallSession, Refusal } from '../../application/call.ts';
import { refuseSubmission } from '../../application/refuse-submission.ts';
import { refuseUnopened } from '../../application/refuse-unopened.ts';
import { vaultSigner, type WithSigner } from '../../operations/sign-plan.ts';
import type { Preparation, SoughtOperation, SubmitPorts } from '../../operations/submission.ts';
import type { KeyVault } from '../../ports/key-vault.ts';
import type { Operations } from '../../ports/operations.ts';
import type { PublicChain } from '../../ports/public-chain.ts';
import type { CallPattern } from '../../ports/recovered-transactions.ts';
import { moneyResponse } from './payments/money-response.ts';
import type { CheckShield } from './shielded/check-shield.ts';
import { type PoolRules, parseAmount, parsePoolPlace } from './shielded/parse-pool-request.ts';
import {
  type PrepareShieldPorts,
  prepareShield,
  type ShieldRequest,
} from './shielded/prepare-shield.ts';
import { refuseNotReady } from './shielded/refuse-pool-client.ts';
import type { SignableHandler } from './signing/signable-call.ts';
import { createSubmitOrOffer, type SubmitOrOfferPorts } from './signing/submit-or-offer.ts';

export interface ShieldPorts
  extends PoolRules,
    PrepareShieldPorts,
    SubmitPorts,
    SubmitOrOfferPorts {
  /** By chain id. */
  readonly chains: ReadonlyMap<number, PublicChain>;
  readonly operations: SubmitPorts['operations'] & Pick<Operations, 'listOpen'>;
  readonly vault: Pick<
    KeyVault,
    'withPublicSigner' | 'withOwnSeals' | 'withViewingKeys' | 'shieldKey'
  >;
  readonly checkShield: CheckShield;
  readonly gate: Pick<PaymentGate, 'refuseFrozen' | 'giveBack'>;
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
 * server. Where the user alone has the keys, it waits for their signatures first.
 */
export function createShield(ports: ShieldPorts): SignableHandler<typeof shield> {
  const submitOrOffer = createSubmitOrOffer(ports);
  return async ({ body, session, idempotencyKey }, signed) => {
    const place = parsePoolPlace(ports, body.tokenId);
    if (!place.ok) return place.refusal;
    const amount = parseAmount(body.amount);
    if (!amount.ok) return amount.refusal;
    const shielded: ShieldRequest = {
      ...place.value,
      amount: amount.value,
      sender: session.publicAddress as PublicAddress,
      recipient: session.privateAddress as PrivateAddress,
    };
    const { network, token, sender } = shielded;
    const { userId } = session;
    const outcome = await submitOrOffer({
      ...{ session, signed, admitted: [], withVault: checkedSigner(ports, shielded, session) },
      requested: {
        ...{ userId, idempotencyKey, fingerprint: `shield ${token.id} ${amount.value}` },
        account: { chainId: network.chainId, account: sender, userId },
        sought: () => soughtShield(ports, shielded),
      },
      request: { call: 'shield', body, idempotencyKey },
      prepare: (allowance) => prepare(ports, shielded, { session, ...allowance }),
    });
    if (outcome.kind === 'to-sign') return outcome.response;
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

/** The note is opened as its owner will open it, so the vault lends what finds it as well. */
function checkedSigner(
  ports: ShieldPorts,
  shielded: ShieldRequest,
  session: CallSession,
): WithSigner {
  const { vault, checkShield } = ports;
  return async (work) => {
    const opened = await vault.withViewingKeys(session, (keys) =>
      vaultSigner(ports, session, (plan) => checkShield(plan, shielded, keys))(work),
    );
    return opened.ok ? opened.value : opened;
  };
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
