import type { PublicAddress } from '#domain/address/address';
import { type PublicPlan, transactionsOf } from '#signing/public/plan';
import type { PublicPlanOnWire, ToBeSigned } from '#wire/wallet/to-be-signed';
import type { SignedBytes } from './simulated-backend.ts';
import { signSimulated } from './simulated-node.ts';
import type { Simulation } from './simulation.ts';

/** What an owner does with a plan that waits for them. */
export type OwnerConduct =
  | 'signs'
  | 'signs-late'
  | 'signs-twice'
  | 'never-signs'
  | 'signs-other-bytes'
  | 'cancels-and-signs'
  | 'signs-on-two-devices';

const CONDUCTS: readonly OwnerConduct[] = [
  ...Array<OwnerConduct>(4).fill('signs'),
  'signs-late',
  'signs-twice',
  'never-signs',
  'signs-other-bytes',
  'cancels-and-signs',
  'signs-on-two-devices',
];

export function conductOf({ random }: Simulation): OwnerConduct {
  return random.pick(CONDUCTS);
}

const STRANGER = `0x${'5'.repeat(40)}` as PublicAddress;

/**
 * Signs a plan as the signer does.
 * @param isAltered signs with a key of another account
 * @returns the signatures in the plan's order
 */
export function signPlanOf(
  signedBytes: SignedBytes,
  account: PublicAddress,
  { toSign, isAltered }: Pick<ToBeSigned, 'toSign'> & { readonly isAltered: boolean },
): readonly string[] {
  const signer = isAltered ? STRANGER : account;
  return transactionsOf(planOf(toSign)).map(
    (transaction) => signSimulated(signedBytes, signer, transaction).raw,
  );
}

/** Addresses of the simulation have no capitals, which the reader of plans would require. */
function planOf(toSign: ToBeSigned['toSign']): PublicPlan {
  if (!('public' in toSign)) throw new Error('These owners sign with their public keys alone.');
  const { public: plan } = toSign;
  const { account, chainId, call, approval, fees, rungs } = plan;
  const { maxFeePerGas, maxPriorityFeePerGas, feeCap } = fees;
  return {
    ...{ account: account as PublicAddress, chainId, rungs, call: callOf(call) },
    approval: approval && {
      ...callOf(approval),
      ...(approval.reset && { reset: callOf(approval.reset) }),
    },
    fees: {
      maxFeePerGas: BigInt(maxFeePerGas),
      maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
      feeCap: BigInt(feeCap),
    },
  };
}

function callOf({ nonce, to, value, data, gas }: PublicPlanOnWire['call']) {
  return {
    ...{ nonce, to: to as PublicAddress, value: BigInt(value) },
    ...{ data: data as `0x${string}`, gas: BigInt(gas) },
  };
}
