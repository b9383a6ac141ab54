import { beforeAll, describe, expect, it } from 'vitest';
import { createEnginePlanner } from './engine-plans.test-setup.ts';
import { type Honest, honest, sender } from './honest-plans.test-setup.ts';
import type { PrivatePlan } from './plan.ts';
import { readPrivatePlan, writePrivatePlan } from './plan-json.ts';

let plan: PrivatePlan;
let text: string;
let planner: Awaited<ReturnType<typeof createEnginePlanner>>;
beforeAll(async () => {
  planner = await createEnginePlanner(sender);
  plan = await planner.plan(honest.paidTransfer.spec);
  text = JSON.stringify(writePrivatePlan(plan));
});

it.each<Honest>(Object.values(honest))('reads what was written: $name', async ({ spec }) => {
  const of = await planner.plan(spec);
  const written = JSON.stringify(writePrivatePlan(of));
  expect(readPrivatePlan(JSON.parse(written))).toEqual(of);
  expect(written.length).toBeLessThan(10_000);
});

describe('reads nothing else', () => {
  it.each([null, undefined, 5, 'text', [], {}, { parts: [] }, { parts: {}, adaptRandom: null }])(
    '%j',
    (json) => {
      expect(readPrivatePlan(json)).toBeNull();
    },
  );

  it.each<[string, (path: Editable) => void]>([
    ['something more', (edit) => edit([], (root) => ({ ...root, more: 1 }))],
    ['a random of 30 bytes', (edit) => edit(['adaptRandom'], () => `0x${'11'.repeat(30)}`)],
    ['capitals', (edit) => edit([...PART, 'token'], () => `0x${'AA'.repeat(20)}`)],
    ['no token', (edit) => edit([...PART, 'token'], () => undefined)],
    ['an unknown role', (edit) => edit([...NOTE, 'role'], () => 'gift')],
    ['a fee for no one', (edit) => edit([...NOTE, 'feeRecipient'], () => null)],
    ['a negative value', (edit) => edit([...NOTE, 'value'], () => '-1')],
    ['a value with a zero before it', (edit) => edit([...NOTE, 'value'], () => '01')],
    ['a value as a number', (edit) => edit([...NOTE, 'value'], () => 1)],
    ['a value of 121 bits', (edit) => edit([...NOTE, 'value'], () => `${2n ** 120n}`)],
    ['a short random', (edit) => edit([...NOTE, 'random'], () => '0x11')],
    ['a root beyond the field', (edit) => edit([...INPUTS, 'merkleRoot'], () => HUGE)],
    ['a nullifier beyond the field', (edit) => edit([...INPUTS, 'nullifiers'], () => [HUGE])],
    ['a commitment beyond the field', (edit) => edit([...INPUTS, 'commitments'], () => [HUGE])],
    ['a tree beyond the limit', (edit) => edit([...BOUND, 'treeNumber'], () => 65_536)],
    ['half a tree', (edit) => edit([...BOUND, 'treeNumber'], () => 0.5)],
    ['a negative tree', (edit) => edit([...BOUND, 'treeNumber'], () => -1)],
    ['a gas price of 49 bits', (edit) => edit([...BOUND, 'minGasPrice'], () => `${2n ** 48n}`)],
    ['an unshield of type 3', (edit) => edit([...BOUND, 'unshield'], () => 3)],
    ['a network as text', (edit) => edit([...BOUND, 'chainId'], () => '137')],
    ['a contract of 19 bytes', (edit) => edit([...BOUND, 'adaptContract'], () => '0x11')],
    ['three words', (edit) => edit([...CIPHERTEXT, 'ciphertext'], () => [WORD, WORD, WORD])],
    ['half a byte', (edit) => edit([...CIPHERTEXT, 'memo'], () => '0x1')],
    ['a huge message', (edit) => edit([...CIPHERTEXT, 'memo'], () => `0x${'11'.repeat(5000)}`)],
    ['hundreds of parts', (edit) => edit(['parts'], () => Array(65).fill(null))],
  ])('%s', (_, change) => {
    const json = JSON.parse(text);
    let root: unknown = json;
    change((path, to) => {
      root = replaced(json, path, to);
    });
    expect(root).not.toEqual(json);
    expect(readPrivatePlan(root)).toBeNull();
  });
});

const PART = ['parts', 0];
const NOTE = [...PART, 'outputs', 0];
const INPUTS = [...PART, 'publicInputs'];
const BOUND = [...PART, 'boundParams'];
const CIPHERTEXT = [...BOUND, 'commitmentCiphertext', 0];
const HUGE = `0x${'ff'.repeat(32)}`;
const WORD = `0x${'11'.repeat(32)}`;

type Path = readonly (string | number)[];
type Editable = (path: Path, to: (before: Record<string, unknown>) => unknown) => void;

function replaced(
  json: Record<string | number, never>,
  [key, ...rest]: Path,
  to: (before: Record<string, unknown>) => unknown,
): unknown {
  if (key === undefined) return to(json);
  const changed = rest.length === 0 ? to(json[key] ?? {}) : replaced(json[key] ?? {}, rest, to);
  return Array.isArray(json)
    ? json.map((each, place) => (place === key ? changed : each))
    : { ...json, [key]: changed };
}
