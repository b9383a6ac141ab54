import { copySecret } from '../../apps/api/src/ports/copy-secret.ts';

// Copies secrets in one way, lets garbage collection move them, overwrites them and waits to be searched.
const [, , method, length = '32'] = process.argv;
const copies: Uint8Array[] = [];
const source = new Uint8Array(new ArrayBuffer(Number.parseInt(length, 10)));
for (let number = 0; number < 100; number += 1) {
  for (let at = 0; at < source.length; at += 1) source[at] = (at * 29 + 113) & 255;
  new DataView(source.buffer).setUint16(0, number);
  copies.push(method === 'copySecret' ? copySecret(source) : Uint8Array.from(source));
}
source.fill(0);
for (let round = 0; round < 2; round += 1) globalThis.gc?.({ type: 'minor' });
for (const copy of copies) copy.fill(0);
// Said as a string that is not the pattern itself.
const hexOf = (at: number) => ((at * 29 + 113) & 255).toString(16).padStart(2, '0');
process.send?.(Array.from({ length: 14 }, (_, at) => hexOf(at + 2)).join(''));
setInterval(() => {}, 1_000);
