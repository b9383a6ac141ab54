import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChainRecord } from './chain-record.ts';
import { readChainRecord } from './read-chain-record.ts';
import { readReceipt } from './read-receipt.ts';
import recorded from './recorded-receipts.json' with { type: 'json' };
import { verifyReceipt } from './verify-receipt.ts';

// Made by `apps/api/src/receipts.sandbox.test.ts` with the pool's own contracts, circuits and software; with
// RECORD_RECEIPTS it writes them again.
const cases = recorded.map(({ name, receipt, responses }) => {
  const read = readReceipt(JSON.stringify(receipt));
  const record = readChainRecord(responses);
  if (read === null || !record.ok) throw new Error(`${name} is not readable.`);
  return { name, receipt: read, record: record.record, text: JSON.stringify(read) };
});

describe('receipts of a real pool and chain', () => {
  it('are of every kind, from both sides', () => {
    const kinds = cases.map(({ receipt }) => `${receipt.proof.kind} ${receipt.issuer}`);
    expect([...new Set(kinds)].toSorted()).toEqual([
      'private-transfer recipient',
      'private-transfer sender',
      'public-transfer recipient',
      'public-transfer sender',
      'unshield sender',
    ]);
    const notes = cases.map(({ receipt: { proof } }) =>
      'notes' in proof ? proof.notes.length : 0,
    );
    expect(notes).toContain(2);
  });

  it.each(cases)('are genuine: $name', ({ receipt, record }) => {
    const { isGenuine, results, pool } = verifyReceipt(receipt, record);
    const isBySender = receipt.issuer === 'sender' && receipt.proof.kind !== 'unshield';
    const isPublic = receipt.proof.kind === 'public-transfer';
    const unproven = receipt.from === null ? 'absent' : 'stated';
    expect({ isGenuine, sender: results.sender, isPublic: pool === null }).toEqual({
      ...{ isGenuine: true, sender: isBySender || isPublic ? 'proven' : unproven, isPublic },
    });
  });

  it.each(cases)('are not, with any character changed: $name', ({ text, record }) => {
    const character = fc.constantFrom(...'0123456789abcdefqz');
    fc.assert(
      fc.property(fc.nat(text.length - 1), character, (at, put) => {
        fc.pre(text[at] !== put);
        const other = readReceipt(text.slice(0, at) + put + text.slice(at + 1));
        if (other !== null) expect(verifyReceipt(other, record).isGenuine).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it.each(cases)('are not, with the record of any other payment: $name', ({ receipt, record }) => {
    for (const other of cases) {
      if (other.record.hash === record.hash) continue;
      expect(verifyReceipt(receipt, other.record).isGenuine).toBe(false);
      const relabeled = { ...other.record, hash: record.hash, blockNumber: record.blockNumber };
      const { results } = verifyReceipt(receipt, { ...relabeled, at: record.at });
      const isShown = Object.values(results).every((result) => result !== 'wrong');
      expect(isShown, other.name).toBe(false);
    }
  });

  it.each(cases)('are not, without the events that show them: $name', ({ receipt, record }) => {
    const { proof, token } = receipt;
    if (token.address === null) return;
    expect(verifyReceipt(receipt, { ...record, logs: [] }).isGenuine).toBe(false);
    // The hash of each note and the blinded keys that the issuer can compute, or one amount; the rest is ciphertext.
    const wordsOfNote = receipt.issuer === 'recipient' && receipt.from === null ? 1 : 3;
    const least = 'notes' in proof ? proof.notes.length * wordsOfNote : 1;
    const changed = record.logs.flatMap((_, index) => recordsWithChange(record, index));
    const refused = changed.filter((each) => !verifyReceipt(receipt, each).isGenuine);
    expect(refused.length).toBeGreaterThanOrEqual(least);
  });
});

/** @returns the record once for each word of one of its events, with another last digit of that word */
function recordsWithChange(record: ChainRecord, index: number): readonly ChainRecord[] {
  const { data } = record.logs[index] ?? { data: '0x' };
  return Array.from({ length: Math.floor((data.length - 2) / 64) }, (_, word) => {
    const place = 2 + word * 64 + 63;
    const other = `${data.slice(0, place)}${data[place] === '1' ? '2' : '1'}${data.slice(place + 1)}`;
    return {
      ...record,
      logs: record.logs.map((log, at) => (at === index ? { ...log, data: other } : log)),
    };
  });
}
