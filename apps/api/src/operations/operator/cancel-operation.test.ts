import { expect, test } from 'vitest';
import { type Operation, startOperation } from '#domain/operation/operation';
import { transition } from '#domain/operation/transition';
import {
  buildInclusion,
  buildPrivateTransaction,
  buildSigned,
  buildSigning,
  START,
} from '#testing/operation';
import { refusalToCancel } from './cancel-operation.ts';

const cancel = { type: 'cancellation-requested', reason: 'user', at: START } as const;
const mined = transition(buildSigned(), { type: 'mined', inclusion: buildInclusion() });

test.each([buildSigned(), buildSigned(buildPrivateTransaction())])(
  'an operator can cancel what a user sends ($kind) and what the broadcaster sends',
  (operation) => {
    expect(refusalToCancel(operation, START)).toBeNull();
  },
);

test.each<[string, Operation]>([
  ['It is being cancelled already.', transition(buildSigned(), cancel)],
  ['Block 10 has it. It is too late to cancel.', mined],
  ['It ended (confirmed).', transition(mined, { type: 'finalized', at: START })],
  ['without a cancellation', buildSigned({}, { ...buildSigning(), cancellation: null })],
  ['It is not signed yet.', startOperation(buildPrivateTransaction())],
])('an operator learns why something cannot be cancelled: "%s"', (sentence, operation) => {
  expect(refusalToCancel(operation, START)).toContain(sentence);
});
