import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex } from '@noble/curves/utils.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { boundParamsHash, type NoteCiphertext } from '#pool/hashes';
import { checkPrivatePlan } from './check-plan.ts';
import type { PrivateCheck } from './checks.ts';
import type { PrivateConfirmation } from './confirmation.ts';
import { createEnginePlanner } from './engine-plans.test-setup.ts';
import { honest, mallory, RELAY_ADAPT, recipient, sender } from './honest-plans.test-setup.ts';
import type { PlannedNote, PlannedOutput, PlannedPart, PrivatePlan } from './plan.ts';
import { readPlanSignatures, signPrivatePlan } from './sign-plan.ts';

let plan: PrivatePlan;
let unshieldPlan: PrivatePlan;
beforeAll(async () => {
  const planner = await createEnginePlanner(sender);
  plan = await planner.plan(honest.paidTransfer.spec);
  unshieldPlan = await planner.plan(honest.unshield.spec);
});

const trusted = { keys: sender, contracts: { relayAdapt: RELAY_ADAPT } };
const { confirmation } = honest.paidTransfer;
const FEE = 0;
const PAYMENT = 1;
const CHANGE = 2;
const roles = [
  ['fee', FEE],
  ['payment', PAYMENT],
  ['change', CHANGE],
] as const;

describe('a plan that was changed in one place, and hashed again, is refused', () => {
  describe.each(roles)('the %s', (_, place) => {
    it.each([0, 1, 2, 3])('whose ciphertext does not open, word %i', async (word) => {
      await expectRefusal(
        withCiphertext(place, (note) => ({
          ...note,
          ciphertext: note.ciphertext.map((hex, at) => (at === word ? flipped(hex) : hex)),
        })),
        'ciphertext',
      );
    });

    it('whose message was changed within the ciphertext', async () => {
      await expectRefusal(
        withCiphertext(place, (note) => ({ ...note, memo: `${note.memo}00` })),
        'ciphertext',
      );
    });

    it('that its receiver would not find, for want of a key that leads to it', async () => {
      const point = `0x${bytesToHex(ed25519.Point.BASE.multiply(7n).toBytes())}`;
      await expectRefusal(
        withCiphertext(place, (note) => ({ ...note, blindedSenderViewingKey: point })),
        'ciphertext',
      );
      await expectRefusal(
        withCiphertext(place, (note) => ({ ...note, blindedReceiverViewingKey: point })),
        'ciphertext',
      );
    });

    it('whose keys are no points', async () => {
      const none = `0x${'ff'.repeat(32)}`;
      await expectRefusal(
        withCiphertext(place, (note) => ({ ...note, blindedReceiverViewingKey: none })),
        'ciphertext',
      );
      await expectRefusal(
        withCiphertext(place, (note) => ({ ...note, blindedSenderViewingKey: none })),
        'ciphertext',
      );
    });

    it.each([
      ['missing', () => '0x'],
      ['short', (hex: string) => hex.slice(0, 40)],
      ['of another role', (hex: string) => flipped(hex, 34)],
      ['of another random', (hex: string) => flipped(hex, 60)],
    ])('with an annotation that is %s', async (_name, change) => {
      await expectRefusal(
        withCiphertext(place, (note) => ({
          ...note,
          annotationData: change(note.annotationData),
        })),
        'annotation',
      );
    });

    it('with another commitment', async () => {
      await expectRefusal(
        withInputs((inputs) => ({
          ...inputs,
          commitments: inputs.commitments.map((each, at) => (at === place ? each + 1n : each)),
        })),
        'commitment',
      );
    });

    it.each([
      ['value', { value: 1n }],
      ['random', { random: `0x${'11'.repeat(16)}` }],
    ])('with another %s than its ciphertext', async (_name, over) => {
      await expectRefusal(withNote(place, over), 'ciphertext');
    });
  });

  it('with another sender’s random than its keys', async () => {
    const over = { senderRandom: `0x${'11'.repeat(15)}` };
    await expectRefusal(withNote(FEE, over), 'ciphertext');
    await expectRefusal(withNote(PAYMENT, over), 'sender');
    await expectRefusal(withNote(CHANGE, over), 'sender');
  });

  it('with another role than its note has', async () => {
    await expectRefusal(withNote(PAYMENT, { role: 'change' }), 'outputs');
    await expectRefusal(withNote(CHANGE, { role: 'payment' }), 'recipient');
    const asFee = { role: 'fee', feeRecipient: recipient.privateAddress } as const;
    await expectRefusal(withNote(CHANGE, asFee), 'sender');
  });

  it('with a fee for someone who is not the note’s receiver, or for no one', async () => {
    await expectRefusal(withNote(FEE, { feeRecipient: mallory.privateAddress }), 'fee');
    await expectRefusal(withNote(FEE, { feeRecipient: '0zk1qqqq' }), 'fee');
    await expectRefusal(withNote(FEE, { feeRecipient: null }), 'fee');
  });

  it('with outputs that don’t correspond to commitments', async () => {
    const part = onlyPart(plan);
    const { commitments, nullifiers } = part.publicInputs;
    const ciphertexts = part.boundParams.commitmentCiphertext;
    await expectRefusal(withOutputs([...part.outputs].reverse()), 'change');
    await expectRefusal(withOutputs(part.outputs.slice(0, 2)), 'outputs');
    await expectRefusal(withOutputs([]), 'outputs');
    await expectRefusal(
      withInputs((inputs) => ({ ...inputs, commitments: [...commitments, 5n] })),
      'outputs',
    );
    await expectRefusal(
      withInputs((inputs) => ({ ...inputs, commitments: commitments.slice(1) })),
      'outputs',
    );
    await expectRefusal(
      withInputs((inputs) => ({ ...inputs, commitments: [...commitments].reverse() })),
      'commitment',
    );
    await expectRefusal(
      withBound({ commitmentCiphertext: [...ciphertexts, ...ciphertexts.slice(1, 2)] }),
      'outputs',
    );
    await expectRefusal(withBound({ commitmentCiphertext: ciphertexts.slice(1) }), 'outputs');
    const many = Array.from({ length: 12 }, (_, place) => BigInt(place) + nullifierOf(plan));
    await expectRefusal(
      withInputs((inputs) => ({ ...inputs, nullifiers: many })),
      'outputs',
    );
    await expectRefusal(
      withInputs((inputs) => ({ ...inputs, nullifiers: [] })),
      'notes',
    );
    await expectRefusal(
      withInputs((inputs) => ({ ...inputs, nullifiers: [...nullifiers, ...nullifiers] })),
      'notes',
    );
  });

  it('with nothing in it, too much, or a part twice', async () => {
    const part = onlyPart(plan);
    await expectRefusal({ ...plan, parts: [] }, 'parts');
    await expectRefusal({ ...plan, parts: Array.from({ length: 33 }, () => part) }, 'parts');
    await expectRefusal({ ...plan, parts: [part, part] }, 'amount');
  });

  it('with another hash of what it is bound to, or another tree with the same hash', async () => {
    await expectRefusal(
      withInputs((inputs) => ({ ...inputs, boundParamsHash: inputs.boundParamsHash + 1n })),
      'bound-params',
    );
    const part = onlyPart(plan);
    const boundParams = { ...part.boundParams, treeNumber: 1 };
    await expectRefusal({ ...plan, parts: [{ ...part, boundParams }] }, 'bound-params');
  });

  it('with a binding that it must not have', async () => {
    await expectRefusal({ ...plan, adaptRandom: `0x${'11'.repeat(31)}` }, 'binding');
    await expectRefusal(withBound({ adaptContract: RELAY_ADAPT }), 'binding');
    await expectRefusal(withBound({ adaptParams: `0x${'11'.repeat(32)}` }), 'binding');
  });

  it.each([0, 2, 3])('with type %i of what leaves the pool', async (unshield) => {
    await expectRefusal(withBound({ unshield }, unshieldPlan), 'unshield-type', {
      ...honest.unshield.confirmation,
    });
  });

  it('with a type of what leaves the pool where nothing does', async () => {
    await expectRefusal(withBound({ unshield: 1 }), 'unshield-type');
  });

  it('that pays out before it returns the change', async () => {
    const { outputs } = onlyPart(unshieldPlan);
    await expectRefusal(
      withOutputs([...outputs].reverse(), unshieldPlan),
      'outputs',
      honest.unshield.confirmation,
    );
  });

  it('that pays out something else than its commitment says', async () => {
    const { outputs } = onlyPart(unshieldPlan);
    const changed = outputs.map((output) =>
      output.role === 'unshield' ? { ...output, value: output.value + 1n } : output,
    );
    await expectRefusal(
      withOutputs(changed, unshieldPlan),
      'commitment',
      honest.unshield.confirmation,
    );
  });
});

describe('a plan is refused for what was confirmed', () => {
  it.each<[string, Partial<PrivateConfirmation>, PrivateCheck]>([
    ['to no address', { recipient: '0zk1nothing' }, 'recipient'],
    ['to a public address as a private one', { recipient: RELAY_ADAPT }, 'recipient'],
    ['to someone else', { recipient: mallory.privateAddress }, 'recipient'],
    ['on another network', { chainId: 1 }, 'network'],
    ['of another amount', { amount: 1n }, 'amount'],
    ['of another token', { token: RELAY_ADAPT }, 'token'],
    ['without a fee', { fee: null }, 'gas-price'],
    ['with a lower fee', { fee: { ...feeOf(), most: feeOf().most - 1n } }, 'fee'],
    ['with a lower gas price', { fee: { ...feeOf(), mostPerGas: 1n } }, 'gas-price'],
    ['with a fee in another token', { fee: { ...feeOf(), token: RELAY_ADAPT } }, 'token'],
  ])('%s', async (_, over, name) => {
    await expectRefusal(plan, name, { ...confirmation, ...over } as PrivateConfirmation);
  });

  it.each(['0x', '0x0000000000000000000000000000000000000000', 'nowhere'])(
    'of what leaves the pool, to %s',
    async (to) => {
      const over = { ...honest.unshield.confirmation, recipient: to };
      await expectRefusal(unshieldPlan, 'recipient', over);
    },
  );

  it('by another wallet', async () => {
    const check = await checkPrivatePlan(plan, confirmation, { ...trusted, keys: mallory });
    expect(check).toEqual({ ok: false, check: 'ciphertext' });
  });
});

it('has signatures that fit no other plan, key or order', async () => {
  const check = await checkPrivatePlan(plan, confirmation, trusted);
  if (!check.ok) throw new Error(check.check);
  const signatures = signPrivatePlan(check.plan, sender.keys.spending);
  const key = sender.publicSpendingKey;
  expect(readPlanSignatures(plan, signatures, key)).toHaveLength(1);
  expect(readPlanSignatures(unshieldPlan, signatures, key)).toBeNull();
  expect(readPlanSignatures(plan, signatures, mallory.publicSpendingKey)).toBeNull();
  expect(readPlanSignatures(plan, [], key)).toBeNull();
  expect(readPlanSignatures(plan, [...signatures, ...signatures], key)).toBeNull();
  for (const text of signatures) {
    expect(readPlanSignatures(plan, [text.toUpperCase()], key)).toBeNull();
    expect(readPlanSignatures(plan, [text.slice(0, -2)], key)).toBeNull();
    expect(readPlanSignatures(plan, [flipped(text)], key)).toBeNull();
  }
});

async function expectRefusal(
  changed: PrivatePlan,
  check: PrivateCheck,
  confirmed: PrivateConfirmation = confirmation,
): Promise<void> {
  expect(await checkPrivatePlan(changed, confirmed, trusted)).toEqual({ ok: false, check });
}

function feeOf() {
  return honest.paidTransfer.confirmation.fee;
}

function onlyPart({ parts }: PrivatePlan): PlannedPart {
  const [part] = parts;
  if (part === undefined) throw new Error('There is no part.');
  return part;
}

function nullifierOf(of: PrivatePlan): bigint {
  return onlyPart(of).publicInputs.nullifiers[0] ?? 0n;
}

function withPart(over: Partial<PlannedPart>, of = plan): PrivatePlan {
  return { ...of, parts: [{ ...onlyPart(of), ...over }] };
}

/** As a server would that lies: its hash is of what it says. */
function withBound(over: Partial<PlannedPart['boundParams']>, of = plan): PrivatePlan {
  const part = onlyPart(of);
  const boundParams = { ...part.boundParams, ...over };
  const publicInputs = { ...part.publicInputs, boundParamsHash: boundParamsHash(boundParams) };
  return withPart({ boundParams, publicInputs }, of);
}

function withCiphertext(place: number, change: (note: NoteCiphertext) => NoteCiphertext) {
  const { commitmentCiphertext } = onlyPart(plan).boundParams;
  return withBound({
    commitmentCiphertext: commitmentCiphertext.map((note, at) =>
      at === place ? change(note) : note,
    ),
  });
}

function withInputs(change: (inputs: PlannedPart['publicInputs']) => PlannedPart['publicInputs']) {
  return withPart({ publicInputs: change(onlyPart(plan).publicInputs) });
}

function withOutputs(outputs: readonly PlannedOutput[], of = plan): PrivatePlan {
  return withPart({ outputs }, of);
}

function withNote(place: number, over: Partial<PlannedNote>): PrivatePlan {
  const { outputs } = onlyPart(plan);
  return withOutputs(
    outputs.map((output, at) =>
      at === place && output.role !== 'unshield' ? { ...output, ...over } : output,
    ),
  );
}

/** One digit, in the middle unless given. */
function flipped(hex: string, at = hex.length >> 1): string {
  const digit = (Number.parseInt(hex.charAt(at), 16) ^ 1).toString(16);
  return `${hex.slice(0, at)}${digit}${hex.slice(at + 1)}`;
}
