import { cancelOperation } from '#wire/wallet/cancel-operation';
import { forecastUnshield } from '#wire/wallet/forecast-unshield';
import { internalTransfer } from '#wire/wallet/internal-transfer';
import { prepareSpend } from '#wire/wallet/prepare-spend';
import { quoteInternalTransfer } from '#wire/wallet/quote-internal-transfer';
import { quoteShield } from '#wire/wallet/quote-shield';
import { quoteUnshield } from '#wire/wallet/quote-unshield';
import { shield } from '#wire/wallet/shield';
import { unshield } from '#wire/wallet/unshield';
import { type ServedCall, serve } from './http/serve.ts';
import {
  type CancelOperationPorts,
  createCancelOperation,
} from './modules/wallet/cancel-operation.ts';
import {
  createForecastUnshield,
  type ForecastUnshieldPorts,
} from './modules/wallet/forecast-unshield.ts';
import { createInternalTransfer } from './modules/wallet/internal-transfer.ts';
import type { SpendPorts } from './modules/wallet/make-spend.ts';
import { createPrepareSpend, type PrepareSpendPorts } from './modules/wallet/prepare-spend.ts';
import { createQuoteInternalTransfer } from './modules/wallet/quote-internal-transfer.ts';
import { createQuoteShield, type QuoteShieldPorts } from './modules/wallet/quote-shield.ts';
import { createQuoteUnshield, type QuoteUnshieldPorts } from './modules/wallet/quote-unshield.ts';
import { createShield, type ShieldPorts } from './modules/wallet/shield.ts';
import { createUnshield } from './modules/wallet/unshield.ts';

/** What the calls that move money into, within and out of the private pool need of the world. */
export type PoolCallPorts = QuoteShieldPorts &
  ShieldPorts &
  QuoteUnshieldPorts &
  SpendPorts &
  PrepareSpendPorts &
  ForecastUnshieldPorts &
  CancelOperationPorts;

/** @returns those calls with what answers them. */
export function servedPoolCalls(ports: PoolCallPorts): readonly ServedCall[] {
  return [
    serve(quoteShield, createQuoteShield(ports)),
    serve(shield, createShield(ports)),
    serve(quoteUnshield, createQuoteUnshield(ports)),
    serve(unshield, createUnshield(ports)),
    serve(quoteInternalTransfer, createQuoteInternalTransfer(ports)),
    serve(internalTransfer, createInternalTransfer(ports)),
    serve(prepareSpend, createPrepareSpend(ports)),
    serve(forecastUnshield, createForecastUnshield(ports)),
    serve(cancelOperation, createCancelOperation(ports)),
  ];
}
