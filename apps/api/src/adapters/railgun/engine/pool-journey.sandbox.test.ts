import { type Hex, parseUnits } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readHistory } from './history.ts';
import { type Journey, type Person, startJourney } from './pool-journey.test-setup.ts';
import { estimateShield, shieldMessage } from './shield.ts';

const stranger: Hex = '0x00000000000000000000000000000000000000A1';
const units = (amount: string) => parseUnits(amount, 18);

let journey: Journey;
let alice: Person;
let bob: Person;
let broadcaster: Person;
let token: Hex;
let wrapped: Hex;
beforeAll(async () => {
  journey = await startJourney();
  alice = await journey.addPerson();
  bob = await journey.addPerson();
  broadcaster = await journey.addPerson();
  token = journey.bench.token;
  wrapped = journey.bench.wrappedNative;
});
afterAll(() => journey?.stop());

it('shields a token and the native coin, less a quarter of a percent', async () => {
  expect(journey.engine.shieldFeeBps).toBe(25n);
  const receipt = await journey.shield(alice, [units('1000')]);
  console.log('shield gas', receipt.gasUsed);
  await journey.untilBalance(alice, token, units('997.5'));
  const native = await journey.shield(alice, [units('20')], true);
  console.log('native shield gas', native.gasUsed);
  await journey.untilBalance(alice, wrapped, units('19.95'));
});

it('transfers', async () => {
  const proved = await journey.prove(alice, {
    kind: 'transfer',
    token,
    amount: units('40'),
    recipient: bob.privateAddress,
    memo: 'for lunch',
    showSender: true,
  });
  const receipt = await journey.send(proved);
  console.log('transfer gas', receipt.gasUsed, proved.provedInMs);
  await journey.untilBalance(bob, token, units('40'));
  await journey.untilBalance(alice, token, units('957.5'));
  console.log(
    JSON.stringify(
      await readHistory(journey.engine, bob.walletId),
      (_k, v) => (typeof v === 'bigint' ? `${v}` : v),
      1,
    ),
  );
});
