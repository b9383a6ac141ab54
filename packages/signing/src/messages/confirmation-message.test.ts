import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readConfirmation, writePrivateConfirmation } from './confirmation-message.ts';

const hexAddress = fc.stringMatching(/^0x[0-9a-f]{40}$/);
const amount = fc.bigInt({ min: 0n, max: 2n ** 120n - 1n });
const common = {
  chainId: fc.nat(),
  token: hexAddress,
  amount: fc.bigInt({ min: 1n, max: 2n ** 120n - 1n }),
  fee: fc.option(fc.record({ token: hexAddress, most: amount, mostPerGas: amount })),
};
const transfer = fc.record({
  ...common,
  kind: fc.constant('transfer' as const),
  recipient: fc.stringMatching(/^0zk[0-9a-z]{124}$/),
  memo: fc.option(fc.string({ maxLength: 600, unit: 'grapheme' }).filter(isShort)),
  showSender: fc.boolean(),
});
const unshield = fc.record({
  ...common,
  kind: fc.constantFrom('unshield' as const, 'unshield-native' as const),
  recipient: hexAddress,
});

function isShort(text: string): boolean {
  return text.length <= 1_000;
}

it('reads what was written of a private payment, after it was sent as JSON', () => {
  fc.assert(
    fc.property(fc.oneof(transfer, unshield), (confirmation) => {
      const message: unknown = JSON.parse(JSON.stringify(writePrivateConfirmation(confirmation)));
      expect(readConfirmation(message)).toEqual(confirmation);
    }),
  );
});
