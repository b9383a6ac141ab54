import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { artifactCache, clearArtifactCache } from '@railgun-community/wallet';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { UsualCircuit } from '../prover/start-prover.ts';
import { createProofReadiness } from './proof-readiness.ts';

const snarkjs = { kind: () => 'snarkjs' as const, warm: async () => undefined };

let directory: string;
beforeEach(async () => {
  clearArtifactCache();
  directory = await mkdtemp(join(tmpdir(), 'kax-artifacts-'));
});
afterEach(() => rm(directory, { recursive: true }));

it('keeps the available files of the usual circuits in memory, and no others', async () => {
  for (const circuit of ['01x02', '02x03', '08x02']) await writeCircuit(circuit);
  await rm(join(directory, 'artifacts-v2.1/02x03/wasm'));
  await finish();
  expect(Object.keys(artifactCache)).toEqual(['01x02']);
  expect(artifactCache['01x02']).toEqual({
    zkey: Buffer.from('zkey of 01x02'),
    wasm: Buffer.from('wasm of 01x02'),
    vkey: { of: '01x02' },
    dat: undefined,
  });
});

it('skips files that a proof has already read', async () => {
  await writeCircuit('01x03');
  const known = { zkey: Buffer.from('known'), wasm: undefined, vkey: {}, dat: undefined };
  artifactCache['01x03'] = known;
  await finish();
  expect(artifactCache['01x03']).toBe(known);
});

it('has an end, after which there is nothing to do', async () => {
  const readiness = await finish();
  await writeCircuit('01x02');
  expect(await readiness.advance()).toBe(false);
  expect(Object.keys(artifactCache)).toEqual([]);
});

it('has the program started for the circuits that are there, the most usual first', async () => {
  for (const circuit of ['02x02', '08x02', '01x02']) await writeCircuit(circuit);
  const warmed: UsualCircuit[] = [];
  const warm = async (circuit: UsualCircuit) => void warmed.push(circuit);
  const readiness = createProofReadiness(directory, { kind: () => 'native', warm });
  while (await readiness.advance());
  const homes = ['01x02', '02x02'].map((name) => join(directory, 'artifacts-v2.1', name));
  expect(warmed).toMatchObject(
    homes.map((home) => ({ circuitFile: join(home, 'wasm'), keyFile: join(home, 'zkey') })),
  );
});

it('rejects files that cannot be parsed, and continues with the next', async () => {
  await writeCircuit('01x02');
  await writeCircuit('01x03');
  await writeFile(join(directory, 'artifacts-v2.1/01x02/vkey.json'), 'no JSON');
  const readiness = createProofReadiness(directory, snarkjs);
  await expect(readiness.advance()).rejects.toThrow(SyntaxError);
  expect(await readiness.advance()).toBe(true);
  expect(Object.keys(artifactCache)).toEqual(['01x03']);
});

async function finish() {
  const readiness = createProofReadiness(directory, snarkjs);
  while (await readiness.advance());
  return readiness;
}

async function writeCircuit(circuit: string): Promise<void> {
  const home = join(directory, 'artifacts-v2.1', circuit);
  await mkdir(home, { recursive: true });
  for (const name of ['zkey', 'wasm']) await writeFile(join(home, name), `${name} of ${circuit}`);
  await writeFile(join(home, 'vkey.json'), JSON.stringify({ of: circuit }));
}
