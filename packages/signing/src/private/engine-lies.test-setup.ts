import type { PrivateCheck } from './checks.ts';
import type { AdaptSpec, NoteSpec, PartSpec, PlanSpec } from './engine-plans.test-setup.ts';
import {
  changeNote,
  feeNote,
  type Honest,
  honest,
  MALLORYS,
  mallory,
  PAYEE,
  RELAY_ADAPT,
  recipient,
  USDC,
} from './honest-plans.test-setup.ts';

/** A plan that isn't what was confirmed, made by RAILGUN's own software, and the check that refuses it. */
export interface EngineLie {
  readonly name: string;
  readonly of: Honest;
  readonly spec: PlanSpec;
  readonly check: PrivateCheck;
}

const OTHER_TOKEN = '0x4444444444444444444444444444444444444444';
const all: readonly Honest[] = Object.values(honest);
const { transfer, paidTransfer, otherFeeToken, splitTransfer } = honest;
const { unshield, splitUnshield, native, paidNative } = honest;
const transfers = [transfer, paidTransfer, otherFeeToken, splitTransfer];
const unshields = [unshield, splitUnshield];
const natives = [native, paidNative];
const paid = [paidTransfer, otherFeeToken, splitTransfer, splitUnshield, paidNative];
const unpaid = [transfer, unshield, native];
const bound = [otherFeeToken, splitTransfer, splitUnshield, native, paidNative];

type Lie = Pick<EngineLie, 'name' | 'check'> & {
  readonly of: readonly Honest[];
  readonly change: (spec: PlanSpec) => PlanSpec;
};

const lies: readonly Lie[] = [
  {
    ...{ name: 'pays someone else', of: transfers, check: 'recipient' },
    change: notes('payment', { to: mallory }),
  },
  {
    ...{ name: 'pays more', of: transfers, check: 'amount' },
    change: lastNote('payment', (note) => ({ ...note, value: note.value + 1n })),
  },
  {
    ...{ name: 'pays less', of: transfers, check: 'amount' },
    change: lastNote('payment', (note) => ({ ...note, value: note.value - 1n })),
  },
  {
    ...{ name: 'pays in another token', of: transfers, check: 'token' },
    change: parts((part) => (part.token === USDC ? { ...part, token: OTHER_TOKEN } : part)),
  },
  {
    ...{ name: 'writes a message', of: [transfer, otherFeeToken], check: 'memo' },
    change: notes('payment', { memo: 'Send me more' }),
  },
  {
    ...{ name: 'writes another message', of: [paidTransfer, splitTransfer], check: 'memo' },
    change: notes('payment', { memo: 'For dinner' }),
  },
  {
    ...{ name: 'leaves the message out', of: [paidTransfer, splitTransfer], check: 'memo' },
    change: notes('payment', { memo: '' }),
  },
  {
    ...{ name: 'writes something to oneself', of: [transfer, unshield, native], check: 'memo' },
    change: notes('change', { memo: 'Hello' }),
  },
  {
    ...{ name: 'writes something to the broadcaster', of: paid, check: 'memo' },
    change: notes('fee', { memo: 'Hello' }),
  },
  {
    ...{ name: 'shows the sender', of: [transfer, splitTransfer], check: 'sender' },
    change: notes('payment', { isSenderShown: true }),
  },
  {
    ...{ name: 'hides the sender', of: [paidTransfer], check: 'sender' },
    change: notes('payment', { isSenderShown: false }),
  },
  {
    ...{ name: 'shows the sender to the broadcaster', of: paid, check: 'sender' },
    change: notes('fee', { isSenderShown: true }),
  },
  {
    ...{ name: 'leaves the change to someone else', of: all, check: 'change' },
    change: notes('change', { to: mallory }),
  },
  {
    ...{ name: 'leaves the change to the recipient', of: transfers, check: 'change' },
    change: notes('change', { to: recipient }),
  },
  {
    ...{ name: 'raises the fee', of: paid, check: 'fee' },
    change: notes('fee', { value: feeNote.value + 1n }),
  },
  {
    ...{ name: 'takes a fee where there is none', of: unpaid, check: 'fee' },
    change: firstPart((part) => ({ ...part, notes: [{ ...feeNote, value: 1n }, ...part.notes] })),
  },
  {
    ...{ name: 'takes the fee twice', of: paid, check: 'fee' },
    change: firstPart((part) => ({ ...part, notes: [feeNote, ...part.notes] })),
  },
  {
    ...{ name: 'takes the fee in another token', of: [otherFeeToken], check: 'token' },
    change: firstPart((part) => ({ ...part, token: OTHER_TOKEN })),
  },
  {
    ...{ name: 'pays the recipient twice', of: transfers, check: 'amount' },
    change: lastPart((part) => ({
      ...part,
      notes: [...part.notes.filter(({ role }) => role === 'payment'), ...part.notes],
    })),
  },
  {
    ...{ name: 'pays out to someone else', of: unshields, check: 'recipient' },
    change: unshieldParts({ to: MALLORYS }),
  },
  {
    ...{ name: 'pays out past the contract that unwraps', of: natives, check: 'recipient' },
    change: unshieldParts({ to: PAYEE }),
  },
  {
    ...{ name: 'pays out to a stranger, past that contract', of: natives, check: 'recipient' },
    change: unshieldParts({ to: MALLORYS }),
  },
  {
    ...{ name: 'pays out more', of: [...unshields, ...natives], check: 'amount' },
    change: lastPart((part) => withUnshield(part, (value) => value + 1n)),
  },
  {
    ...{ name: 'pays out less', of: [...unshields, ...natives], check: 'amount' },
    change: lastPart((part) => withUnshield(part, (value) => value - 1n)),
  },
  {
    ...{ name: 'pays out another token', of: [...unshields, ...natives], check: 'token' },
    change: lastPart((part) => ({ ...part, token: OTHER_TOKEN })),
  },
  {
    ...{ name: 'lets whoever sends it take it', of: [...unshields, ...natives] },
    ...{ check: 'unshield-type', change: unshieldParts({ isRedirect: true }) },
  },
  {
    ...{ name: 'pays out what was to stay in the pool', of: transfers, check: 'outputs' },
    change: lastPart((part) => ({ ...part, unshield: { to: MALLORYS, value: 1n } })),
  },
  {
    ...{ name: 'pays within the pool what was to leave', of: unshields, check: 'outputs' },
    change: firstPart(({ unshield: _, ...part }) => ({
      ...part,
      notes: [{ to: mallory, value: 1n, role: 'payment' }, ...part.notes],
    })),
  },
  {
    ...{ name: 'does nothing but merge notes', of: [unshield, native], check: 'outputs' },
    change: parts(({ unshield: _, ...part }) => part),
  },
  {
    ...{ name: 'is for another network', of: all, check: 'network' },
    change: (spec) => ({ ...spec, chainId: 137 }),
  },
  {
    ...{ name: 'needs a gas price without a fee', of: unpaid, check: 'gas-price' },
    change: (spec) => ({ ...spec, minGasPrice: 1n }),
  },
  {
    ...{ name: 'needs a higher gas price', of: paid, check: 'gas-price' },
    change: (spec) => ({ ...spec, minGasPrice: spec.minGasPrice + 1n }),
  },
  {
    ...{ name: 'spends a note twice in one part', of: all, check: 'notes' },
    change: firstPart((part) => ({ ...part, positions: [9, 9] })),
  },
  {
    ...{ name: 'spends a note in two parts', of: [splitTransfer, splitUnshield, paidNative] },
    ...{ check: 'notes', change: parts((part) => ({ ...part, positions: [9] })) },
  },
  {
    ...{ name: 'is bound to nothing', of: bound, check: 'binding' },
    change: (spec) => ({ ...spec, adapt: null }),
  },
  {
    ...{ name: 'is bound where nothing has to be', of: [transfer, paidTransfer, unshield] },
    check: 'binding',
    change: (spec) => ({
      ...spec,
      adapt: { contract: RELAY_ADAPT, unwrapsTo: null, requireSuccess: true },
    }),
  },
  {
    ...{ name: 'is bound to another contract', of: bound, check: 'binding' },
    change: adapt({ contract: MALLORYS }),
  },
  {
    ...{ name: 'sends the unwrapped coin to someone else', of: natives, check: 'binding' },
    change: adapt({ unwrapsTo: MALLORYS }),
  },
  {
    ...{ name: 'leaves the coin with the contract', of: natives, check: 'binding' },
    change: adapt({ unwrapsTo: null }),
  },
  {
    ...{ name: 'is bound with other random bytes than it says', of: bound, check: 'binding' },
    change: adapt({ random: 'cd'.repeat(31) }),
  },
  {
    ...{ name: 'is bound with another rule for calls that fail', of: bound, check: 'binding' },
    change: adaptOf((before) => ({ ...before, requireSuccess: !before.requireSuccess })),
  },
  {
    ...{ name: 'is bound with a least amount of gas', of: bound, check: 'binding' },
    change: adapt({ minGasLimit: 1n }),
  },
  {
    ...{ name: 'calls something else as well', of: bound, check: 'binding' },
    change: adapt({ extraCalls: [{ to: MALLORYS, data: '0x12345678' }] }),
  },
  {
    ...{ name: 'is bound to its first part only', of: [splitTransfer, splitUnshield, paidNative] },
    ...{ check: 'binding', change: adapt({ boundParts: 1 }) },
  },
  {
    ...{ name: 'hides a payment in the history as change', of: transfers, check: 'annotation' },
    change: notes('payment', { role: 'change', statedRole: 'payment' }),
  },
  {
    ...{ name: 'hides the fee in the history as a payment', of: paid, check: 'annotation' },
    change: notes('fee', { role: 'payment', statedRole: 'fee' }),
  },
  {
    ...{ name: 'returns the change twice', of: [transfer, unshield, native], check: 'outputs' },
    change: firstPart((part) => ({ ...part, notes: [...part.notes, changeNote] })),
  },
  {
    ...{ name: 'calls a payment to someone else the fee', of: paid, check: 'fee' },
    change: firstPart((part) => ({
      ...part,
      notes: [{ to: mallory, value: 1n, role: 'fee' }, ...part.notes],
    })),
  },
];

/** Every lie about every plan that it fits. */
export const engineLies: readonly EngineLie[] = lies.flatMap(({ name, of, check, change }) =>
  of.map((plan) => ({
    ...{ name: `${plan.name} ${name}`, of: plan, spec: change(plan.spec), check },
  })),
);

type PartChange = (part: PartSpec) => PartSpec;

function parts(change: PartChange) {
  return (spec: PlanSpec): PlanSpec => ({ ...spec, parts: spec.parts.map(change) });
}

function firstPart(change: PartChange) {
  return (spec: PlanSpec): PlanSpec => ({
    ...spec,
    parts: spec.parts.map((part, place) => (place === 0 ? change(part) : part)),
  });
}

function lastPart(change: PartChange) {
  return (spec: PlanSpec): PlanSpec => ({
    ...spec,
    parts: spec.parts.map((part, at) => (at === spec.parts.length - 1 ? change(part) : part)),
  });
}

function notes(role: NoteSpec['role'], over: Partial<NoteSpec>) {
  return parts((part) => ({
    ...part,
    notes: part.notes.map((note) => (note.role === role ? { ...note, ...over } : note)),
  }));
}

function lastNote(role: NoteSpec['role'], change: (note: NoteSpec) => NoteSpec) {
  return lastPart((part) => ({
    ...part,
    notes: part.notes.map((note) => (note.role === role ? change(note) : note)),
  }));
}

function unshieldParts(over: Partial<NonNullable<PartSpec['unshield']>>) {
  return parts((part) =>
    part.unshield ? { ...part, unshield: { ...part.unshield, ...over } } : part,
  );
}

function withUnshield(part: PartSpec, change: (value: bigint) => bigint): PartSpec {
  if (!part.unshield) return part;
  return { ...part, unshield: { ...part.unshield, value: change(part.unshield.value) } };
}

function adapt(over: Partial<AdaptSpec>) {
  return adaptOf((before) => ({ ...before, ...over }));
}

function adaptOf(change: (before: AdaptSpec) => AdaptSpec) {
  return (spec: PlanSpec): PlanSpec => ({ ...spec, adapt: spec.adapt && change(spec.adapt) });
}
