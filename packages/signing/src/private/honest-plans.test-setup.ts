import type { PrivateConfirmation } from './confirmation.ts';
import {
  type AdaptSpec,
  type NoteSpec,
  type PlanSpec,
  testWallet,
} from './engine-plans.test-setup.ts';

export const sender = testWallet(Buffer.alloc(16, 1));
export const recipient = testWallet(Buffer.alloc(16, 2));
export const broadcaster = testWallet(Buffer.alloc(16, 3));
export const mallory = testWallet(Buffer.alloc(16, 4));

export const CHAIN_ID = 31337;
export const USDC = '0x2222222222222222222222222222222222222222';
export const WRAPPED = '0x3333333333333333333333333333333333333333';
export const RELAY_ADAPT = '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
export const PAYEE = '0xbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb';
export const MALLORYS = '0xcccccccccccccccccccccccccccccccccccccccc';
export const MEMO = `${'For lunch'.padEnd(64)}`;

const AMOUNT = 1_000_000n;
const FEE = 30_000n;
const GAS_PRICE = 40_000_000_000n;
const fee = { token: USDC, most: FEE, mostPerGas: GAS_PRICE };
const wrappedFee = { ...fee, token: WRAPPED };

/** A plan that does what was confirmed, as RAILGUN's own software makes it. */
export interface Honest {
  readonly name: string;
  readonly spec: PlanSpec;
  readonly confirmation: PrivateConfirmation;
}

export const changeNote: NoteSpec = { to: sender, value: 7n, role: 'change', isSenderShown: true };
export const feeNote: NoteSpec = { to: broadcaster, value: FEE, role: 'fee' };
const payNote: NoteSpec = { to: recipient, value: AMOUNT, role: 'payment' };

const transfer = { kind: 'transfer', chainId: CHAIN_ID, token: USDC, amount: AMOUNT } as const;
const sent = { ...transfer, recipient: recipient.privateAddress, memo: null, showSender: false };
const left = { kind: 'unshield', chainId: CHAIN_ID, token: USDC, amount: AMOUNT } as const;
const leftNative = { ...left, kind: 'unshield-native', token: WRAPPED, recipient: PAYEE } as const;
const unpaid = { minGasPrice: 0n, chainId: CHAIN_ID, adapt: null };
const paid = { ...unpaid, minGasPrice: GAS_PRICE };
const bound: AdaptSpec = { contract: RELAY_ADAPT, unwrapsTo: null, requireSuccess: true };
const unwrapping: AdaptSpec = { contract: RELAY_ADAPT, unwrapsTo: PAYEE, requireSuccess: true };

const third = (place: number, value: bigint): NoteSpec => ({
  ...payNote,
  value,
  memo: `part ${place}`,
});
const thirds = [500_000n, 300_000n, 200_000n];

export const honest = {
  transfer: {
    name: 'transfer',
    spec: {
      ...unpaid,
      parts: [{ token: USDC, positions: [3], notes: [payNote, changeNote] }],
    },
    confirmation: { ...sent, fee: null },
  },
  paidTransfer: {
    name: 'transfer with a message, its sender and a paid broadcaster',
    spec: {
      ...paid,
      parts: [
        {
          ...{ token: USDC, positions: [4, 5] },
          notes: [feeNote, { ...payNote, isSenderShown: true, memo: MEMO }, changeNote],
        },
      ],
    },
    confirmation: { ...sent, memo: 'For lunch', showSender: true, fee },
  },
  otherFeeToken: {
    name: 'transfer whose broadcaster is paid in another token',
    spec: {
      ...paid,
      adapt: bound,
      parts: [
        { token: WRAPPED, positions: [6], notes: [feeNote, changeNote] },
        { token: USDC, positions: [7], notes: [payNote, changeNote] },
      ],
    },
    confirmation: { ...sent, fee: wrappedFee },
  },
  splitTransfer: {
    name: 'transfer of three proofs',
    spec: {
      ...paid,
      adapt: bound,
      parts: thirds.map((value, place) => ({
        token: USDC,
        positions: [10 + 2 * place, 11 + 2 * place],
        notes: [...(place === 0 ? [feeNote] : []), third(0, value), changeNote],
      })),
    },
    confirmation: { ...sent, memo: 'part 0', fee },
  },
  unshield: {
    name: 'unshield',
    spec: {
      ...unpaid,
      parts: [
        {
          ...{ token: USDC, positions: [20], notes: [changeNote] },
          unshield: { to: PAYEE, value: AMOUNT },
        },
      ],
    },
    confirmation: { ...left, recipient: PAYEE, fee: null },
  },
  splitUnshield: {
    name: 'unshield of two proofs and a paid broadcaster',
    spec: {
      ...paid,
      adapt: bound,
      parts: [600_000n, 400_000n].map((value, place) => ({
        ...{ token: USDC, positions: [30 + place] },
        notes: [...(place === 0 ? [feeNote] : []), changeNote],
        unshield: { to: PAYEE, value },
      })),
    },
    confirmation: { ...left, recipient: PAYEE, fee },
  },
  native: {
    name: 'unshield of the native coin',
    spec: {
      ...unpaid,
      adapt: unwrapping,
      parts: [
        {
          ...{ token: WRAPPED, positions: [40], notes: [changeNote] },
          unshield: { to: RELAY_ADAPT, value: AMOUNT },
        },
      ],
    },
    confirmation: { ...leftNative, fee: null },
  },
  paidNative: {
    name: 'unshield of the native coin by two proofs and a paid broadcaster',
    spec: {
      ...paid,
      adapt: { ...unwrapping, requireSuccess: false },
      parts: [600_000n, 400_000n].map((value, place) => ({
        ...{ token: WRAPPED, positions: [50 + place] },
        notes: [...(place === 0 ? [feeNote] : []), changeNote],
        unshield: { to: RELAY_ADAPT, value },
      })),
    },
    confirmation: { ...leftNative, fee: wrappedFee },
  },
} as const satisfies Readonly<Record<string, Honest>>;
