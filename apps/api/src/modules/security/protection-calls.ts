import { changeDailyLimit } from '#wire/security/change-daily-limit';
import { dismissReminder } from '#wire/security/dismiss-reminder';
import { freeze } from '#wire/security/freeze';
import { freezeByLink } from '#wire/security/freeze-by-link';
import { keepFactors } from '#wire/security/keep-factors';
import { liftResetHold } from '#wire/security/lift-reset-hold';
import { removeLostFactors } from '#wire/security/remove-lost-factors';
import { securityEvents } from '#wire/security/security-events';
import { sendConfirmationCodes } from '#wire/security/send-confirmation-codes';
import { unfreeze } from '#wire/security/unfreeze';
import { type ServedCall, serve } from '../../application/call.ts';
import { type ChangeDailyLimitPorts, createChangeDailyLimit } from './change-daily-limit.ts';
import { createDismissReminder, type DismissReminderPorts } from './dismiss-reminder.ts';
import { createFreeze } from './freeze.ts';
import { createFreezeByLink, type FreezeByLinkPorts } from './freeze-by-link.ts';
import type { PaymentGatePorts } from './holds/payment-gate.ts';
import { createKeepFactors } from './keep-factors.ts';
import { createLiftResetHold, type LiftResetHoldPorts } from './lift-reset-hold.ts';
import { createRemoveLostFactors, type RemoveLostFactorsPorts } from './remove-lost-factors.ts';
import { createSecurityEvents, type SecurityEventsPorts } from './security-events.ts';
import {
  createSendConfirmationCodes,
  type SendConfirmationCodesPorts,
} from './send-confirmation-codes.ts';
import { createUnfreeze, type UnfreezePorts } from './unfreeze.ts';

/** What the calls of limits, holds and freezes need, and what admits payments. */
export type ProtectionPorts = ChangeDailyLimitPorts &
  DismissReminderPorts &
  FreezeByLinkPorts &
  LiftResetHoldPorts &
  RemoveLostFactorsPorts &
  SecurityEventsPorts &
  SendConfirmationCodesPorts &
  UnfreezePorts &
  PaymentGatePorts;

/** @returns the calls of limits, holds and freezes with their handlers */
export function protectionCalls(ports: ProtectionPorts): readonly ServedCall[] {
  return [
    serve(changeDailyLimit, createChangeDailyLimit(ports)),
    serve(freeze, createFreeze(ports)),
    serve(freezeByLink, createFreezeByLink(ports)),
    serve(sendConfirmationCodes, createSendConfirmationCodes(ports)),
    serve(unfreeze, createUnfreeze(ports)),
    serve(removeLostFactors, createRemoveLostFactors(ports)),
    serve(keepFactors, createKeepFactors(ports)),
    serve(liftResetHold, createLiftResetHold(ports)),
    serve(dismissReminder, createDismissReminder(ports)),
    serve(securityEvents, createSecurityEvents(ports)),
  ];
}
