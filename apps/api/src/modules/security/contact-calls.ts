import { beginContactChange } from '#wire/security/begin-contact-change';
import { cancelContactChange } from '#wire/security/cancel-contact-change';
import { confirmContactChange } from '#wire/security/confirm-contact-change';
import { type ServedCall, serve } from '../../application/call.ts';
import { inSameTime } from '../../application/same-time.ts';
import type { Clock } from '../../ports/clock.ts';
import { type BeginContactChangePorts, createBeginContactChange } from './begin-contact-change.ts';
import {
  type CancelContactChangePorts,
  createCancelContactChange,
} from './cancel-contact-change.ts';
import {
  type ConfirmContactChangePorts,
  createConfirmContactChange,
} from './confirm-contact-change.ts';

/** What the calls need that change an email or a phone. */
export type ContactPorts = BeginContactChangePorts &
  ConfirmContactChangePorts &
  CancelContactChangePorts & { readonly clock: Clock };

/** @returns the calls that change an email or a phone, with their handlers */
export function contactCalls(ports: ContactPorts): readonly ServedCall[] {
  return [
    serve(beginContactChange, inSameTime(ports.clock, createBeginContactChange(ports))),
    serve(confirmContactChange, inSameTime(ports.clock, createConfirmContactChange(ports))),
    serve(cancelContactChange, createCancelContactChange(ports)),
  ];
}
