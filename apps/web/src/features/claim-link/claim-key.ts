import * as z from 'zod/mini';
import { parseJson } from '../../lib/parse-json.ts';
import { readEntry, writeEntry } from '../../lib/storage.ts';

/** Who claims what. */
interface Claimant {
  readonly code: string;
  readonly userId: string;
}

const ENTRY = 'claim';
const stored = z.object({
  code: z.string(),
  userId: z.string(),
  key: z.string(),
  /** The server made an operation of it. */
  isAccepted: z._default(z.boolean(), false),
});

/** @returns the key to claim with: that of an attempt whose outcome is unknown, which survives a reload, or a new one */
export function keyToClaim(claimant: Claimant): string {
  const saved = readKey(claimant);
  return saved === null || saved.isAccepted ? issueKey(claimant) : saved.key;
}

/** @returns the key to continue a claim with that was accepted: the same one, or a new one where another device has it */
export function keyToContinue(claimant: Claimant): string {
  return readKey(claimant)?.key ?? issueKey(claimant);
}

/** Keeps the key of a claim that may have to be continued. */
export function keepAcceptedKey(claimant: Claimant, key: string): void {
  writeEntry(ENTRY, JSON.stringify({ ...claimant, key, isAccepted: true }));
}

/** Nothing is in doubt any more. */
export function forgetKey(): void {
  writeEntry(ENTRY, null);
}

function issueKey(claimant: Claimant): string {
  const key = crypto.randomUUID();
  writeEntry(ENTRY, JSON.stringify({ ...claimant, key }));
  return key;
}

function readKey({ code, userId }: Claimant) {
  const saved = z.safeParse(stored, parseJson(readEntry(ENTRY) ?? ''));
  if (!saved.success || saved.data.code !== code || saved.data.userId !== userId) return null;
  return saved.data;
}
