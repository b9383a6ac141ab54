import { type AbiValue, encodeCall } from '#pool/abi';
import type { NumberedCall } from './plan.ts';

/** What a transaction calls, with what, and how much native coin goes with it. */
export type ExpectedCall = Pick<NumberedCall, 'value' | 'data'> & { readonly to: string };

/** @returns the call that pays an amount in base units: of a contract (ERC-20), or of the native coin where it is null */
export function transferCall(
  token: string | null,
  { recipient, amount }: { readonly recipient: string; readonly amount: bigint },
): ExpectedCall {
  if (token === null) return { to: recipient, value: amount, data: '0x' };
  return tokenCall(token, 'transfer(address,uint256)', [BigInt(recipient), amount]);
}

/** @returns the call that lets a contract take exactly this amount of a token */
export function approvalCall(
  token: string,
  { spender, amount }: { readonly spender: string; readonly amount: bigint },
): ExpectedCall {
  return tokenCall(token, 'approve(address,uint256)', [BigInt(spender), amount]);
}

function tokenCall(to: string, signature: string, values: readonly AbiValue[]): ExpectedCall {
  return { to, value: 0n, data: `0x${encodeCall(signature, values)}` };
}
