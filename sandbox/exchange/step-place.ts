import { type Address, type Hex, isAddress, keccak256, toHex } from 'viem';
import type { Exchange } from './exchange.ts';
import type { ExchangeChain } from './exchange-chains.ts';
import type { PlannedStep } from './plan-routes.ts';
import type { ExchangeRequest } from './request-store.ts';
import { venues } from './venues.ts';

/** A step of a request with the chain and the wallet that execute it. */
export interface StepPlace {
  readonly step: PlannedStep;
  /** Counted from 1. */
  readonly number: number;
  readonly chain: ExchangeChain;
  readonly wallet: Address;
}

/** @returns null when the request has no such step or no wallet for it. */
export function placeOf(
  { chains }: Exchange,
  { route, wallets }: ExchangeRequest,
  number: number,
): StepPlace | null {
  const step = route.steps[number - 1];
  const chain = chains.get(step?.from.blockchain ?? '');
  const wallet = wallets?.[step?.from.blockchain ?? ''];
  if (!step || !chain || wallet === undefined || !isAddress(wallet)) return null;
  return { step, number, chain, wallet };
}

/** @returns the spender of the tokens of a step. */
export function spenderOf({ chain, step }: StepPlace): Hex {
  return step.kind === 'bridge' ? chain.bridge.escrow : venues[step.venue].router(chain);
}

/** @returns the id of a step's deposit on both chains. */
export function depositIdOf(requestId: string, step: number): Hex {
  return keccak256(toHex(`${requestId}:${step}`));
}
