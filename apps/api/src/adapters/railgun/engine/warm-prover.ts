import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { groth16 } from 'snarkjs';

const SMALLEST = 'artifacts-v2.1/01x02/vkey.json';

/**
 * Starts the threads that proofs are made in, which would cost the first person some tenths of a second. It takes
 * checking a proof to start them: this one is of nothing, and wrong.
 */
export async function warmProver(artifactsDirectory: string): Promise<void> {
  const file = join(artifactsDirectory, SMALLEST);
  if (!existsSync(file)) return;
  const key = JSON.parse(await readFile(file, 'utf8'));
  const inputs = Array<string>(key.nPublic).fill('0');
  await groth16.verify(key, inputs, {
    pi_a: key.vk_alpha_1,
    pi_b: key.vk_beta_2,
    pi_c: key.vk_alpha_1,
    protocol: 'groth16',
    curve: 'bn128',
  });
}
