import type { ShieldedSeals } from '../ports/shielded-seals.ts';

/** Seals that anyone can read, which open only under the same key and context, as the real ones. */
export const READABLE_SEALS: Pick<ShieldedSeals, 'sealWith' | 'openWith' | 'tagWith'> = {
  sealWith: (key, plain, context) =>
    Buffer.concat([Buffer.from(labelOf(key, context)), Buffer.from(plain)]),
  openWith(key, sealed, context) {
    const label = labelOf(key, context);
    const text = Buffer.from(sealed);
    if (!text.toString('utf8').startsWith(label)) throw new Error('This opens something else.');
    return text.subarray(Buffer.byteLength(label));
  },
  tagWith: (key, text, context) => Buffer.from(`${labelOf(key, context)}${text}`),
};

function labelOf(key: Uint8Array, context: readonly string[]): string {
  return `${Buffer.from(key).toString('hex')} ${JSON.stringify(context)}: `;
}
