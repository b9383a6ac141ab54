import { PRICE_SCALE } from './pool-price.ts';

/** Uniform numbers from 0 to 1. */
export type Random = () => number;

/** @returns the same sequence for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @returns `steps` prices of a random walk that ends at `endUsd`, each times PRICE_SCALE. */
export function walkTo(
  endUsd: number,
  { steps, stepSize }: { readonly steps: number; readonly stepSize: number },
  random: Random,
): bigint[] {
  const logs: number[] = [];
  let log = 0;
  for (let step = 0; step < steps; step += 1) {
    log += stepSize * bellCurve(random);
    logs.push(log);
  }
  return logs.map((at) => toScaled(endUsd * Math.exp(at - log)));
}

/** @returns the price after one small random step that reverts to `homeUsd`, times PRICE_SCALE. */
export function stepFrom(
  price: bigint,
  { aroundUsd, stepSize }: { readonly aroundUsd: number; readonly stepSize: number },
  random: Random,
): bigint {
  const usd = Number(price) / Number(PRICE_SCALE);
  const pull = Math.log(aroundUsd / usd) * PULL_HOME;
  return toScaled(usd * Math.exp(stepSize * bellCurve(random) + pull));
}

/** Half of a large trade's effect is gone after about 60 steps of one minute. */
const PULL_HOME = 0.012;

function toScaled(usd: number): bigint {
  return BigInt(Math.round(usd * Number(PRICE_SCALE)));
}

/** Mean 0, deviation 1, never further than 3.5 from 0. */
function bellCurve(random: Random): number {
  let sum = 0;
  for (let die = 0; die < 12; die += 1) sum += random();
  return Math.max(-3.5, Math.min(3.5, sum - 6));
}
