import type { BoundParams, NoteCiphertext, PublicInputs } from '#pool/hashes';
import { FIELD_ORDER } from '#pool/poseidon-constants';
import { noteRoles, type PlannedOutput, type PlannedPart, type PrivatePlan } from './plan.ts';

/** A value of JSON. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/** The pool has this room for a value, a tree, a gas price and the id of a network. */
const [VALUE, TREE, GAS_PRICE, CHAIN] = [2n ** 120n, 2n ** 16n, 2n ** 48n, 2n ** 53n];
const MOST_ENTRIES = 64;
/** Of what is encrypted beside a note. */
const MOST_BYTES = 4_096;

/** @returns the plan as JSON: amounts as digits, everything else as 0x and hex */
export function writePrivatePlan({ parts, adaptRandom }: PrivatePlan): Json {
  return { parts: parts.map(writePart), adaptRandom };
}

/** @returns the plan of JSON that has exactly what a plan has; null for any other */
export function readPrivatePlan(json: unknown): PrivatePlan | null {
  try {
    const { parts, adaptRandom } = fields(json, ['parts', 'adaptRandom']);
    return {
      parts: list(parts).map(readPart),
      adaptRandom: adaptRandom === null ? null : hex(adaptRandom, 31),
    };
  } catch (error) {
    if (error instanceof NotAPlan) return null;
    throw error;
  }
}

class NotAPlan extends Error {}

function writePart({ token, outputs, publicInputs, boundParams }: PlannedPart): Json {
  return {
    token,
    outputs: outputs.map((output) => ({ ...output, value: output.value.toString() })),
    publicInputs: {
      merkleRoot: wordHex(publicInputs.merkleRoot),
      boundParamsHash: wordHex(publicInputs.boundParamsHash),
      nullifiers: publicInputs.nullifiers.map(wordHex),
      commitments: publicInputs.commitments.map(wordHex),
    },
    boundParams: {
      ...boundParams,
      minGasPrice: boundParams.minGasPrice.toString(),
      commitmentCiphertext: boundParams.commitmentCiphertext.map((note) => ({ ...note })),
    },
  };
}

function wordHex(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`;
}

function readPart(json: unknown): PlannedPart {
  const part = fields(json, ['token', 'outputs', 'publicInputs', 'boundParams']);
  return {
    token: hex(part.token, 20),
    outputs: list(part.outputs).map(readOutput),
    publicInputs: readPublicInputs(part.publicInputs),
    boundParams: readBoundParams(part.boundParams),
  };
}

function readOutput(json: unknown): PlannedOutput {
  const { role } = record(json);
  if (role === 'unshield') {
    const { value, recipient } = fields(json, ['role', 'value', 'recipient']);
    return { role, value: digits(value, VALUE), recipient: hex(recipient, 20) };
  }
  const note = fields(json, ['role', 'value', 'random', 'senderRandom', 'feeRecipient']);
  const known = noteRoles.find((each) => each === role);
  if (known === undefined) throw new NotAPlan('role');
  if ((known === 'fee') !== (note.feeRecipient !== null)) throw new NotAPlan('feeRecipient');
  return {
    role: known,
    value: digits(note.value, VALUE),
    random: hex(note.random, 16),
    senderRandom: hex(note.senderRandom, 15),
    feeRecipient: note.feeRecipient === null ? null : text(note.feeRecipient, /^0zk1[0-9a-z]+$/),
  };
}

function readPublicInputs(json: unknown): PublicInputs {
  const names = ['merkleRoot', 'boundParamsHash', 'nullifiers', 'commitments'];
  const inputs = fields(json, names);
  return {
    merkleRoot: element(inputs.merkleRoot),
    boundParamsHash: element(inputs.boundParamsHash),
    nullifiers: list(inputs.nullifiers).map(element),
    commitments: list(inputs.commitments).map(element),
  };
}

function readBoundParams(json: unknown): BoundParams {
  const names = ['treeNumber', 'minGasPrice', 'unshield', 'chainId', 'adaptContract'];
  const params = fields(json, [...names, 'adaptParams', 'commitmentCiphertext']);
  return {
    treeNumber: integer(params.treeNumber, TREE),
    minGasPrice: digits(params.minGasPrice, GAS_PRICE),
    unshield: integer(params.unshield, 3n),
    chainId: integer(params.chainId, CHAIN),
    adaptContract: hex(params.adaptContract, 20),
    adaptParams: hex(params.adaptParams, 32),
    commitmentCiphertext: list(params.commitmentCiphertext).map(readCiphertext),
  };
}

function readCiphertext(json: unknown): NoteCiphertext {
  const keys = ['blindedSenderViewingKey', 'blindedReceiverViewingKey'];
  const note = fields(json, ['ciphertext', ...keys, 'annotationData', 'memo']);
  const ciphertext = list(note.ciphertext).map((word) => hex(word, 32));
  if (ciphertext.length !== 4) throw new NotAPlan('ciphertext');
  return {
    ciphertext,
    blindedSenderViewingKey: hex(note.blindedSenderViewingKey, 32),
    blindedReceiverViewingKey: hex(note.blindedReceiverViewingKey, 32),
    annotationData: bytes(note.annotationData),
    memo: bytes(note.memo),
  };
}

function record(json: unknown): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) throw new NotAPlan();
  return Object.fromEntries(Object.entries(json));
}

/** All of them, and no other. */
function fields(json: unknown, names: readonly string[]): Readonly<Record<string, unknown>> {
  const found = record(json);
  const count = Object.keys(found).length;
  if (count !== names.length || names.some((name) => !Object.hasOwn(found, name))) {
    throw new NotAPlan(names.join());
  }
  return found;
}

function list(json: unknown): readonly unknown[] {
  if (!Array.isArray(json) || json.length > MOST_ENTRIES) throw new NotAPlan('list');
  return json;
}

function text(json: unknown, form: RegExp): string {
  if (typeof json !== 'string' || !form.test(json)) throw new NotAPlan(String(form));
  return json;
}

function hex(json: unknown, length: number): string {
  return text(json, new RegExp(`^0x[0-9a-f]{${length * 2}}$`));
}

function bytes(json: unknown): string {
  const found = text(json, /^0x(?:[0-9a-f]{2})*$/);
  if (found.length > 2 + 2 * MOST_BYTES) throw new NotAPlan('bytes');
  return found;
}

function element(json: unknown): bigint {
  const value = BigInt(hex(json, 32));
  if (value >= FIELD_ORDER) throw new NotAPlan('element');
  return value;
}

function digits(json: unknown, limit: bigint): bigint {
  const value = BigInt(text(json, /^(?:0|[1-9][0-9]{0,40})$/));
  if (value >= limit) throw new NotAPlan('digits');
  return value;
}

function integer(json: unknown, limit: bigint): number {
  if (typeof json !== 'number' || !Number.isSafeInteger(json)) throw new NotAPlan('integer');
  if (json < 0 || BigInt(json) >= limit) throw new NotAPlan('integer');
  return json;
}
