import { rampOrders } from '#wire/ramp/ramp-orders';
import { rampSession } from '#wire/ramp/ramp-session';
import { rampWebhook } from '#wire/ramp/ramp-webhook';
import { type ServedCall, serve } from '../../application/call.ts';
import { createRampOrders, type RampOrdersPorts } from './ramp-orders.ts';
import { createRampSession, type RampSessionPorts } from './ramp-session.ts';
import { createRampWebhook, type RampWebhookPorts } from './ramp-webhook.ts';

/** What the calls of this module need. */
export type RampPorts = RampSessionPorts & RampOrdersPorts & RampWebhookPorts;

/** @returns the calls of this module with their handlers */
export function calls(ports: RampPorts): readonly ServedCall[] {
  return [
    serve(rampSession, createRampSession(ports)),
    serve(rampOrders, createRampOrders(ports)),
    serve(rampWebhook, createRampWebhook(ports)),
  ];
}
