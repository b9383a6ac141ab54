import { addOwnerWrap } from '#wire/wallet/add-owner-wrap';
import { custodyChallenge } from '#wire/wallet/custody-challenge';
import { enrolKeys } from '#wire/wallet/enrol-keys';
import { ownerWrapBox } from '#wire/wallet/owner-wrap-box';
import { ownerWraps } from '#wire/wallet/owner-wraps';
import { removeOwnerWrap } from '#wire/wallet/remove-owner-wrap';
import { renameOwnerWrap } from '#wire/wallet/rename-owner-wrap';
import { type ServedCall, serve } from '../../application/call.ts';
import { type AddOwnerWrapPorts, createAddOwnerWrap } from './add-owner-wrap.ts';
import { type CustodyChallengePorts, createCustodyChallenge } from './custody-challenge.ts';
import { createEnrolKeys, type EnrolKeysPorts } from './enrol-keys.ts';
import { createOwnerWrapBox, type OwnerWrapBoxPorts } from './owner-wrap-box.ts';
import { createOwnerWraps, type OwnerWrapsPorts } from './owner-wraps.ts';
import { createRemoveOwnerWrap, type RemoveOwnerWrapPorts } from './remove-owner-wrap.ts';
import { createRenameOwnerWrap, type RenameOwnerWrapPorts } from './rename-owner-wrap.ts';

export type CustodyCallPorts = CustodyChallengePorts &
  EnrolKeysPorts &
  OwnerWrapsPorts &
  AddOwnerWrapPorts &
  RenameOwnerWrapPorts &
  RemoveOwnerWrapPorts &
  OwnerWrapBoxPorts;

/** @returns the calls about who has the keys, with their handlers */
export function custodyCalls(ports: CustodyCallPorts): readonly ServedCall[] {
  return [
    serve(custodyChallenge, createCustodyChallenge(ports)),
    serve(enrolKeys, createEnrolKeys(ports)),
    serve(ownerWraps, createOwnerWraps(ports)),
    serve(addOwnerWrap, createAddOwnerWrap(ports)),
    serve(renameOwnerWrap, createRenameOwnerWrap(ports)),
    serve(removeOwnerWrap, createRemoveOwnerWrap(ports)),
    serve(ownerWrapBox, createOwnerWrapBox(ports)),
  ];
}
