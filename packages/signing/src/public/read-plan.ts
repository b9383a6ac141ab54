import type { PublicAddress } from '#domain/address/address';
import { parsePublicAddress } from '#domain/address/parse-public-address';
import type { LadderFees } from '#domain/operation/fee-ladder';
import { toChecksumAddress } from '#pool/account-key';
import { type FieldReader, readFields, UnreadableMessage } from '../messages/read-fields.ts';
import type { NumberedCall, PublicPlan } from './plan.ts';

/** A call as JSON: amounts are digits, a nonce is a number. */
export interface NumberedCallMessage {
  readonly nonce: number;
  readonly to: string;
  readonly value: string;
  readonly data: string;
  readonly gas: string;
}

/** A plan as JSON. */
export interface PublicPlanMessage {
  readonly account: string;
  readonly chainId: number;
  readonly fees: {
    readonly maxFeePerGas: string;
    readonly maxPriorityFeePerGas: string;
    readonly feeCap: string;
  };
  readonly rungs: number;
  readonly approval: (NumberedCallMessage & { readonly reset?: NumberedCallMessage }) | null;
  readonly call: NumberedCallMessage;
}

const PLAN = ['account', 'chainId', 'fees', 'rungs', 'approval', 'call'];
const FEES = ['maxFeePerGas', 'maxPriorityFeePerGas', 'feeCap'];
const CALL = ['nonce', 'to', 'value', 'data', 'gas'];
const APPROVAL = [...CALL, 'reset'];
/** Far above what a swap of many steps calls. */
const DATA_LIMIT = 200_000;
/** Of a word of the chain. A number above it has no transaction. */
const WORD_LIMIT = 2n ** 256n;
const HEX = /^0x(?:[0-9a-f]{2})*$/;

/** @returns a plan as JSON, which `readPublicPlan` reads */
export function writePublicPlan(plan: PublicPlan): PublicPlanMessage {
  const { account, chainId, fees, rungs, approval, call } = plan;
  return {
    account,
    chainId,
    fees: {
      maxFeePerGas: fees.maxFeePerGas.toString(),
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
      feeCap: fees.feeCap.toString(),
    },
    rungs,
    approval: approval && {
      ...writeCall(approval),
      ...(approval.reset && { reset: writeCall(approval.reset) }),
    },
    call: writeCall(call),
  };
}

function writeCall({ nonce, to, value, data, gas }: NumberedCall): NumberedCallMessage {
  return { nonce, to, value: value.toString(), data, gas: gas.toString() };
}

/**
 * Reads a plan of the server, every field of it: addresses with the capitals of EIP-55, bytes in lower case.
 * @throws UnreadableMessage for anything that isn't exactly a plan
 */
export function readPublicPlan(given: unknown): PublicPlan {
  const fields = readFields(given, PLAN);
  return {
    account: readAddress(fields, 'account'),
    chainId: fields.count('chainId'),
    fees: readFees(readFields(fields.raw('fees'), FEES)),
    rungs: fields.count('rungs'),
    approval: fields.orNull('approval', () => readApproval(fields.raw('approval'))),
    call: readCall(readFields(fields.raw('call'), CALL)),
  };
}

function readFees(fields: FieldReader): LadderFees {
  return {
    maxFeePerGas: readWord(fields, 'maxFeePerGas'),
    maxPriorityFeePerGas: readWord(fields, 'maxPriorityFeePerGas'),
    feeCap: readWord(fields, 'feeCap'),
  };
}

function readApproval(given: unknown): PublicPlan['approval'] {
  const fields = readFields(given, APPROVAL);
  const reset = fields.raw('reset');
  return {
    ...readCall(fields),
    ...(reset !== undefined && { reset: readCall(readFields(reset, CALL)) }),
  };
}

function readCall(fields: FieldReader): NumberedCall {
  const data = fields.text('data', DATA_LIMIT);
  if (!HEX.test(data)) throw new UnreadableMessage('data');
  return {
    nonce: fields.count('nonce'),
    to: readAddress(fields, 'to'),
    value: readWord(fields, 'value'),
    data: `0x${data.slice(2)}`,
    gas: readWord(fields, 'gas'),
  };
}

function readWord(fields: FieldReader, name: string): bigint {
  const word = fields.amount(name);
  if (word >= WORD_LIMIT) throw new UnreadableMessage(name);
  return word;
}

function readAddress(fields: FieldReader, name: string): PublicAddress {
  const text = fields.text(name);
  const parsed = parsePublicAddress(text, toChecksumAddress);
  if (!parsed.ok || parsed.address !== text) throw new UnreadableMessage(name);
  return parsed.address;
}
