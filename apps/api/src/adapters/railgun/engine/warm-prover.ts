import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { groth16 } from 'snarkjs';

const SMALLEST = 'artifacts-v2.1/01x02/vkey.json';

/**
 * Starts the threads that make proofs, which would cost the first user some tenths of a second. Only
 * checking a proof starts them: this one is empty, and wrong.
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
