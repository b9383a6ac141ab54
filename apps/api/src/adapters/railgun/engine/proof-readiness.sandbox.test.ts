import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clearArtifactCache } from '@railgun-community/wallet';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unpackArtifacts } from '#sandbox/railgun/unpack-artifacts';
import { openCircuit } from '../prover/circuit.ts';
import type { UsualCircuit } from '../prover/start-prover.ts';
import { createProofReadiness } from './proof-readiness.ts';

const ARTIFACTS = join(import.meta.dirname, '../../../../../../.cache/artifacts');

const usual: UsualCircuit[] = [];
beforeAll(async () => {
  await unpackArtifacts(ARTIFACTS);
  const warm = async (circuit: UsualCircuit) => void usual.push(circuit);
  const readiness = createProofReadiness(ARTIFACTS, { kind: () => 'native', warm });
  while (await readiness.advance());
}, 600_000);
afterAll(clearArtifactCache);

it('calculates each usual circuit to its end, and refuses the same numbers for a proof', async () => {
  expect(usual).toHaveLength(4);
  for (const { circuitFile, inputs } of usual) {
    const circuit = await openCircuit(await WebAssembly.compile(await readFile(circuitFile)));
    const prove = () => circuit.calculate(inputs);
    expect(prove).toThrow('inputs that do not satisfy the circuit');
    circuit.warm(inputs);
    expect(prove).toThrow('inputs that do not satisfy the circuit');
    expect(() => circuit.warm({ ...inputs, publicKey: [1n] })).toThrow('too few');
    expect(() => circuit.warm({ other: 1n, ...inputs })).toThrow('does not have');
  }
});
