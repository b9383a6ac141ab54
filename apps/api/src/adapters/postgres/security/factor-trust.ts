import type { RowSeals } from '../../../ports/row-seals.ts';
import type { TextSeals } from '../../../ports/text-seals.ts';
import type { UsedFactors } from './used-factors.ts';

/** What second factors trust beyond their rows. */
export interface FactorTrust {
  readonly seals: RowSeals;
  /** Of the secrets of apps. */
  readonly appSeals: TextSeals;
  readonly used: UsedFactors;
}
